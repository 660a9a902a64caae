/** What each rule of a contact policy holds now: several hold a number at once, each as if it were alone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PolicyTerms } from '../../src/contract/policy.ts';
import { asClient, asClientSnapshot, type Tx } from '../../src/db/database.ts';
import { readPolicyCosts } from '../../src/db/queries/policy-costs.ts';
import { makeCampaign, makeList } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { randomCampaign } from './random-funnel.ts';
import { storeCampaign } from './stored-funnel.ts';

const db = await freshDatabase();

interface Rule {
  terms: PolicyTerms;
  state?: string;
}

const addRules = (tx: Tx, clientId: number, rules: readonly Rule[]) =>
  tx.rows<{ ruleId: number }>(
    `INSERT INTO policy_rule (client_id, channel, state, terms)
     SELECT $1, 'any', v.state, v.terms
     FROM json_to_recordset($2) AS v (state text, terms jsonb) RETURNING rule_id AS "ruleId"`,
    [clientId, JSON.stringify(rules)],
  );

const dates = { from: null, until: null };
const weekdays: PolicyTerms = {
  ...{ kind: 'hours', days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
  ...{ open: '09:00', close: '19:00', ...dates },
};
const sundays: PolicyTerms = {
  ...{ kind: 'hours', days: ['sun', 'holiday'], open: null, close: null, ...dates },
};
const closed: PolicyTerms = {
  ...{ kind: 'hours', days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] },
  ...{ open: null, close: null, from: '2026-11-20', until: '2026-12-05' },
};
const perDay: PolicyTerms = {
  ...{ kind: 'limit', most: 1, counts: 'attempts', of: 'number', unit: 'days', length: 1 },
};

test('on a Sunday that is closed the costs are those of the Sunday, not of the weekdays', async () => {
  const campaign = await makeCampaign(db);
  const { clientId } = campaign;
  await makeList(db, campaign, { entries: 16, firstPhone: 12_155_550_100 });
  const pennsylvania = [weekdays, sundays].map((terms) => ({ terms, state: 'PA' }));
  const [hours, sunday] = await asClient(db, clientId, (tx) =>
    addRules(tx, clientId, pennsylvania),
  );
  const costsAt = async (now: string) => {
    const read = (tx: Tx) => readPolicyCosts(tx, clientId, new Date(now));
    const { costs } = await asClientSnapshot(db, clientId, read);
    return costs.map(({ ruleId, count, last }) => ({ ruleId, count, last }));
  };
  expect(await costsAt('2026-11-29T19:04:00Z')).toEqual([
    { ...sunday, count: 16, last: '2026-11-30T13:00:00.000Z' },
  ]);
  // On Monday at 8:30 AM the Sunday is over, and the hours have not begun.
  expect(await costsAt('2026-11-30T13:30:00Z')).toEqual([
    { ...hours, count: 16, last: '2026-11-30T14:00:00.000Z' },
  ]);
});

const every: readonly Rule[] = [
  ...[weekdays, sundays, closed].map((terms) => ({ terms })),
  { terms: sundays, state: 'TX' },
  ...[1, 2, 30].map((length) => ({ terms: { ...perDay, length } })),
  { terms: { kind: 'gap', of: 'person', hours: 30 } },
  ...(['any', 'written'] as const).map((consent) => ({
    terms: { kind: 'consent' as const, consent },
  })),
  ...[1, 31].map((days) => ({ terms: { kind: 'list_age' as const, days } })),
  ...(['mobile', 'litigator'] as const).map((refused) => ({
    terms: { kind: 'scrub' as const, refused, untilChecked: true },
  })),
];

const seen = new Set<string>();
const costsAreThoseAlone = fc.asyncProperty(
  randomCampaign,
  fc.subarray([...every], { minLength: 2 }),
  async (given, rules) => {
    const { clientId } = await storeCampaign(db, given);
    const costs = (tx: Tx) =>
      readPolicyCosts(tx, clientId, new Date(given.now)).then((read) => read.costs);
    const remove = (tx: Tx) => tx.run('DELETE FROM policy_rule WHERE client_id = $1', [clientId]);
    await asClient(db, clientId, async (tx) => {
      const ids = await addRules(tx, clientId, rules);
      const together = await costs(tx);
      for (const [at, rule] of rules.entries()) {
        await remove(tx);
        const [alone] = await addRules(tx, clientId, [rule]);
        const own = together.filter(({ ruleId }) => ruleId === ids[at]?.ruleId);
        if (own.length > 0) seen.add(rule.terms.kind);
        expect({ rule, costs: await costs(tx) }).toEqual({
          rule,
          costs: own.map((cost) => ({ ...cost, ...alone })),
        });
      }
      await remove(tx);
    });
  },
);

test('a rule costs what it would cost if there were no other one', async () => {
  const kinds = ['consent', 'gap', 'hours', 'limit', 'list_age', 'scrub'];
  // Ten campaigns seldom leave out a kind; then there are more of them, until each kind has held a number.
  for (let rounds = 0; rounds === 0 || (seen.size < kinds.length && rounds < 10); rounds += 1) {
    await fc.assert(costsAreThoseAlone, { numRuns: 10, endOnFailure: true });
  }
  expect([...seen].sort()).toEqual(kinds);
}, 120_000);
