/** The order in which a forecast takes numbers, beside the engine's own walk down the file. */
import { expect, test } from 'vitest';
import type { NumberClass } from './input.ts';
import { WaitingNumbers } from './waiting.ts';

const never = Number.POSITIVE_INFINITY;
const opensAt = (open: readonly number[], now: number) => {
  const at = open.findIndex((until, index) => index % 2 === 1 && until > now);
  return at < 0 ? never : Math.max(now, open[at - 1] ?? 0);
};

/** As the engine does: due first, then as in the file, which is mixed evenly; who is shut waits for the opening. */
function walked(classes: readonly NumberClass[], perStep: number, steps: number): string[] {
  const file = classes.flatMap(({ count }, of) =>
    Array.from({ length: count }, (_, row) => ({ of, row: (row + 0.5) / count, due: 0 })),
  );
  const taken = classes.map(() => 0);
  const told: string[] = [];
  for (let now = 0; now < steps; now += 1) {
    for (let found = 0; found < perStep; ) {
      const due = file.filter((one) => one.due <= now);
      const next = due.toSorted((a, b) => a.due - b.due || a.row - b.row || a.of - b.of)[0];
      if (!next) break;
      const opens = opensAt(classes[next.of]?.open ?? [], now);
      if (opens > now) {
        next.due = opens;
        continue;
      }
      file.splice(file.indexOf(next), 1);
      taken[next.of] = (taken[next.of] ?? 0) + 1;
      found += 1;
    }
    told.push(taken.join(' '));
  }
  return told;
}

function forecast(classes: readonly NumberClass[], perStep: number, steps: number): string[] {
  const waiting = new WaitingNumbers(classes);
  const taken = classes.map(() => 0);
  const told: string[] = [];
  for (let now = 0; now < steps; now += 1) {
    const count = Math.min(perStep, waiting.available(now, perStep));
    for (const some of waiting.take(count)) {
      taken[some.cohort.of] = (taken[some.cohort.of] ?? 0) + some.count;
    }
    told.push(taken.join(' '));
  }
  return told;
}

const numbers = (count: number, ...open: number[]): NumberClass => ({
  ...{ zone: 'America/New_York', due: 0, open, count },
});

/** How far apart the two are for any class at any step. */
function mostApart(one: readonly string[], other: readonly string[]): number {
  const counts = (told: string) => told.split(' ').map(Number);
  return Math.max(
    ...one.flatMap((told, step) => {
      const beside = counts(other[step] ?? '');
      return counts(told).map((count, of) => Math.abs(count - (beside[of] ?? 0)));
    }),
  );
}

test.each([
  ['a zone that opens in the middle', [numbers(200, 0, never), numbers(200, 50, never)], 2],
  [
    'zones that open one after the other',
    [numbers(200, 0, 900), numbers(200, 30, 900), numbers(100, 60, 900), numbers(50, 250, 900)],
    1,
  ],
  [
    'hours that end before all are called, and open again',
    [numbers(150, 0, 60, 300, 400), numbers(150, 20, 90, 320, 420), numbers(90, 0, 40)],
    2,
  ],
  ['hours that are shut at first', [numbers(80, 100, 200), numbers(80, 150, 200)], 3],
])('%s is called as the engine does', (_, classes, perStep) => {
  const engine = walked(classes, perStep, 600);
  const said = forecast(classes, perStep, 600);
  expect(said.at(-1)).toBe(engine.at(-1));
  expect(mostApart(engine, said)).toBeLessThanOrEqual(8);
});

test('numbers that are left out are those of all zones', () => {
  const waiting = new WaitingNumbers([numbers(100, 0, never), numbers(100, 50, never)]);
  waiting.available(0, 10);
  waiting.lose(150);
  expect(waiting.left).toBe(50);
  expect(waiting.available(60, never)).toBe(50);
  waiting.lose(1_000);
  expect([waiting.left, waiting.available(60, never)]).toEqual([0, 0]);
});
