/**
 * What a contact policy holds before the gate has seen it: the funnel's figures, the numbers behind them, the
 * gate's verdicts and the costs of each rule agree.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CampaignFunnel } from '../../src/contract/campaign-funnel.ts';
import type { PolicyTerms } from '../../src/contract/policy.ts';
import type { RefusedNumber } from '../../src/contract/scrub.ts';
import { asClient, asClientSnapshot, type Tx } from '../../src/db/database.ts';
import { campaignFunnel } from '../../src/db/queries/campaign-funnel.ts';
import { type EntryOfPage, readEntriesOfPart } from '../../src/db/queries/campaign-numbers.ts';
import type { NumbersQuestion } from '../../src/db/queries/campaign-numbers-question.ts';
import { totalOf } from '../../src/db/queries/campaign-numbers-total.ts';
import { readGateSettings } from '../../src/db/queries/gate-settings.ts';
import { entryKey, judgeEntries } from '../../src/db/queries/judged-entries.ts';
import { readPolicyCosts } from '../../src/db/queries/policy-costs.ts';
import { readPolicyRules } from '../../src/db/queries/policy-rule.ts';
import { heldWaiting } from '../../src/db/queries/waiting-held.ts';
import { campaignPolicy } from '../../src/domain/policy/campaign-policy.ts';
import { afternoon, makeCampaign, makeList } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { randomCampaign } from './random-funnel.ts';
import { storeCampaign } from './stored-funnel.ts';

const db = await freshDatabase();

interface Rule {
  terms: PolicyTerms;
  state?: string;
}

const gap: Rule = { terms: { kind: 'gap', of: 'number', hours: 24 } };
const limit: Rule = {
  terms: { kind: 'limit', most: 2, counts: 'attempts', of: 'person', unit: 'days', length: 2 },
};
const consent: Rule = { terms: { kind: 'consent', consent: 'express' } };
const evenings: PolicyTerms = {
  ...{ kind: 'hours', days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] },
  ...{ open: '11:00', close: '20:00', from: null, until: null },
};
const rest: Rule = { terms: { kind: 'rest', of: 'number', unit: 'hours', length: 30 } };
const talks: Rule = {
  terms: {
    ...{ kind: 'limit', most: 1, counts: 'conversations', of: 'number' },
    ...{ unit: 'calendar_days', length: 2 },
  },
};
function scrubbed(refused: RefusedNumber, untilChecked = false): PolicyTerms {
  return { kind: 'scrub', refused, untilChecked };
}
const every: readonly Rule[] = [
  ...[gap, limit, consent, { ...consent, state: 'FL' }, { ...gap, state: 'TX' }],
  ...[{ terms: { kind: 'list_age' as const, days: 31 } }, { terms: evenings }],
  ...[rest, talks, { terms: scrubbed('litigator') }, { terms: scrubbed('mobile', true) }],
];

function addRules(tx: Tx, clientId: number, rules: readonly Rule[]) {
  return tx.run(
    `INSERT INTO policy_rule (client_id, channel, state, terms)
     SELECT $1, 'any', v.state, v.terms
     FROM json_to_recordset($2) AS v (state text, terms jsonb)`,
    [clientId, JSON.stringify(rules)],
  );
}

/**
 * Some say something about consent, some are on the national list, which is a day old, some have answered, and
 * services have said something about some.
 */
async function addWords(tx: Tx, clientId: number, now: Date) {
  await tx.run(
    `UPDATE list_entry SET consent = CASE entry_id % 4 WHEN 0 THEN NULL
       ELSE jsonb_build_object('kind', ($2::text[])[entry_id % 4]) END WHERE client_id = $1`,
    [clientId, ['express', 'refused', 'written']],
  );
  await tx.run('UPDATE client SET least_gap_hours = 0 WHERE client_id = $1', [clientId]);
  const day = new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);
  await tx.run('INSERT INTO registry_file (client_id, as_of) VALUES ($1, $2)', [clientId, day]);
  await tx.run(
    `INSERT INTO registry_number (client_id, phone, as_of)
     SELECT DISTINCT $1::int, phone, $2::date FROM list_entry WHERE client_id = $1 AND entry_id % 5 = 0`,
    [clientId, day],
  );
  await tx.run(
    `UPDATE attempt SET result = 'person'
     WHERE client_id = $1 AND entry_id % 2 = 0 AND finished_at IS NOT NULL`,
    [clientId],
  );
  await tx.run(
    `INSERT INTO scrub_answer (client_id, phone, question, answer, good_until)
     SELECT $1, phone, q.question, q.answers[1 + at % 3], 'infinity'
     FROM (SELECT phone, min(entry_id) AS at FROM list_entry WHERE client_id = $1 GROUP BY phone) e
     CROSS JOIN (VALUES ('litigator', ARRAY['yes', 'no', 'unknown']),
       ('line', ARRAY['mobile', 'landline', 'voip'])) AS q (question, answers)
     WHERE at % 4 < 3`,
    [clientId],
  );
}

const begin = { callListId: 0, after: 0, row: 0 };

/** Sorted, all lists are read in one statement; in the order of the files, one by one. */
const everyEntry = (tx: Tx, clientId: number, question: NumbersQuestion) =>
  readEntriesOfPart(tx, clientId, { ...question, sort: 'phone' }, begin, 1_000);

type Figure = Pick<NumbersQuestion, 'part' | 'reason' | 'zone' | 'opens'> & { count: number };

const figuresOf = ({ callableNow, waiting }: CampaignFunnel): Figure[] => [
  { part: 'callable', count: callableNow },
  ...waiting.map(({ reason, zone, opens, count }) => ({
    ...{ part: 'waiting' as const, reason, count },
    ...{ zone: zone ?? '', ...(opens && { opens }) },
  })),
];

/** In these the verdicts that must occur do occur, whatever the random ones bring. */
const alwaysTried = fc.sample(fc.tuple(randomCampaign, fc.subarray([...every])), {
  ...{ seed: 3, numRuns: 4 },
});

describe('a funnel under a contact policy', () => {
  test('counts each number as the gate will put it off, and opens exactly those', async () => {
    const met = new Set<string>();
    await fc.assert(
      fc.asyncProperty(randomCampaign, fc.subarray([...every]), async (given, rules) => {
        // Of numbers that the cap holds, the funnel does not say whose consent is missing, too (decision 090).
        const cap = rules.some(({ terms }) => terms.kind === 'consent') ? null : given.cap;
        const { clientId, campaignId } = await storeCampaign(db, { ...given, cap });
        const now = new Date(given.now);
        await asClient(db, clientId, async (tx) => {
          await addRules(tx, clientId, rules);
          await addWords(tx, clientId, now);
        });
        await asClientSnapshot(db, clientId, async (tx) => {
          const funnel = await campaignFunnel(tx, clientId, campaignId, now);
          if (!funnel) throw new Error('no funnel');
          const settings = await readGateSettings(tx, clientId);
          for (const { count, ...figure } of figuresOf(funnel)) {
            const question = { ...figure, campaignId, now };
            const entries = await everyEntry(tx, clientId, question);
            expect({ figure, listed: entries.length }).toEqual({ figure, listed: count });
            const judged = await judgeEntries(tx, clientId, entries, { settings, now });
            for (const { verdict } of judged.values()) {
              expect({ figure, verdict }).toMatchObject({ figure, verdict: expected(figure) });
              met.add(`${verdict.kind} ${verdict.reason}`);
            }
          }
          await costsOpenTheirNumbers(tx, clientId, now);
        });
      }),
      { numRuns: 8, examples: alwaysTried, endOnFailure: true },
    );
    expect(met.size).toBeGreaterThan(2);
    expect(met).toContain('wait contact_policy');
  }, 60_000);

  test('names a rule that closes whole days, how many wait for it and until when', async () => {
    const campaign = await makeCampaign(db);
    const { clientId, campaignId } = campaign;
    await makeList(db, campaign, { entries: 7, firstPhone: 12_122_000_000 });
    const order: PolicyTerms = {
      ...{ ...evenings, open: null, close: null },
      ...{ from: '2026-11-20', until: '2026-11-22' },
    };
    await asClient(db, clientId, (tx) =>
      addRules(tx, clientId, [{ terms: order, state: 'NY' }, { terms: evenings }]),
    );
    const closed = async (at: number) => {
      const funnel = await asClientSnapshot(db, clientId, (tx) =>
        campaignFunnel(tx, clientId, campaignId, new Date(at)),
      );
      return funnel?.closed;
    };
    const rule = expect.objectContaining({ state: 'NY', terms: order });
    expect(await closed(afternoon)).toEqual([
      { rule, count: 7, until: '2026-11-23T16:00:00.000Z' },
    ]);
    await asClient(db, clientId, (tx) =>
      tx.run(
        `UPDATE policy_rule SET terms = terms || '{"until": "2027-01-31"}'
         WHERE client_id = $1 AND state = 'NY'`,
        [clientId],
      ),
    );
    expect(await closed(afternoon)).toMatchObject([{ count: 7, until: null }]);
    // An order that goes on for longer beside it, as an extension does, is the one that is named.
    const extended: PolicyTerms = { ...order, until: '2026-11-24' };
    await asClient(db, clientId, async (tx) => {
      await tx.run(`UPDATE policy_rule SET terms = $2 WHERE client_id = $1 AND state = 'NY'`, [
        clientId,
        order,
      ]);
      await addRules(tx, clientId, [{ terms: extended, state: 'NY' }]);
    });
    expect(await closed(afternoon)).toMatchObject([
      { rule: { terms: extended }, count: 7, until: '2026-11-25T16:00:00.000Z' },
    ]);
    // Hours of the evening close no day.
    await asClient(db, clientId, (tx) =>
      tx.run(`DELETE FROM policy_rule WHERE client_id = $1 AND state = 'NY'`, [clientId]),
    );
    expect(await closed(afternoon - 7 * 3_600_000)).toBeUndefined();
  });

  test('says what holds a list that the engine has not looked at, and "at least" beyond a bound', async () => {
    const campaign = await makeCampaign(db);
    const { clientId, campaignId } = campaign;
    const first = await makeList(db, campaign, { entries: 20 });
    const again = await makeList(db, campaign, { entries: 30 });
    await asClient(db, clientId, async (tx) => {
      await addRules(tx, clientId, [gap]);
      // Those of the first list were tried a minute ago.
      await tx.run(
        `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
           attempted_at, finished_at, result)
         SELECT $1, $2, entry_id, $3, phone, gen_random_uuid(), $4, $4, 'busy' FROM list_entry
         WHERE client_id = $1 AND call_list_id = $2`,
        [clientId, first, campaignId, new Date(afternoon - 60_000)],
      );
      await tx.run(
        `UPDATE list_entry SET state = 1, due_at = $3 WHERE client_id = $1 AND call_list_id = $2`,
        [clientId, first, new Date(afternoon - 60_000)],
      );
      await tx.run(
        `UPDATE list_entry e SET phone = f.phone FROM list_entry f
         WHERE e.client_id = $1 AND e.call_list_id = $3 AND f.client_id = $1
           AND f.call_list_id = $2 AND f.entry_id = e.entry_id`,
        [clientId, first, again],
      );
    });
    const waiting = async () => {
      const funnel = await asClientSnapshot(db, clientId, (tx) =>
        campaignFunnel(tx, clientId, campaignId, new Date(afternoon)),
      );
      return Object.fromEntries(funnel?.waiting.map(({ reason, count }) => [reason, count]) ?? []);
    };
    expect(await waiting()).toMatchObject({ contact_policy: 20 });
    const question = { part: 'waiting' as const, reason: 'contact_policy', campaignId };
    const now = new Date(afternoon);
    await asClientSnapshot(db, clientId, async (tx) => {
      expect(await totalOf(tx, clientId, { ...question, now })).toBe(20);
      const inFile = await readEntriesOfPart(tx, clientId, { ...question, now }, begin);
      expect(inFile.map(({ callListId }) => callListId)).toEqual(Array(20).fill(again));
    });
    await asClientSnapshot(db, clientId, async (tx) => {
      await costsOpenTheirNumbers(tx, clientId, now);
      const rules = await readPolicyRules(tx, clientId);
      const policy = campaignPolicy(rules, { campaignId, purpose: 'sales', kind: 'call' });
      const asked = { callListIds: [again], now, cap: null, countries: ['US'] };
      const { groups, atLeast } = await heldWaiting(tx, clientId, asked, policy, 12);
      const held = groups.filter((group) => group.policy);
      expect(held.reduce((sum, { count }) => sum + count, 0)).toBe(12);
      expect(atLeast).toBe(true);
      expect((await heldWaiting(tx, clientId, asked, policy)).atLeast).toBe(false);
    });
  });
});

/** A campaign that does not run waits for its start. */
function expected({ part, reason, zone }: Omit<Figure, 'count'>) {
  const passes = part === 'callable' || ['campaign_stopped', 'carrier_busy'].includes(reason ?? '');
  if (passes) return { kind: 'call', reason: null };
  return { kind: 'wait', reason, ...(zone && { zone }) };
}

/** Each cost of a rule opens as many numbers of its list as it says. */
async function costsOpenTheirNumbers(tx: Tx, clientId: number, now: Date) {
  const { costs } = await readPolicyCosts(tx, clientId, now);
  for (const { ruleId, campaignId, callListId, count } of costs) {
    const question = { part: 'policy_rule' as const, campaignId, ruleId, callListId, now };
    const entries: EntryOfPage[] = await everyEntry(tx, clientId, question);
    const inFile = await readEntriesOfPart(tx, clientId, question, begin, 1_000);
    expect(inFile.map(entryKey).sort()).toEqual(entries.map(entryKey).sort());
    expect({ ruleId, listed: entries.length }).toEqual({ ruleId, listed: count });
    expect(entries.every((entry) => entry.callListId === callListId)).toBe(true);
    expect(await totalOf(tx, clientId, question)).toBe(count);
  }
}
