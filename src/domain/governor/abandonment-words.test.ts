import { expect, test } from 'vitest';
import { abandonmentStanding } from './abandonment.ts';
import { abandonedSentence, stateSentence } from './abandonment-words.ts';

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
    '1 of 40 abandoned, 2.5 %. You may lose no more. One more could be more than 3 %: each agent is called first and waits for a customer, who cannot be abandoned; free again after 197 more persons with none lost.',
  );
  expect(said(0, 0)).toBe(
    'Nobody has answered yet. At most one call per free agent; free after 156 more persons with none lost.',
  );
});
