import { expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import { actorOf, changesOf, fieldWords, operationOf, reasonOf, thingOf } from './words.ts';

const entry: AuditEntry = {
  sequence: 1,
  at: '2026-11-27T19:14:00.000Z',
  actorKind: 'manager',
  actorName: 'Ann Lee',
  address: '10.0.0.7',
  browser: '',
  operation: 'editBroadcast',
  thingKind: 'campaign',
  thingId: '7',
  thingName: 'Spring',
  before: { calls_per_minute: 20, name: 'Sprng' },
  after: { calls_per_minute: 30, name: 'Spring', one_call_per_account: true },
  outcome: 'done',
  reason: null,
};

test('an entry says who did what to which thing', () => {
  expect([actorOf(entry), operationOf(entry), thingOf(entry)]).toEqual([
    'Ann Lee',
    'Save campaign',
    'Spring',
  ]);
  const operator: AuditEntry = {
    ...entry,
    actorKind: 'operator',
    actorName: 'root',
    operation: 'client set',
  };
  expect([actorOf(operator), operationOf(operator)]).toEqual([
    'The operator (root)',
    'carillon client set',
  ]);
  const own: AuditEntry = { ...entry, actorKind: 'platform', operation: 'platform' };
  expect(operationOf(own)).toBe('Changed');
  expect(operationOf({ ...own, before: null })).toBe('Added');
  expect(operationOf({ ...own, after: null })).toBe('Deleted');
  const ssn = { ...entry, operation: 'downloadReport', thingKind: 'full_ssn_downloaded' };
  expect(operationOf(ssn)).toBe('Download report with full SSNs');
  expect(thingOf({ ...entry, thingKind: 'doNotCall', thingName: '13025550148' })).toBe(
    '(302) 555-0148',
  );
});

test('the fields that changed have words, before and after', () => {
  expect(changesOf(entry)).toEqual([
    { name: 'Calls per minute', before: '20', after: '30' },
    { name: 'Name', before: 'Sprng', after: 'Spring' },
    { name: 'One call per account', before: '', after: 'Yes' },
  ]);
  expect(fieldWords('includeFullSsn')).toBe('Include full ssn');
});

test('values with parts are written out', () => {
  const after = { counts: { calls: 1, textsSent: 2 }, countries: ['US', 'CA'], days: 7 };
  expect(changesOf({ ...entry, before: null, after }).map((one) => one.after)).toEqual([
    ...['US, CA', 'Calls: 1, Texts sent: 2', '7'],
  ]);
});

test('a refusal has a sentence for its code', () => {
  expect(reasonOf({ ...entry, outcome: 'refused', reason: 'not_allowed' })).toBe(
    'The role does not allow it.',
  );
  expect(reasonOf(entry)).toBeUndefined();
});
