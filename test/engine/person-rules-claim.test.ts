/** The operator changes the least gap or the stop scope while a claim waits for that change. */
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { asClient, asOwner, asPlatform, type Tx } from '../../src/db/database.ts';
import { claimCalls } from '../../src/db/queries/claim.ts';
import type { ClaimRequest } from '../../src/db/queries/claim-request.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { type PersonRules, setPersonRules } from '../../src/db/queries/person-rules.ts';
import { callingHours } from '../../src/domain/calling-hours.ts';
import { decide } from '../../src/domain/gate.ts';
import { gateQuestion } from '../../src/domain/gate-question.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { held } from '../harness/held.ts';
import { until } from '../harness/until.ts';
import { entriesOf, makeAccounts } from './account-world.ts';
import { makeTexting } from './text-world.ts';
import { afternoon, type Campaign, makeCampaign } from './world.ts';

const db = await freshDatabase();
const [tried, beside] = ['12125550101', '12125550102'] as [string, string];

const kinds = [
  { kind: 'call', make: makeCampaign },
  { kind: 'text', make: makeTexting },
] as const;

/** A running campaign, leased, with a list of one account. */
async function running(make: typeof makeCampaign, rules: PersonRules, phones: readonly string[]) {
  const campaign = await make(db, {});
  const { clientId, campaignId } = campaign;
  await setPersonRules(db, clientId, rules);
  const callListId = await makeAccounts(db, campaign, [{ phones }]);
  const lease = { clientId, campaignId, engineId: randomUUID(), fence: 1 };
  await asPlatform(db, async (tx) => {
    await tx.run(
      `INSERT INTO campaign_lease (client_id, campaign_id, engine_id, fence, until)
       VALUES ($1, $2, $3, 1, 'infinity')`,
      [clientId, campaignId, lease.engineId],
    );
    await tx.run('UPDATE campaign SET run_status = 3 WHERE client_id = $1', [clientId]);
  });
  return { campaign, callListId, request: requestOf(lease) };
}

function requestOf(lease: ClaimRequest['lease']): ClaimRequest {
  const moment = { hours: callingHours(null), countries: ['US'], submissionTakes: simMs(0) };
  return {
    ...{ lease, now: new Date(afternoon), wanted: 10, skip: [] },
    judge: (candidate, policy) =>
      decide(gateQuestion(candidate, { ...moment, now: afternoon, policy })),
    callerId: { type: 0, number: '' },
  };
}

/** The campaign has tried the number an hour ago. */
const triedBefore = ({ clientId, campaignId }: Campaign, phone: string) =>
  asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at, finished_at, result)
       VALUES ($1, 1, 1, $2, $3, $4, $5, $5, 'busy')`,
      [clientId, campaignId, phone, randomUUID(), new Date(afternoon - 3_600_000)],
    ),
  );

const untilWaiting = (most: number) =>
  until(() =>
    asOwner(db, async (tx) => {
      const row = await tx.row<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return row?.count === most || undefined;
    }),
  );

/**
 * The change waits for somebody who has the campaign's row, and a claim begins behind it.
 *
 * @returns the change and the claim, both under way again
 */
async function claimBehind(
  { campaign, request }: Pick<Awaited<ReturnType<typeof running>>, 'campaign' | 'request'>,
  rules: PersonRules,
  inClaim: (tx: Tx, setting: Promise<void>) => Tx = (tx) => tx,
) {
  const letGo = await held(
    db,
    campaign.clientId,
    'SELECT FROM campaign WHERE client_id = $1 FOR NO KEY UPDATE',
  );
  const setting = setPersonRules(db, campaign.clientId, rules);
  await untilWaiting(1);
  const claim = asClient(db, campaign.clientId, (tx) => claimCalls(inClaim(tx, setting), request));
  onTestFinished(() => Promise.allSettled([setting, claim]).then(() => {}));
  await untilWaiting(2);
  await letGo();
  return { setting, claim };
}

test.each(kinds)('a $kind that waited for a longer gap keeps it', async ({ make }) => {
  const world = await running(make, { stopScope: 'account', leastGapHours: 0 }, [tried]);
  await triedBefore(world.campaign, tried);
  const { setting, claim } = await claimBehind(world, { stopScope: 'account', leastGapHours: 4 });
  await setting;
  expect(await claim).toMatchObject({ kind: 'claimed', calls: [] });
  expect(await entriesOf(db, world.campaign.clientId, world.callListId)).toEqual([
    { phone: tried, state: 0, reason: 'least_gap' },
  ]);
});

test.each(kinds)('a $kind that waited for a shorter gap is put off by no other', async (of) => {
  const world = await running(of.make, { stopScope: 'account', leastGapHours: 4 }, [tried]);
  await triedBefore(world.campaign, tried);
  /** It puts nobody off before the change is reported as done. */
  const slow = (tx: Tx, setting: Promise<void>): Tx => ({
    ...tx,
    async run(sql, values) {
      if (sql.includes('delay_entries')) await setting;
      return tx.run(sql, values);
    },
  });
  const shorter = { stopScope: 'account', leastGapHours: 0 } as const;
  const { setting, claim } = await claimBehind(world, shorter, slow);
  await setting;
  expect(await claim).toMatchObject({ kind: 'claimed', calls: [{ phone: tried }] });
});

test.each(kinds)('a $kind that waited for a wider stop obeys it', async ({ make }) => {
  const world = await running(make, { stopScope: 'number', leastGapHours: 0 }, [beside, tried]);
  const { clientId } = world.campaign;
  await asClient(db, clientId, (tx) => optOut(tx, clientId, tried, 'text'));
  const { setting, claim } = await claimBehind(world, { stopScope: 'account', leastGapHours: 0 });
  await setting;
  expect(await claim).toMatchObject({ kind: 'claimed', calls: [] });
});
