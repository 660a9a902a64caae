import { expect, test } from 'vitest';
import { gradeOf } from './grade.ts';

const at = (time: string) => `2026-03-02T${time}Z`;
const said = { p10: at('16:01:50.000'), p90: at('16:02:10.000') };
const gradeAt = (time: string) => gradeOf(said, new Date(at(time)));

test('an end is graded by the minutes that the console shows', () => {
  expect(gradeAt('16:01:02.000')).toBe('inside');
  expect(gradeAt('16:02:59.999')).toBe('inside');
  expect(gradeAt('16:00:59.999')).toBe('earlier');
  expect(gradeAt('16:03:00.000')).toBe('later');
});

test('where no end was said, or none came, there is nothing to grade', () => {
  expect(gradeOf({ ...said, p90: null }, new Date(at('16:02:00.000')))).toBeNull();
  expect(gradeOf(said, null)).toBeNull();
});
