import { expect, test } from 'vitest';
import { prepareOptOutReader } from '#domain/opt-out/intent.ts';
import { inSteps } from './in-steps.ts';

// The reader is made once: it needs a process of its own (vitest.config.ts).
test('while the reader of opt-outs is made, what waits gets its turn', async () => {
  let turns = 0;
  const other = setInterval(() => {
    turns += 1;
  }, 1);
  let steps = 0;
  await inSteps(
    (function* counted() {
      for (const _ of prepareOptOutReader()) {
        steps += 1;
        yield;
      }
    })(),
  );
  clearInterval(other);
  expect(steps).toBeGreaterThan(100);
  expect(turns).toBeGreaterThan(2);
});

test('what fails in a step fails the whole', async () => {
  await expect(
    inSteps(
      (function* failing() {
        yield;
        throw new Error('No memory.');
      })(),
    ),
  ).rejects.toThrow('No memory.');
});
