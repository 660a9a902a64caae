import { expect, test } from 'vitest';
import { z } from 'zod';
import type { ProblemError } from '#contract/errors.ts';
import { checked } from './validation.ts';

function refusal(schema: z.ZodType, value: unknown): ProblemError {
  try {
    checked(schema, value, 'The body');
  } catch (error) {
    return error as ProblemError;
  }
  throw new Error('It was taken.');
}

test('a response lists at most 50 problems, and says how many more there are', () => {
  const rows = z.array(z.object({ phone: z.string() }));
  const problem = refusal(
    rows,
    Array.from({ length: 400 }, () => ({ phone: 7 })),
  );
  expect(problem.status).toBe(400);
  expect(problem.errors).toHaveLength(50);
  expect(problem.message).toContain('There are 350 more problems that are not listed.');
  const few = refusal(
    rows,
    Array.from({ length: 50 }, () => ({ phone: 7 })),
  );
  expect(few.errors).toHaveLength(50);
  expect(few.message).not.toContain('more problems');
});

test('a problem repeats no long names of the sender', () => {
  const long = 'x'.repeat(100_000);
  const problem = refusal(z.record(z.string(), z.number()), { [long]: 'no number' });
  expect(JSON.stringify(problem.toBody()).length).toBeLessThan(1_500);
  expect(problem.status).toBe(400);
});
