import { expect, test } from 'vitest';
import { maskDateOfBirth, maskSensitive, maskSsn, unreadable } from './masking.ts';

test('a social security number shows its last four digits and nothing else', () => {
  expect(maskSsn('123-45-6789')).toBe('***-**-6789');
  expect(maskSsn('123456789')).toBe('***-**-6789');
  expect(maskSsn('12')).toBe('***-**-****');
  expect(maskSsn('')).toBe('');
});

test('a sensitive value shows the last four of nine digits or more, and nothing of a shorter one', () => {
  expect(maskSensitive('4111-1111-2222-7904')).toBe('****7904');
  expect(maskSensitive('123-45-6789')).toBe('****6789');
  expect(maskSensitive('MRN 12345678')).toBe('****');
  expect(maskSensitive('Stargardt disease')).toBe('****');
  expect(maskSensitive(' ')).toBe('');
  expect(maskSensitive(unreadable)).toBe(unreadable);
});

test('a date of birth shows its year and nothing else', () => {
  expect(maskDateOfBirth('03/14/1968')).toBe('**/**/1968');
  expect(maskDateOfBirth('1968-03-14')).toBe('**/**/1968');
  expect(maskDateOfBirth('March 14')).toBe('**/**/****');
  expect(maskDateOfBirth(' ')).toBe('');
});
