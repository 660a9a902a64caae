import { expect, test } from 'vitest';
import { openStep } from './use-step.ts';

test('an address of a step that cannot be opened becomes the furthest one that can', () => {
  const withoutFile = (step: number) => (step > 0 ? 'Choose a file first.' : undefined);
  expect([0, 1, 2, 3].map((step) => openStep(step as 0, withoutFile))).toEqual([0, 0, 0, 0]);
  const withoutPhone = (step: number) => (step > 1 ? 'Select a phone column.' : undefined);
  expect([0, 1, 2, 3].map((step) => openStep(step as 0, withoutPhone))).toEqual([0, 1, 1, 1]);
  expect(openStep(3, () => undefined)).toBe(3);
});
