import fc from 'fast-check';
import { expect, test } from 'vitest';
import { consentKinds, ownConsents } from '#contract/consent.ts';
import { consentOf, consentOfRow, isEnough, readConsent } from './consent.ts';
import { isDate } from './consent-day.ts';

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
  ['unclear', ['2026-01-31 revoked 2026-05-02', '2025-01-31 revoked', '1/5/2026, opted out']],
  ['unclear', ['01/05/2026, withdrawn', '2026-01-31 (NO)', '2025-01-31T10:00 refused']],
  ['unclear', ['2025-01-31-revoked', '1/5/2026 no longer', '2026-01-31 10:22 AM no']],
  ['unclear', ['1/5/2026 - 3/4/2026', '2026-01-31 2026-05-02', '2026-01-31 to 2026-05-02']],
  ['unclear', ['Jan 5, 2026 revoked', '5-Jan-26 (no)', 'revoked 2026-05-02', 'No 1/5/2026']],
  ['unclear', ['Opted out on 1/5/2026', 'until 1/5/2026', '1/5/2026?', '2026-01-31 25:00']],
  [
    'unclear',
    ['yes, revoked', 'Y - opted out 1/5', 'yes but no', 'no/yes', 'yes?', '!yes', '✗ yes'],
  ],
  ['unclear', ['consent withdrawn', 'consented, then refused', 'not yes', 'y/n', '1 0', '¬y']],
  ['unclear', ['written (revoked)', 'express: none', 'signed? no', 'opt in cancelled', '?', '👎']],
  ['unclear', ['unsubscribe', 'stop', 'cancelled', 'NO CONSENT GIVEN', 'unchecked', '☐']],
  ['refused', ['no.', '✗', '❌', '×', 'Revoked!', '(NO)', 'opted-out']],
  ['given', ['✔️', '☑', '(yes)', 'Yes.', 'Opt-in!', 'Jan 5, 2026', '5-Jan-26', '2026-01-31 00:00']],
  [null, ['–', ' . ', '—', '#N/A', '0000-00-00', '00/00/0000 00:00:00']],
])('%s is what %j say, whatever hides in them', (kind, cells) => {
  expect(Object.fromEntries(cells.map((cell) => [cell, readConsent(cell)]))).toEqual(
    Object.fromEntries(cells.map((cell) => [cell, kind])),
  );
});

test.each([
  [{ kind: 'yes', date: '1/5/2026 revoked 3/4/2026' }],
  [{ kind: 'written', date: 'Revoked' }],
  [{ kind: '', date: 'revoked 3/4/2026' }],
  [{ date: '3/4/2025 revoked 5/6/2025' }],
  [{ date: 'no' }],
  [{ kind: 'yes', words: 'Revoked by phone on 3/4' }],
  [{ date: '2026-01-05', words: 'opted out 3/4/2026' }],
  [{ kind: 'express', source: 'Do Not Call' }],
  [{ kind: '', words: 'Consent was withdrawn' }],
  [{ words: 'Revoked' }],
  [{ kind: 'yes', date: '20271231' }],
  [{ kind: 'yes', date: '5/2/2026, 6/1/2026' }],
  [{ kind: 'yes', source: 'Opted out - web' }],
  [{ kind: 'yes', words: 'Revoked verbally' }],
  [{ kind: 'yes', words: 'Do not call this number' }],
  [{ kind: 'yes', source: 'Unsubscribed, web form' }],
])('%j is unclear: one of its cells may take the consent back', (cells) => {
  expect(consentOfRow(cells, '2026-11-21')).toMatchObject({ kind: 'unclear' });
});

test.each([
  [{ kind: 'yes', source: 'Cancelled order form' }],
  [{ kind: 'yes', source: 'Canceled checks form' }],
  [{ kind: 'yes', words: 'No longer than 5 texts a month' }],
  [{ kind: 'yes', words: 'Do not text after 9 PM' }],
  [{ kind: 'Yes ✓' }],
  [{ kind: '☑ Yes' }],
])('%j is consent: nothing takes it back', (cells) => {
  expect(consentOfRow(cells, '2026-11-21')).toMatchObject({ kind: 'given' });
});

test('a database that writes "<null>" says nothing', () => {
  expect(consentOfRow({ kind: '<null>' })).toBeNull();
});

test('what a form says of a later opt-out takes no consent back', () => {
  const words = 'I agree to calls. I may opt out at any time. Reply STOP to cancel.';
  expect(consentOfRow({ kind: 'yes', words })).toEqual({ kind: 'given', words });
  const date = '0000-00-00';
  expect(consentOfRow({ kind: 'yes', date })).toEqual({ kind: 'given', date });
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
