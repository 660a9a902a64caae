/** Follow-ups wait for another part of the day, and the hours that leave something of it change meanwhile. */
import { expect, test } from 'vitest';
import { policyDays } from '../../src/contract/policy.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { setCallingHours } from '../../src/db/queries/client-hours.ts';
import {
  type NewRule,
  removePolicyRule,
  storePolicyRule,
} from '../../src/db/queries/policy-save.ts';
import { recheckPolicy } from '../../src/db/queries/recheck.ts';
import { freshDatabase } from '../harness/database.ts';
import { rule, setRules } from './follow-up-world.ts';
import { makeEngine } from './test-engine.ts';
import { afternoon, makeCampaign, makeList, readCallLog, withoutGap } from './world.ts';

const db = await freshDatabase();
const minute = 60_000;
const entries = 12;
const evening = '2026-11-20T22:00:00.000Z';
const tomorrow = '2026-11-21T13:00:00.000Z';

/** In the afternoon of New York nobody answered. */
async function unanswered(
  firstPhone: number,
  before: (clientId: number) => Promise<unknown>,
  waitMinutes = 5,
) {
  const campaign = await makeCampaign(db, { callsPerMinute: 600 });
  const { clientId } = campaign;
  await withoutGap(db, clientId);
  await before(clientId);
  await makeList(db, campaign, { entries, firstPhone });
  await setRules(db, campaign, [rule({ otherPart: true, waitMinutes, most: 1 })]);
  await requestStart(db, clientId, campaign.campaignId);
  const nobody = { person: 0, machine: 0, busy: 0, failed: 0 };
  const world = makeEngine(db, { profile: nobody });
  await world.run(10 * minute, 5_000);
  // Whose part was drawn keeps it, so that chance stays chance.
  const waiting = async () => {
    const rows = await asClient(db, clientId, (tx) =>
      tx.rows<{ due: Date }>(
        `SELECT DISTINCT e.due_at AS due FROM list_entry e JOIN follow_up f
           ON f.client_id = $1 AND f.call_list_id = e.call_list_id AND f.entry_id = e.entry_id
         WHERE e.client_id = $1 AND e.state = 0 AND NOT f.by_chance AND e.reason = 'follow_up'`,
        [clientId],
      ),
    );
    return rows.map(({ due }) => due.toISOString());
  };
  return { ...world, clientId, waiting };
}

test('hours that the operator makes longer bring the part of today, and who waits is called in it', async () => {
  const { run, engine, folder, waiting, clientId } = await unanswered(12_126_600_000, (client) =>
    setCallingHours(db, client, { close: '17:00' }),
  );
  expect(await waiting()).toEqual([tomorrow]);
  await setCallingHours(db, clientId, null);
  await run(minute, 5_000);
  expect(await waiting()).toEqual([evening]);
  await run(2 * 60 * minute, minute);
  await engine.stop();
  const log = readCallLog(folder).filter(({ kind }) => kind === 'call');
  const later = log.filter(({ at }) => Date.parse(at) >= afternoon + 10 * minute);
  expect(later.length).toBeGreaterThan(entries / 2);
  expect(later.every(({ at }) => at >= evening)).toBe(true);
  expect(await waiting()).toEqual([]);
});

test('so does a closure that is deleted', async () => {
  const closed: NewRule = {
    ...{ purpose: null, campaignId: null, country: 'US', state: 'NY', channel: 'any' },
    ...{ preset: null, source: null, sourceDate: null },
    terms: {
      ...{ kind: 'hours', days: [...policyDays], open: '08:00', close: '17:00' },
      ...{ from: '2026-11-20', until: '2026-11-20' },
    },
  };
  const operator = { managerId: null, now: new Date(afternoon) };
  let ruleId = 0;
  const { run, engine, waiting, clientId } = await unanswered(12_126_700_000, async (client) => {
    const stored = await asClient(db, client, (tx) =>
      storePolicyRule(tx, client, 0, closed, operator),
    );
    ruleId = stored ?? 0;
  });
  expect(await waiting()).toEqual([tomorrow]);
  await asClient(db, clientId, (tx) => removePolicyRule(tx, clientId, ruleId, operator));
  await recheckPolicy(db, clientId);
  await run(minute, 5_000);
  expect(await waiting()).toEqual([evening]);
  await engine.stop();
});

test.each([
  ['in the evening', 300, (due: string) => due > '2026-11-21T01:00' && due < '2026-11-21T01:11'],
  ['after the hours of the evening', 480, (due: string) => due === tomorrow],
])(
  'who has to wait by its rule until %s is due in the part that it can have then',
  async (_, wait, isDue) => {
    const { engine, waiting, clientId } = await unanswered(
      12_126_800_000 + wait * 100,
      (client) => setCallingHours(db, client, { close: '17:00' }),
      wait,
    );
    expect(await waiting()).toEqual([tomorrow]);
    await engine.stop();
    await setCallingHours(db, clientId, null);
    const dues = await waiting();
    expect(dues.length).toBeGreaterThan(0);
    expect(dues.filter((due) => !isDue(due))).toEqual([]);
  },
);
