/** Whoever changes the contact policy and dies after the commit leaves nobody waiting for what no longer stands. */
import { expect, test } from 'vitest';
import { asClient, type Tx } from '../../src/db/database.ts';
import { setListConsent } from '../../src/db/queries/call-list.ts';
import { findBroadcast } from '../../src/db/queries/campaign.ts';
import { saveBroadcast } from '../../src/db/queries/campaign-save.ts';
import {
  type PolicyChanger,
  removeOwnRule,
  saveOwnRule,
  switchPreset,
} from '../../src/db/queries/policy-change.ts';
import { finishRegistryFile } from '../../src/db/queries/registry.ts';
import { afternoon, makeCampaign, makeList, makeTestClient } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';
import { until } from '../harness/until.ts';

const db = await freshDatabase();
await testJobs(db);
const by = { managerId: null, now: new Date(afternoon) };

class Killed extends Error {}

/** Its process ends in the moment after the commit. */
const dying = (clientId: number): PolicyChanger => ({
  ...{ db, clientId, by },
  commit: async (work) => {
    await asClient(db, clientId, work);
    throw new Killed();
  },
  settle: async () => true,
});
const living = (clientId: number): PolicyChanger => ({
  ...{ db, clientId, by, settle: async () => true },
  commit: (work) => asClient(db, clientId, work),
});

const own = (terms: Parameters<typeof saveOwnRule>[2]['terms']) => ({
  ...{ purpose: null, campaignId: null, country: null, state: null, channel: 'any' as const },
  ...{ source: null, sourceDate: null, terms },
});
const gap = own({ kind: 'gap', of: 'number', hours: 700 });

async function world() {
  const clientId = await makeTestClient(db);
  const { campaignId } = await makeCampaign(db, { clientId });
  const callListId = await makeList(db, { clientId, campaignId }, { entries: 3 });
  const ruleId = await saveOwnRule(living(clientId), 0, gap);
  const inClient = <T>(work: (tx: Tx) => Promise<T>) => asClient(db, clientId, work);
  const putOff = (reason: string) =>
    inClient((tx) =>
      tx.run(
        `UPDATE list_entry SET due_at = '2100-01-01', reason = $2
         WHERE client_id = $1 AND call_list_id = $3`,
        [clientId, reason, callListId],
      ),
    );
  const due = async () => {
    const rows = await inClient((tx) =>
      tx.rows(
        `SELECT FROM list_entry WHERE client_id = $1 AND call_list_id = $2 AND due_at = '-infinity'`,
        [clientId, callListId],
      ),
    );
    return rows.length;
  };
  return { clientId, campaignId, callListId, ruleId, inClient, putOff, due };
}

type World = Awaited<ReturnType<typeof world>>;

const changes: [string, string, (given: World) => Promise<unknown>][] = [
  [
    'a rule that is removed',
    'contact_policy',
    ({ clientId, ruleId }) => removeOwnRule(dying(clientId), ruleId),
  ],
  [
    'a rule that becomes another one',
    'contact_policy',
    ({ clientId, ruleId }) =>
      saveOwnRule(dying(clientId), ruleId, own({ kind: 'consent', consent: 'any' })),
  ],
  [
    'a preset that is switched off',
    'calling_hours',
    async ({ clientId, putOff }) => {
      await switchPreset(living(clientId), 'florida', true);
      await putOff('calling_hours');
      return switchPreset(dying(clientId), 'florida', false);
    },
  ],
  [
    'a campaign that is for something else',
    'no_consent',
    async ({ clientId, campaignId, inClient }) => {
      const stored = await inClient((tx) => findBroadcast(tx, clientId, campaignId, by.now));
      if (!stored) throw new Error('no campaign');
      const wanted = { ...stored, purpose: 'political' as const };
      await inClient((tx) => saveBroadcast(tx, clientId, campaignId, wanted, by));
      throw new Killed();
    },
  ],
  [
    'consent of a list',
    'no_consent',
    async ({ clientId, callListId, inClient }) => {
      const consent = { kind: 'express' as const, source: 'Form', date: '', words: '' };
      await inClient((tx) => setListConsent(tx, clientId, callListId, { consent, by }));
      throw new Killed();
    },
  ],
  [
    'a file of the national list',
    'contact_policy',
    async ({ clientId }) => {
      await finishRegistryFile(db, clientId, { asOf: '2026-11-01', replaces: true });
      throw new Killed();
    },
  ],
];

test.each(changes)(
  '%s lets go what waits, although its process dies after the commit',
  async (_name, reason, change) => {
    const given = await world();
    await given.putOff(reason);
    await expect(change(given)).rejects.toBeInstanceOf(Killed);
    await until(async () => (await given.due()) === 3 || undefined);
  },
);
