import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../random.ts';
import {
  type AbandonmentDay,
  type AbandonmentReading,
  abandonmentStanding,
  mostAtRisk,
} from './abandonment.ts';

/** All on the first day. */
const of = (persons: number, abandoned: number): AbandonmentReading => ({
  today: 100,
  firstDay: 100,
  days: [{ day: 100, persons, abandoned }],
});

test('6 of 431 leave 6 to lose, 111 persons to freedom, and a bound of 3.7 %', () => {
  const standing = abandonmentStanding(of(431, 6));
  expect(standing).toMatchObject({ state: 'careful', mayLose: 6, freeAfter: 111 });
  expect(standing.bound).toBeCloseTo(0.037, 3);
});

test('a campaign is careful at its first answers, and free from 156 on with none lost', () => {
  expect(abandonmentStanding({ today: 1, firstDay: 1, days: [] }).state).toBe('careful');
  expect(abandonmentStanding(of(155, 0)).state).toBe('careful');
  expect(abandonmentStanding(of(156, 0)).state).toBe('free');
});

test('agents come first when one more abandoned call would break 3 %', () => {
  expect(abandonmentStanding(of(10, 1)).state).toBe('agent_first');
  expect(abandonmentStanding(of(65, 1)).state).toBe('agent_first');
  // 2 of 67.
  expect(abandonmentStanding(of(66, 1)).state).toBe('careful');
  expect(abandonmentStanding(of(400, 12)).state).toBe('agent_first');
});

test('the worse of the period and the last 30 days rules', () => {
  const days = [
    { day: 90, persons: 100, abandoned: 3 },
    { day: 100, persons: 200, abandoned: 0 },
  ];
  // The period began on day 91: it is clean, the last 30 days are not.
  const reading = { today: 100, firstDay: 61, days };
  const standing = abandonmentStanding(reading);
  expect(standing).toMatchObject({ window: 'rolling', since: 71, persons: 300, abandoned: 3 });
  expect(abandonmentStanding({ ...reading, firstDay: 100 })).toMatchObject({ state: 'careful' });
});

test('a window that begins on a bad day keeps the limit by itself', () => {
  const days = [
    { day: 80, persons: 400, abandoned: 0 },
    { day: 100, persons: 40, abandoned: 2 },
  ];
  // 2 of 440 is little, but 30 days from now these 2 of 40 may be all that is left.
  expect(mostAtRisk({ today: 100, firstDay: 80, days })).toBe(0);
});

test('no 30 days ever have more than 3 % when only what is left is put at risk', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.constantFrom(0.02, 0.1, 0.5),
      (seed, rate) => {
        const random = seededRandom(`${seed}`);
        const days: AbandonmentDay[] = [];
        for (let day = 0; day < 70; day += 1) {
          const own = { day, persons: 0, abandoned: 0 };
          days.push(own);
          for (let call = random.between(0, 60); call > 0; call -= 1) {
            const recent = days.filter((one) => one.day > day - 30 && one.persons > 0);
            const left = mostAtRisk({ today: day, firstDay: 0, days: recent });
            own.persons += 1;
            if (left > 0 && random.chance(rate)) own.abandoned += 1;
            expectNoneOver(days, day);
          }
        }
      },
    ),
    { numRuns: 6 },
  );
});

function expectNoneOver(days: readonly AbandonmentDay[], today: number): void {
  for (const from of [today - 29, today - (today % 30)]) {
    let [persons, abandoned] = [0, 0];
    for (const one of days) {
      if (one.day < from) continue;
      persons += one.persons;
      abandoned += one.abandoned;
    }
    if (persons >= 34) expect(abandoned / persons).toBeLessThanOrEqual(0.03 + 1e-12);
  }
}
