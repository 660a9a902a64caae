import { expect, test } from 'vitest';
import { axisWords, placesOf } from './abandonment-axis.ts';

const first = {
  ...{ day: '2026-11-28', from: '2026-11-28T05:00:00.000Z', to: '2026-11-29T04:59:59.999Z' },
};
const last = {
  ...{ day: '2026-11-29', from: '2026-11-29T05:00:00.000Z', to: '2026-11-30T04:59:59.999Z' },
};
const now = new Date('2026-11-29T19:10:00Z');

test('the chart of abandoned calls ends at days, and of a single day at times', () => {
  expect(axisWords([first, last], now)).toEqual(['Nov 28', 'Nov 29']);
  expect(axisWords([last], now)).toEqual(['Nov 29, 12:00 AM', '2:10 PM']);
  expect(axisWords([first], now)).toEqual(['Nov 28, 12:00 AM', '11:59 PM']);
  expect(axisWords([], now)).toEqual(['', '']);
});

test('every day of the chart has its place, so that bars stand at their dates', () => {
  const at = (day: string) => ({ day });
  expect(placesOf([at('2026-10-30'), at('2026-11-02'), at('2026-11-03')])).toEqual([
    { day: '2026-10-30', counted: at('2026-10-30') },
    { day: '2026-10-31', counted: undefined },
    { day: '2026-11-01', counted: undefined },
    { day: '2026-11-02', counted: at('2026-11-02') },
    { day: '2026-11-03', counted: at('2026-11-03') },
  ]);
  expect(placesOf([at('2026-11-03')])).toHaveLength(1);
  expect(placesOf([])).toEqual([]);
});
