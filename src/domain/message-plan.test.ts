import { expect, test } from 'vitest';
import { joinSteps, secondsOf } from './message-plan.ts';

test('steps follow one another, and each part of the preview is its step', () => {
  const { plan, preview } = joinSteps([
    { kind: 'sound', stepId: 7, samples: Int16Array.from([1, 2, 3]) },
    { kind: 'field', stepId: 9, fieldId: 1, voiceId: 2, modeId: 1, samples: Int16Array.from([4]) },
    { kind: 'sound', stepId: 8, samples: Int16Array.from([5, 6]) },
  ]);
  expect([...preview]).toEqual([1, 2, 3, 4, 5, 6]);
  expect(plan).toEqual([
    { kind: 'sound', stepId: 7, from: 0, samples: 3 },
    { kind: 'field', stepId: 9, fieldId: 1, voiceId: 2, modeId: 1, from: 3, samples: 1 },
    { kind: 'sound', stepId: 8, from: 4, samples: 2 },
  ]);
});

test('seconds are counted at 8,000 samples each', () => {
  expect(secondsOf(12_345)).toBe(1.54);
});
