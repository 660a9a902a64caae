import fc from 'fast-check';
import { expect, test } from 'vitest';
import { consentKinds, ownConsents } from '#contract/consent.ts';
import { consentDay, consentOf, consentOfRow, isDate, isEnough, readConsent } from './consent.ts';

test.each([
  [null, ['', '  ', '-', 'N/A', 'null']],
  ['refused', ['no', 'NO', ' n ', 'false', '0', 'Opt-Out', 'opted_out', 'Revoked', 'do not call']],
  ['given', ['yes', 'Y', 'TRUE', '1', 'x', '✓', 'Opt-in', 'opted in', '2026-01-05', '1/5/2026']],
  ['express', ['Express', 'express consent', 'Prior Express Consent', 'verbal']],
  ['written', ['Written', 'PEWC', 'prior-express-written consent', 'Express Written', 'signed']],
  ['unclear', ['maybe', 'pending', '13/45/2026', 'not sure', 'yes but not at work', '7']],
])('%s is what %j say', (kind, cells) => {
  expect(cells.map(readConsent)).toEqual(cells.map(() => kind));
});

test.each([
  ['2026-01-31', true],
  ['2026-01-31T10:22:00Z', true],
  ['1/31/2026 10:22 AM', true],
  ['31.1.2026', true],
  ['1/5/26', true],
  ['2026-02-30', false],
  ['99/99/2026', false],
  ['20260131', false],
  ['next week', false],
])('whether %s is a day: %s', (cell, is) => {
  expect(isDate(cell)).toBe(is);
});

test.each([
  ['2026-01-31T10:22:00Z', '2026-01-31'],
  ['1/31/2026 10:22 AM', '2026-01-31'],
  ['31.1.2026', '2026-01-31'],
  // Both are days: the American reading.
  ['3/4/26', '2026-03-04'],
  [' 2026-3-4 ', '2026-03-04'],
  ['2026-02-30', null],
  ['', null],
])('the day of %s is %s', (cell, day) => {
  expect(consentDay(cell)).toBe(day);
});

test('the consent column decides where there is one, and the date where there is none', () => {
  const date = '2026-01-05';
  expect(consentOfRow({ kind: 'no', date })).toEqual({ kind: 'refused', date });
  expect(consentOfRow({ kind: '', date, words: 'I agree' })).toBeNull();
  expect(consentOfRow({ date, source: 'Web form' })).toEqual({
    ...{ kind: 'given', date, source: 'Web form' },
  });
  expect(consentOfRow({ date: '' })).toBeNull();
  expect(consentOfRow({ date: 'soon' })).toEqual({ kind: 'unclear', date: 'soon' });
  expect(consentOfRow({ source: 'Web form', words: 'I agree' })).toBeNull();
  expect(consentOfRow({ kind: 'perhaps' })).toEqual({ kind: 'unclear', words: 'perhaps' });
});

test('consent whose date is still to come is none, and keeps what the file says', () => {
  const of = (cells: Parameters<typeof consentOfRow>[0]) => consentOfRow(cells, '2026-11-21');
  const later = { kind: 'unclear', date: '11/22/2026 9:00 AM' };
  expect(of({ kind: 'written', date: '2026-11-21' })).toMatchObject({ kind: 'written' });
  expect(of({ date: '11/22/2026 9:00 AM', source: 'Form' })).toEqual({ ...later, source: 'Form' });
  expect(of({ kind: 'written', date: '11/22/2026 9:00 AM', words: 'I agree' })).toEqual({
    ...{ ...later, words: 'written; I agree' },
  });
  expect(of({ kind: '2027-01-01' })).toEqual({ kind: 'unclear', words: '2027-01-01' });
  // A refusal stays one, and an empty cell says nothing.
  expect(of({ kind: 'no', date: '2027-01-01' })).toEqual({ kind: 'refused', date: '2027-01-01' });
  expect(of({ kind: '', date: '2027-01-01' })).toBeNull();
});

test('no cell makes consent of what is not a known yes or a day', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20, unit: 'grapheme' }), (cell) => {
      const kind = readConsent(cell);
      const known = /yes|true|given|grant|agree|accept|consent|opt|subscr|check|express|written/i;
      const short = /^[\W_]*(?:[yt1x✓✔]|on|ok|pec|pewc|signed|oral|verbal|in writing)[\W_]*$/iu;
      const yes = consentKinds.some((one) => one === kind);
      if (yes) expect(known.test(cell) || short.test(cell) || isDate(cell.trim())).toBe(true);
    }),
  );
});

test('a stronger consent is enough wherever a weaker one is, and no refusal is ever enough', () => {
  const wants = ['any', 'express', 'written'] as const;
  const found = fc.constantFrom(null, ...ownConsents);
  const ofList = fc.constantFrom(null, ...consentKinds);
  fc.assert(
    fc.property(found, ofList, fc.constantFrom(...wants), (own, list, wanted) => {
      const enough = isEnough(consentOf(own, list), wanted);
      const rank = (kind: (typeof consentKinds)[number]) => consentKinds.indexOf(kind);
      if (own === 'refused' || own === 'unclear') expect(enough).toBe(false);
      else if (own) expect(enough).toBe(rank(own) >= wants.indexOf(wanted));
      else expect(enough).toBe(list !== null && rank(list) >= wants.indexOf(wanted));
    }),
  );
});
