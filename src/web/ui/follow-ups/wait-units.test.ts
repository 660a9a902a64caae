import { expect, test } from 'vitest';
import { followUpRule, followUpTexts } from '#contract/follow-up.ts';
import { minutesOf } from './wait-units.ts';

test('a wait means the minutes that were typed, and none that are not whole are kept', () => {
  const hours = [0.1, 0.35, 0.55, 1.1, 4].map((typed) => minutesOf(typed, 'hours'));
  expect(hours).toEqual([6, 21, 33, 66, 240]);
  expect([minutesOf(1.5, 'days'), minutesOf(undefined, 'days')]).toEqual([2_160, Number.NaN]);
  const rule = { ruleId: 1, after: 'busy', action: 'again', most: 1 };
  const saidOf = (waitMinutes: number) =>
    followUpRule.safeParse({ ...rule, waitMinutes }).error?.issues[0]?.message;
  expect(saidOf(minutesOf(0.35, 'hours'))).toBeUndefined();
  for (const part of [minutesOf(0.33, 'hours'), minutesOf(5.5, 'minutes')]) {
    expect(saidOf(part)).toBe(followUpTexts.wait);
  }
});
