/** Long computations beside calls in progress, which need the process within milliseconds. */
import { type RealMs, realMs } from '#domain/milliseconds.ts';
import { turn } from './submission.ts';

/** Without a pause for others. */
const longest: RealMs = realMs(5);

/** Takes the steps one after the other, and lets others go first every few milliseconds. */
export async function inSteps(steps: Generator<void, void>): Promise<void> {
  for (;;) {
    const end = performance.now() + longest;
    while (performance.now() < end) if (steps.next().done) return;
    await turn();
  }
}
