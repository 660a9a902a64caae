import { expect, test } from 'vitest';
import { stepType } from '#contract/voice-message.ts';
import { kindOf, stepKinds } from './step-words.ts';

test('every documented kind of step has a name, also the one that cannot be added here', () => {
  for (const type of Object.values(stepType)) expect(kindOf(type)?.name).toBeTruthy();
  expect(stepKinds.map(({ type }) => type)).not.toContain(stepType.recordedOnComputer);
  expect(kindOf(9)).toBeUndefined();
});
