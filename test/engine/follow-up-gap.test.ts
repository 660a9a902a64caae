/** A follow-up that its rule wants before the minimum gap is over says when it really comes, everywhere alike. */
import { expect, test } from 'vitest';
import { asClientSnapshot } from '../../src/db/database.ts';
import { campaignFunnel } from '../../src/db/queries/campaign-funnel.ts';
import { readGateSettings } from '../../src/db/queries/gate-settings.ts';
import { judgeEntries } from '../../src/db/queries/judged-entries.ts';
import { setPersonRules } from '../../src/db/queries/person-rules.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { childrenOf, ended, record, rule, setRules, takeEntries } from './follow-up-world.ts';
import { afternoon, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();
const minute = 60_000;
const hour = 60 * minute;
const now = new Date(afternoon + minute);

/** One number that was busy, and is called again 20 minutes later. */
async function busyOnce(of: Parameters<typeof rule>[0] = {}) {
  const campaign = await makeCampaign(db);
  const { clientId, campaignId } = campaign;
  const listId = await makeList(db, campaign, { entries: 1 });
  await setRules(db, campaign, [rule({ after: 'busy', waitMinutes: 20, most: 1, ...of })]);
  await takeEntries(db, campaign, listId, [1]);
  await record(db, clientId, [ended(listId, 1, 'busy')]);
  const child = async () => {
    const [one] = await childrenOf(db, clientId);
    if (!one) throw new Error('no follow-up');
    return one;
  };
  return { clientId, campaignId, listId, child };
}

test('a follow-up before the end of the minimum gap waits for the gap, in the funnel and for its number', async () => {
  const { clientId, campaignId, listId, child } = await busyOnce();
  const { due, reason, entryId } = await child();
  const end = afternoon + 4 * hour;
  expect([due, reason]).toEqual([end, 'least_gap']);
  const { funnel, judged } = await asClientSnapshot(db, clientId, async (tx) => {
    const entry = { campaignId, callListId: listId, entryId, phoneColumns: 1 };
    const of = { attemptKind: 'call', oneCallPerAccount: false, purpose: 'informational' } as const;
    const putOff = { due: simMs(due), reason };
    const settings = await readGateSettings(tx, clientId);
    return {
      funnel: await campaignFunnel(tx, clientId, campaignId, now),
      judged: await judgeEntries(tx, clientId, [{ ...entry, ...of, ...putOff }], { settings, now }),
    };
  });
  const until = new Date(end).toISOString();
  expect(funnel?.waiting).toMatchObject([
    { reason: 'least_gap', count: 1, first: until, last: until },
  ]);
  const [one] = judged.values();
  expect(one?.verdict).toMatchObject({ kind: 'wait', reason: 'least_gap', until: end });
});

test('a follow-up that waited for a gap that is lifted comes when its rule says, not before', async () => {
  const { clientId, child } = await busyOnce();
  await setPersonRules(db, clientId, { stopScope: 'account', leastGapHours: 0 });
  const { due, reason } = await child();
  expect([due, reason]).toEqual([afternoon + 20_000 + 20 * minute, 'follow_up']);
});

test('a follow-up after the end of the minimum gap waits for its own time', async () => {
  const { child } = await busyOnce({ waitMinutes: 300 });
  const { due, reason } = await child();
  expect([due, reason]).toEqual([afternoon + 20_000 + 5 * hour, 'follow_up']);
});
