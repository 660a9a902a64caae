import { expect, test } from 'vitest';
import { type ListedPolicyRule, type PolicyTerms, policyTexts } from '#contract/policy.ts';
import { bodyOf, draftErrors, draftOf, missing, newRule, type RuleDraft } from './draft.ts';

const rule = (terms: PolicyTerms): ListedPolicyRule => ({
  ...{ ruleId: 7, purpose: 'sales', campaignId: 3, campaignName: 'Past due', country: null },
  ...{ state: 'TX', channel: 'call', preset: null, source: 'A contract', terms },
  ...{ sourceDate: '2026-11-28', version: 4, changedBy: null, changedAt: null },
});
const dates = { from: null, until: null };
const week: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[] = [
  ...(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const),
];

test.each<PolicyTerms>([
  { kind: 'hours', days: ['mon', 'holiday'], open: '09:00', close: '17:45', ...dates },
  { kind: 'hours', days: ['sun'], open: null, close: null, ...dates },
  { kind: 'hours', days: week, open: null, close: null, from: '2026-12-01', until: '2026-12-05' },
  { kind: 'limit', most: 7, counts: 'conversations', of: 'account', unit: 'hours', length: 24 },
  { kind: 'gap', of: 'number', hours: 4 },
  { kind: 'rest', of: 'external_id', unit: 'calendar_days', length: 7 },
  { kind: 'consent', consent: 'written' },
  { kind: 'list_age', days: 31 },
  { kind: 'scrub', refused: 'voip', untilChecked: true },
])('a stored rule that is opened and saved is the same: %o', (terms) => {
  const stored = rule(terms);
  const draft = draftOf(stored);
  expect(draftErrors(draft)).toEqual([]);
  const { purpose, campaignId, country, state, channel, source, sourceDate, version } = stored;
  const scope = { purpose, campaignId, country, state, channel, source, sourceDate, version };
  expect(bodyOf(draft)).toEqual({ ...scope, terms });
});

test('what is missing or wrong is said at its field', () => {
  const wrong = (part: Partial<RuleDraft>) =>
    draftErrors({ ...newRule, ...part }).map(({ path, message }) => `${path}: ${message}`);
  expect(wrong({})).toEqual([]);
  expect(wrong({ days: [] })).toEqual(['days: Choose at least one day.']);
  expect(wrong({ close: '08:00' })).toEqual(['close: The hours end before they begin.']);
  for (const place of [{ country: 'CA' }, { state: 'ON' }]) {
    expect(wrong({ days: ['sun', 'holiday'], ...place })).toEqual([
      `days: ${policyTexts.holidays}`,
    ]);
  }
  expect(wrong({ kind: 'limit' })).toEqual(['most: The limit must be a number above 0.']);
  expect(wrong({ kind: 'limit', most: Number.NaN })).toEqual([
    'most: The limit must be a whole number in digits, such as 60.',
  ]);
  expect(wrong({ kind: 'gap' })).toEqual(['hours: The number of hours must be a number above 0.']);
  expect(wrong({ kind: 'rest', length: 400 })).toEqual([
    'length: The length of time can be at most 366.',
  ]);
  expect(wrong({ kind: 'list_age', age: 400 })).toEqual([
    'age: The age in days can be at most 366.',
  ]);
  expect(wrong({ kind: 'closure', from: '2026-12-01' })).toEqual([
    `until: ${missing.until}`,
    `source: ${missing.source}`,
  ]);
});
