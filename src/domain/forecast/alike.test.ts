import { expect, test } from 'vitest';
import type { WaitingGroup } from '../campaign-funnel.ts';
import { alike } from './alike.ts';

const at = Date.parse('2026-11-20T15:00:00Z');
const groupOf = (due: number | null, more: Partial<WaitingGroup> = {}): WaitingGroup => ({
  ...{ areaCode: '212', state: null, zipCode: null, due, reason: null, undecided: false },
  ...{ inCall: false, capped: null, count: 1, ...more },
});

const sorter = (neverReason: (group: WaitingGroup) => string | null) => ({
  neverReason,
  placeKey: ({ areaCode }: WaitingGroup) => (areaCode === '808' ? 'Hawaii' : 'elsewhere'),
});

test('numbers with an instant of their own each are one group a minute', () => {
  const groups = Array.from({ length: 9_000 }, (_, index) => groupOf(at + index * 200));
  const few = alike(
    groups,
    sorter(() => null),
  );
  expect(few).toHaveLength(30);
  expect(few.reduce((sum, { count }) => sum + count, 0)).toBe(9_000);
});

test('a stop within the minute keeps apart whom it leaves out', () => {
  const stop = at + 30_500;
  const never = ({ due }: WaitingGroup) => ((due ?? 0) >= stop ? 'follow_up' : null);
  const groups = Array.from({ length: 60 }, (_, index) => groupOf(at + index * 1_000));
  const few = alike(groups, sorter(never));
  expect(few.map((group) => [never(group), group.count])).toEqual([
    [null, 31],
    ['follow_up', 29],
  ]);
});

test('what the policy holds until another minute, or for another reason, stays apart', () => {
  const policy = { reason: 'contact_policy', until: at } as const;
  const groups = [
    groupOf(null),
    groupOf(null, { policy }),
    groupOf(null, { policy: { ...policy, until: at + 59_999 } }),
    groupOf(null, { policy: { ...policy, until: at + 60_000 } }),
    groupOf(null, { policy: { reason: 'no_consent', until: null } }),
  ];
  expect(
    alike(
      groups,
      sorter(() => null),
    ).map(({ count }) => count),
  ).toEqual([1, 2, 1, 1]);
});

test('where the cap holds many groups, places that are alike share one for each quarter of an hour', () => {
  const minute = 60_000;
  const freed = (areaCode: string, minutes: number) => {
    const first = at + minutes * minute;
    return groupOf(null, { areaCode, capped: { first, last: first + minute } });
  };
  const of = (places: string[]) =>
    places.flatMap((place) => Array.from({ length: 600 }, (_, index) => freed(place, index)));
  // Few are exact.
  expect(
    alike(
      of(['212', '213', '808']),
      sorter(() => null),
    ),
  ).toHaveLength(3 * 600);
  const many = alike(
    of(['212', '213', '808', '214']),
    sorter(() => null),
  );
  expect(many).toHaveLength(2 * 40);
  expect(many.reduce((sum, { count }) => sum + count, 0)).toBe(4 * 600);
  expect(many[0]).toMatchObject({
    areaCode: '212',
    count: 3 * 15,
    capped: { first: at, last: at + 15 * minute },
  });
});
