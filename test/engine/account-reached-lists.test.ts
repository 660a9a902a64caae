/** An account is one in every list of its file: that of the file, and those of follow-ups in other campaigns. */
import { describe, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import type { CallResult } from '../../src/domain/call-result.ts';
import { freshDatabase } from '../harness/database.ts';
import { entriesOf, makeAccountCampaign, makeAccounts } from './account-world.ts';
import { childrenOf, ended, record, rule, setRules, takeEntries } from './follow-up-world.ts';
import { recount } from './recount.ts';
import { leasesRunOut } from './silent-engine.ts';
import { makeEngine } from './test-engine.ts';
import { readCallLog, withoutGap } from './world.ts';

const db = await freshDatabase();
const listeners = { person: 1, machine: 0, busy: 0, failed: 0, hangsUpEarly: 0, pressesNine: 0 };
const minute = 60_000;
let firstPhone = 12_125_571_000;

/** One account with three numbers, and three campaigns that call each account once; who is busy continues with the next. */
async function threeCampaigns() {
  const file = await makeAccountCampaign(db, { callsPerMinute: 600 });
  const { clientId } = file;
  await withoutGap(db, clientId);
  const second = await makeAccountCampaign(db, { clientId, callsPerMinute: 600 });
  const third = await makeAccountCampaign(db, { clientId, callsPerMinute: 600 });
  firstPhone += 10;
  const phones = [firstPhone, firstPhone + 1, firstPhone + 2];
  const listId = await makeAccounts(db, file, [{ phones }]);
  const busy = { after: 'busy', action: 'campaign', waitMinutes: 20 } as const;
  await setRules(db, file, [rule({ ...busy, campaignId: second.campaignId })]);
  await setRules(db, second, [rule({ ...busy, campaignId: third.campaignId })]);
  const call = async (campaign: typeof file, list: number, entry: number, result: CallResult) => {
    await takeEntries(db, campaign, list, [entry]);
    await record(db, clientId, [ended(list, entry, result)]);
  };
  return { file, second, third, clientId, listId, call };
}

const keysOf = async (clientId: number) =>
  (await childrenOf(db, clientId)).map(({ callListId, entryId }) => [callListId, entryId] as const);

describe('One call per account', () => {
  test('holds in the list of the file after an answer in the list that follows it', async () => {
    const { second, clientId, listId, call, file } = await threeCampaigns();
    await call(file, listId, 1, 'busy');
    const [child] = await keysOf(clientId);
    await call(second, ...(child ?? [0, 0]), 'person');
    const states = (await entriesOf(db, clientId, listId)).map(({ reason }) => reason);
    expect(states).toEqual([null, 'already_reached', 'already_reached']);
    expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
  });

  test('holds two lists further, and in a list beside, after an answer in the list of the file', async () => {
    const { file, second, third, clientId, listId, call } = await threeCampaigns();
    await call(file, listId, 1, 'busy');
    const [child] = await keysOf(clientId);
    await call(second, ...(child ?? [0, 0]), 'busy');
    // Another rule of the campaign of the file leads to the third one straight.
    const { campaignId } = third;
    await setRules(db, file, [rule({ after: 'busy', action: 'campaign', campaignId })]);
    await call(file, listId, 2, 'busy');
    await call(file, listId, 3, 'person');
    const children = (await childrenOf(db, clientId)).map(({ state, reason }) => [state, reason]);
    expect(children).toEqual([
      [1, null],
      [2, 'already_reached'],
      [2, 'already_reached'],
    ]);
    expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
  });

  test('holds in every list below the file, whatever their own campaigns say', async () => {
    const { file, second, third, clientId, listId, call } = await threeCampaigns();
    await asClient(db, clientId, (tx) =>
      tx.run(
        `UPDATE campaign SET one_call_per_account = false WHERE client_id = $1 AND campaign_id = ANY ($2)`,
        [clientId, [second.campaignId, third.campaignId]],
      ),
    );
    await call(file, listId, 1, 'busy');
    const { campaignId } = third;
    await setRules(db, file, [rule({ after: 'busy', action: 'campaign', campaignId })]);
    await call(file, listId, 2, 'busy');
    const [[list, entry] = [0, 0]] = await keysOf(clientId);
    await call(second, list, entry, 'person');
    const children = (await childrenOf(db, clientId)).map(({ state, reason }) => [state, reason]);
    expect(children).toEqual([
      [1, null],
      [2, 'already_reached'],
    ]);
  });

  test('makes no follow-up of a number after an answer in another list', async () => {
    const { file, second, clientId, listId, call } = await threeCampaigns();
    await takeEntries(db, file, listId, [2]);
    await call(file, listId, 1, 'busy');
    const [child] = await keysOf(clientId);
    await call(second, ...(child ?? [0, 0]), 'person');
    await record(db, clientId, [ended(listId, 2, 'busy')]);
    expect(await childrenOf(db, clientId)).toHaveLength(1);
  });

  test('is asked by the gate in every list: of a call in progress, and of an answer', async () => {
    const { file, second, clientId, listId, call } = await threeCampaigns();
    await call(file, listId, 1, 'busy');
    const [[list, entry] = [0, 0]] = await keysOf(clientId);
    await takeEntries(db, second, list, [entry]);
    const { engine, folder, run } = makeEngine(db);
    await requestStart(db, clientId, file.campaignId);
    await run(minute, 5_000);
    const reasons = async () =>
      (await entriesOf(db, clientId, listId)).map(({ reason }) => reason).slice(1);
    expect(await reasons()).toEqual(['account_in_call', 'account_in_call']);
    // As an engine notes it that dies then.
    await asClient(db, clientId, (tx) =>
      tx.run(
        `UPDATE attempt SET reached_at = attempted_at, result = 'unknown', finished_at = attempted_at
         WHERE client_id = $1 AND call_list_id = $2`,
        [clientId, list],
      ),
    );
    await run(2 * minute, 5_000);
    await engine.stop();
    expect(await reasons()).toEqual(['already_reached', 'already_reached']);
    expect(readCallLog(folder)).toEqual([]);
  });

  test.each(['file', 'follow-ups'])(
    'holds in the other list if a person answers and the engine dies, where only the campaign of the %s calls each account once',
    async (once) => {
      const { file, second, clientId, listId, call } = await threeCampaigns();
      const other = once === 'file' ? second : file;
      await call(file, listId, 1, 'busy');
      const [[list] = [0]] = await keysOf(clientId);
      await asClient(db, clientId, async (tx) => {
        const many =
          'UPDATE campaign SET one_call_per_account = campaign_id <> $2 WHERE client_id = $1';
        await tx.run(many, [clientId, other.campaignId]);
        const long =
          'UPDATE voice_message_rendering SET duration_ms = 3600000 WHERE client_id = $1';
        await tx.run(long, [clientId]);
      });
      await requestStart(db, clientId, other.campaignId);
      const first = makeEngine(db, { profile: listeners });
      await first.run(20 * minute, minute);
      await first.run(2 * minute, 5_000);
      await leasesRunOut(db);
      const heir = makeEngine(db, { profile: listeners, clock: first.clock });
      await heir.run(minute, 5_000);
      await heir.engine.stop();
      const barred = (await entriesOf(db, clientId, once === 'file' ? listId : list)).filter(
        ({ reason }) => reason === 'already_reached',
      );
      expect(barred).toHaveLength(once === 'file' ? 2 : 1);
      expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
    },
  );
});
