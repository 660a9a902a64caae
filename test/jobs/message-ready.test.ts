import { expect, test } from 'vitest';
import { voiceMessageStepInput } from '../../src/contract/voice-message.ts';
import { asClient } from '../../src/db/database.ts';
import { finishRendering } from '../../src/db/queries/voice-message-rendering.ts';
import { saveVoiceMessage } from '../../src/db/queries/voice-message-save.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { testApi } from '../harness/api.ts';
import { untilBlocked } from '../harness/blocked.ts';
import type { TestResponse } from '../harness/caller.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { byNobody } from '../harness/changing.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const { clientId } = client;
const me = await api.signIn(client);

/** Nobody renders here: each message becomes Ready when a test says so. */
async function message(name: string): Promise<number> {
  const step = voiceMessageStepInput.parse({ messageStepType: 4, value: 'Hello', ttsVoiceId: 1 });
  const id = await asClient(db, clientId, (tx) =>
    saveVoiceMessage(tx, clientId, 0, { name, messageSteps: [step] }, byNobody),
  );
  return id ?? 0;
}

const rendering = { plan: [], preview: Buffer.alloc(0), durationMs: 1_000 };
const versionOf = (voiceMessageId: number) => ({ clientId, voiceMessageId, version: 1 });

function becomesReady(id: number): Promise<void> {
  return asClient(db, clientId, (tx) => finishRendering(tx, versionOf(id), rendering));
}

async function campaign(
  name: string,
  customerMessageId: number,
  machineMessageId: number | null = null,
): Promise<number> {
  const campaignId = await makeCampaign(db, clientId, { name, customerMessageId });
  const list = await makeCallList(db, clientId, { campaignId, name, phones: 1, status: 4 });
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone)
       VALUES ($1, $2, 1, 2, '13025550148')`,
      [clientId, list],
    );
    await tx.run('UPDATE campaign SET machine_message_id = $2 WHERE campaign_id = $1', [
      campaignId,
      machineMessageId,
    ]);
  });
  return campaignId;
}

const start = (id: number) => me.post(`/api/campaign/${id}/start`);
const reasonOf = async (id: number) =>
  (await me.get(`/api/campaign/broadcast/${id}/item`)).json<{ statusReason: string | null }>()
    .statusReason;

test('the reason that a message is not ready goes when it becomes Ready, or names the next one', async () => {
  const customerMessageId = await message('Offer: 50%_done');
  const machineMessageId = await message('For machines');
  const id = await campaign('Waits', customerMessageId, machineMessageId);
  const elsewhere = await campaign('Other', machineMessageId);
  for (const one of [id, elsewhere]) expect((await start(one)).status).toBe(409);
  expect(await reasonOf(id)).toBe(
    reasonSentence({ code: 'message_not_ready', message: 'Offer: 50%_done' }),
  );

  await becomesReady(customerMessageId);
  expect(await reasonOf(id)).toBe(
    reasonSentence({ code: 'message_not_ready', message: 'For machines' }),
  );
  expect(await reasonOf(elsewhere)).toBe(
    reasonSentence({ code: 'message_not_ready', message: 'For machines' }),
  );
  await becomesReady(machineMessageId);
  expect([await reasonOf(id), await reasonOf(elsewhere)]).toEqual([null, null]);
  expect((await start(id)).status).toBe(200);
});

test('another reason stays', async () => {
  const customerMessageId = await message('Reminder');
  const id = await makeCampaign(db, clientId, { name: 'Bare', customerMessageId });
  expect((await start(id)).status).toBe(409);
  await becomesReady(customerMessageId);
  expect(await reasonOf(id)).toBe(reasonSentence({ code: 'no_list' }));
});

test('a start in the moment of becoming Ready waits for it, and is not refused', async () => {
  const customerMessageId = await message('Racing');
  const id = await campaign('Racing', customerMessageId);
  const starts: Promise<TestResponse>[] = [];
  await asClient(db, clientId, async (tx) => {
    await finishRendering(tx, versionOf(customerMessageId), rendering);
    starts.push(start(id));
    await untilBlocked(db);
  });
  expect((await starts[0])?.status).toBe(200);
  expect(await reasonOf(id)).toBeNull();
});
