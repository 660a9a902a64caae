/** A carrier is told which messages sound different for each account: their addresses are the call's. */
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { acquireLeases, readLeasedCampaigns } from '../../src/db/queries/lease.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeCampaign, makeList, makeMessage, makeTestClient } from './world.ts';

const db = await freshDatabase();

test('a message whose plan has a field is told as one of the account, any other as one for all', async () => {
  const clientId = await makeTestClient(db);
  const [personal, same] = [
    await makeMessage(db, clientId, 20_000),
    await makeMessage(db, clientId, 15_000),
  ];
  const steps = [
    { kind: 'sound', stepId: 1, from: 0, samples: 8 },
    { kind: 'field', stepId: 2, from: 8, samples: 8, fieldId: 1, voiceId: 1, modeId: 1 },
  ];
  for (const [id, plan] of [
    [personal, steps],
    [same, steps.slice(0, 1)],
  ]) {
    await asClient(db, clientId, (tx) =>
      tx.run('UPDATE voice_message_rendering SET plan = $2 WHERE voice_message_id = $1', [
        id,
        JSON.stringify(plan),
      ]),
    );
  }
  const messages = { customerMessage: personal, machineMessage: same };
  const campaign = await makeCampaign(db, { clientId, ...messages });
  await makeList(db, campaign, { entries: 1 });
  await requestStart(db, clientId, campaign.campaignId);
  const engineId = '00000000-0000-4000-8000-000000000001';
  const [settings] = await asPlatform(db, async (tx) => {
    await acquireLeases(tx, engineId, 60);
    return readLeasedCampaigns(tx, engineId);
  });
  const version = 1;
  expect([settings?.customerMessage, settings?.machineMessage]).toEqual([
    { voiceMessageId: personal, version, durationMs: 20_000, perAccount: true },
    { voiceMessageId: same, version, durationMs: 15_000, perAccount: false },
  ]);
});
