import fc from 'fast-check';
import { expect, test } from 'vitest';
import { abandonmentStanding, mostAtRisk } from './abandonment.ts';
import {
  abandonedSentence,
  mayLoseSentence,
  stateSentence,
  windowSentence,
} from './abandonment-words.ts';

function said(persons: number, abandoned: number): string {
  const days = persons === 0 ? [] : [{ day: 9, persons, abandoned }];
  const standing = abandonmentStanding({ today: 9, firstDay: 9, days });
  return `${abandonedSentence(standing)} ${stateSentence(standing)}`;
}

test('the three states in words', () => {
  expect(said(431, 6)).toBe(
    '6 of 431 abandoned, 1.4 %. You may still lose 6. Bound 3.7 %: one call per free agent; free again after 111 more persons with none lost.',
  );
  expect(said(2_000, 20)).toBe(
    '20 of 2,000 abandoned, 1.0 %. You may still lose 40. Bound 1.9 %: dialing as set.',
  );
  expect(said(40, 1)).toBe(
    '1 of 40 abandoned, 2.5 %. You may lose no more. One more would be more than 3 %: each agent is called first and waits for a customer, who cannot be abandoned; one call per free agent again after 26 more persons with none lost.',
  );
  expect(said(0, 0)).toBe(
    'Nobody has answered yet. At most one call per free agent; free after 156 more persons with none lost.',
  );
});

test('the window that decides is named, and every figure is of it', () => {
  const days = [
    { day: 80, persons: 250, abandoned: 3 },
    { day: 100, persons: 40, abandoned: 2 },
  ];
  const standing = abandonmentStanding({ today: 100, firstDay: 80, days });
  expect(standing).toMatchObject({ state: 'agent_first', window: 'recent', since: 100 });
  expect(abandonedSentence(standing)).toBe('2 of 40 abandoned, 5.0 %. You may lose no more.');
  expect(windowSentence(standing.window, 'Nov 20')).toBe(
    'Of the days since Nov 20: 30 days that began then must keep 3 %, too.',
  );
  expect(windowSentence('period', 'Nov 1')).toBe("Of the campaign's 30 days since Nov 1.");
  expect(windowSentence('rolling', 'Nov 1')).toBe('Of the last 30 days, since Nov 1.');
});

test('what may still be lost is what the gate uses, with the days that leave no more', () => {
  // The law's two windows leave 6 of 431; of today's 40 only one may be lost.
  const days = [
    { day: 80, persons: 391, abandoned: 6 },
    { day: 100, persons: 40, abandoned: 0 },
  ];
  const reading = { today: 100, firstDay: 80, days };
  const standing = abandonmentStanding(reading);
  expect(standing).toMatchObject({ state: 'careful', since: 80, mayLose: 1, mayLoseSince: 100 });
  expect(mostAtRisk(reading)).toBe(1);
  expect(abandonedSentence(standing)).toBe('6 of 431 abandoned, 1.4 %. You may still lose 1.');
  expect(mayLoseSentence(standing, (day) => `day ${day}`)).toBe(
    'What you may still lose is of the days since day 100: 30 days that begin then must keep 3 %, too. Calls in flight count before they are lost: at most 1 at once has no agent called first.',
  );
  // With agents called ahead, each call has one who waits: none is at risk (decision 098).
  expect(mayLoseSentence({ ...standing, ahead: true }, (day) => `day ${day}`)).toBe(
    'What you may still lose is of the days since day 100: 30 days that begin then must keep 3 %, too. Agents are called ahead: each call is for one who waits, so that nobody can be abandoned.',
  );
  const alone = { day: 100, persons: 431, abandoned: 6 };
  const today = { today: 100, firstDay: 100, days: [alone] };
  expect([mostAtRisk(today), abandonmentStanding(today).mayLose]).toEqual([6, 6]);
});

test('no sentence contradicts its state, whatever was counted on which days', () => {
  const someDay = fc.record({
    day: fc.integer({ min: 1, max: 60 }),
    persons: fc.integer({ min: 1, max: 300 }),
    abandoned: fc.integer({ min: 0, max: 8 }),
  });
  const someDays = fc.uniqueArray(someDay, { maxLength: 12, selector: ({ day }) => day });
  fc.assert(
    fc.property(someDays, (given) => {
      const days = given
        .map((one) => ({ ...one, abandoned: Math.min(one.abandoned, one.persons) }))
        .toSorted((a, b) => a.day - b.day);
      const reading = { today: 60, firstDay: days[0]?.day ?? 60, days };
      const standing = abandonmentStanding(reading);
      const { state, since, persons, abandoned, mayLose, freeAfter } = standing;
      // Counted again, by another way.
      const own = days.filter(({ day }) => day >= since);
      const sum = (of: 'persons' | 'abandoned') => own.reduce((all, one) => all + one[of], 0);
      expect([persons, abandoned]).toEqual([sum('persons'), sum('abandoned')]);
      const isTooMuch = (abandoned + 1) / Math.max(34, persons + 1) > 0.03 + 1e-12;
      if (state === 'agent_first') expect([isTooMuch, mayLose]).toEqual([true, 0]);
      if (state !== 'free') expect(mayLose).toBe(mostAtRisk(reading));
      if (state === 'careful')
        expect([isTooMuch, mayLose > 0, freeAfter > 0]).toEqual([false, true, true]);
      if (state === 'free') expect(freeAfter).toBe(0);
    }),
    { numRuns: 300 },
  );
});
