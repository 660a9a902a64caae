import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allowedAreaCodes,
  numberFault,
  ownNumberProblem,
  parseDestinations,
  planCountries,
  usualCountries,
} from './dialing.ts';
import { areaCodes } from './numbering-plan/area-code.ts';

/** 200 to 999: every code that a number can begin with. */
const every = Array.from({ length: 800 }, (_, n) => String(200 + n));
const byCode = new Map(areaCodes.map((area) => [area.code, area]));

test('over all 800 codes: only assigned codes of a region in an allowed country are called', () => {
  fc.assert(
    fc.property(
      fc.subarray([...planCountries]),
      fc.integer({ min: 2_000_000, max: 9_999_999 }),
      (countries, rest) => {
        for (const code of every) {
          const area = byCode.get(code);
          const called = numberFault(`1${code}${rest}`, countries) === undefined;
          const wanted = area?.kind === 'geographic' && countries.includes(area.country);
          expect([code, called]).toEqual([code, wanted === true]);
        }
      },
    ),
    { numRuns: 20 },
  );
});

test.each([
  ['19002345678', 'premium'],
  ['18002345678', 'toll-free'],
  ['18882345678', 'toll-free'],
  ['15002345678', 'personal'],
  ['15332345678', 'personal'],
  ['17002345678', 'service'],
  ['17102345678', 'service'],
  ['16002345678', 'service'],
  ['13702345678', 'unassigned'],
  ['19602345678', 'unassigned'],
  ['12902345678', 'unassigned'],
  ['18092345678', 'foreign'],
  ['18762345678', 'foreign'],
  ['12122345678', undefined],
  ['14162345678', undefined],
  ['17872345678', undefined],
  ['16712345678', undefined],
] as const)('%s: %s', (phone, fault) => {
  expect(numberFault(phone, usualCountries)).toBe(fault);
});

test('the operator allows a country; its numbers are called, and nothing else is by that', () => {
  expect(numberFault('18762345678', ['US', 'JM'])).toBeUndefined();
  expect(numberFault('14162345678', ['US', 'JM'])).toBe('foreign');
  expect(numberFault('19002345678', [...planCountries])).toBe('premium');
  const more = allowedAreaCodes([...usualCountries, 'JM']);
  const usual = new Set(allowedAreaCodes(usualCountries));
  expect(more.filter((code) => !usual.has(code))).toEqual(['658', '876']);
});

test('a number that is ours may be toll-free, and nothing that costs its caller', () => {
  expect(ownNumberProblem('18002345678', usualCountries)).toBeUndefined();
  expect(ownNumberProblem('12122345678', usualCountries)).toBeUndefined();
  expect(ownNumberProblem('18762345678', ['US', 'JM'])).toBeUndefined();
  // The console does not know the client's countries: the server says that.
  expect(ownNumberProblem('18762345678')).toBeUndefined();
  const sentences = ['19002345678', '15002345678', '17002345678', '13702345678', '18762345678'].map(
    (phone) => ownNumberProblem(phone, usualCountries),
  );
  expect(sentences).toEqual([
    'Premium-rate numbers (900) cannot be used',
    'Personal numbers (500 and similar codes) cannot be used',
    'Numbers with this area code belong to a service and cannot be used',
    'This area code is not assigned',
    'This is a foreign number (Jamaica); your operator can allow it',
  ]);
});

test('countries are read as they are typed', () => {
  expect(parseDestinations('us, CA,jm,US')).toEqual(['US', 'CA', 'JM']);
  expect(parseDestinations('US')).toEqual(['US']);
  expect(parseDestinations(' , ')).toBe('Give at least one destination, such as US,CA.');
  expect(parseDestinations('US,NO')).toMatch(
    /^"NO" is not a destination\. Give countries with \+1 numbers \(AG, AI,/,
  );
  expect(parseDestinations('PR')).toMatch(/^"PR" is not a destination/);
  expect(parseDestinations('900')).toMatch(/Premium numbers \(900\) are never called\.$/);
  expect(parseDestinations('us-states,us-pr,CARIBBEAN')).toEqual(
    expect.arrayContaining(['US-STATES', 'US-PR', 'JM', 'BM']),
  );
});

test.each([
  ['US-TX', '12102345678', undefined],
  ['US-TX', '12122345678', 'elsewhere'],
  ['US-TX', '14162345678', 'foreign'],
  ['US-STATES', '12122345678', undefined],
  ['US-STATES', '12022345678', undefined],
  ['US-STATES', '17872345678', 'elsewhere'],
  ['US-STATES,US-PR', '17872345678', undefined],
  ['CA-ON', '14162345678', undefined],
  ['CA-ON', '15142345678', 'elsewhere'],
  ['US-TX,CARIBBEAN', '18762345678', undefined],
  ['US,CA,CARIBBEAN', '19002345678', 'premium'],
  ['US,CA,CARIBBEAN', '19762345678', 'unassigned'],
])('with the destinations %s, %s is %s', (text, phone, fault) => {
  const destinations = parseDestinations(text);
  expect(numberFault(phone, destinations as string[])).toBe(fault);
});
