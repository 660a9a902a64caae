import { expect, test } from 'vitest';
import { stepType, voiceMessageStepInput } from '../../src/contract/voice-message.ts';
import { asClient, asOwner } from '../../src/db/database.ts';
import { saveAccountField } from '../../src/db/queries/account-field.ts';
import {
  deleteVoiceMessage,
  listVoiceMessageSteps,
  listVoiceMessages,
  voiceMessagePreview,
} from '../../src/db/queries/voice-message.ts';
import { saveVoiceMessage } from '../../src/db/queries/voice-message-save.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { decodeWav } from '../../src/domain/sound/wav.ts';
import { byNobody } from '../harness/changing.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';
import { until } from '../harness/until.ts';

const db = await freshDatabase();
const { clientId } = await makeClient(db);
await testJobs(db);

const fixed = (value: string) =>
  voiceMessageStepInput.parse({ messageStepType: stepType.fixedTts, value, ttsVoiceId: 4 });
const field = (ttsFieldId: number, ttsModeId: number) =>
  voiceMessageStepInput.parse({
    messageStepType: stepType.fieldTts,
    ttsFieldId,
    ttsModeId,
    ttsVoiceId: 5,
  });
/** Upkeep by the clock may be in the queue at any time. */
const waitingRenderings = `SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'render-message'`;
type Step = ReturnType<typeof fixed>;

async function save(messageSteps: Step[], id = 0, name = 'Reminder'): Promise<number> {
  const saved = await asClient(db, clientId, (tx) =>
    saveVoiceMessage(tx, clientId, id, { name, messageSteps }, byNobody),
  );
  if (saved === undefined) throw new Error('The message was not saved.');
  return saved;
}

async function messageOf(id: number) {
  const all = await asClient(db, clientId, (tx) => listVoiceMessages(tx, clientId));
  const message = all.find((one) => one.id === id);
  if (!message) throw new Error('The message is gone.');
  return message;
}

const settled = (id: number) =>
  until(async () => {
    const message = await messageOf(id);
    return message.messageStatusId > 2 ? message : undefined;
  });

const versionsOf = (id: number) =>
  asOwnerOf<{ version: number; ready: number | null }>(
    'SELECT version, ready_version AS ready FROM voice_message WHERE voice_message_id = $1',
    id,
  );

async function asOwnerOf<Row>(sql: string, id: number): Promise<Row | undefined> {
  return asClient(db, clientId, (tx) => tx.row<Row>(sql, [id]));
}

test('a message becomes Ready, and its preview is its steps one after the other', async () => {
  const id = await save([fixed('Hello.'), field(1, 1), field(11, 2), fixed('Goodbye for now.')]);
  expect((await messageOf(id)).messageStatusName).toMatch(/Pending|Processing|Ready/);
  const { messageStatusName, duration, statusReason } = await settled(id);
  expect({ messageStatusName, statusReason }).toEqual({
    messageStatusName: 'Ready',
    statusReason: null,
  });
  const { rendering } = await asClient(db, clientId, (tx) => voiceMessagePreview(tx, clientId, id));
  const { sampleRate, samples } = decodeWav(rendering?.preview ?? Buffer.alloc(0));
  expect(sampleRate).toBe(8000);
  expect(samples.length / 8000).toBeCloseTo(duration ?? 0, 2);

  const steps = await asClient(db, clientId, (tx) => listVoiceMessageSteps(tx, clientId, id));
  const lengths = (steps ?? []).map((step) => step.duration ?? 0);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeCloseTo(duration ?? 0, 1);
  // "External Id" letter by letter takes longer than "First Name" in words.
  expect(lengths[2]).toBeGreaterThan((lengths[1] ?? 0) * 2);
});

test.each([
  ['... !', reasonSentence({ code: 'nothing_to_speak', step: 2 })],
  ['Привет', reasonSentence({ code: 'letters_not_spoken', letters: 'П р и в е', step: 2 })],
  ['Again and again. '.repeat(230), reasonSentence({ code: 'message_too_long', step: 5 })],
])('a text that cannot be spoken ends as Error with the reason (%#)', async (text, reason) => {
  const many = text.length > 100 ? Array.from({ length: 8 }, () => fixed(text)) : [fixed(text)];
  const id = await save([fixed('Hello.'), ...many]);
  const { messageStatusName, statusReason, duration } = await settled(id);
  expect({ messageStatusName, statusReason, duration }).toEqual({
    messageStatusName: 'Error',
    statusReason: reason,
    duration: null,
  });
});

test('an edit is a new version; what was Ready keeps playing until the new one is', async () => {
  const id = await save([fixed('First version.')]);
  await settled(id);
  expect(await versionsOf(id)).toEqual({ version: 1, ready: 1 });

  await save([fixed('!!!')], id);
  expect((await settled(id)).messageStatusName).toBe('Error');
  expect(await versionsOf(id)).toEqual({ version: 2, ready: 1 });
  const playing = await asOwnerOf(
    'SELECT 1 FROM voice_message_rendering WHERE voice_message_id = $1 AND version = 1',
    id,
  );
  expect(playing).toBeDefined();
  const { rendering } = await asClient(db, clientId, (tx) => voiceMessagePreview(tx, clientId, id));
  expect(rendering).toBeUndefined();

  await save([fixed('Third version.')], id);
  expect((await settled(id)).messageStatusName).toBe('Ready');
  expect(await versionsOf(id)).toEqual({ version: 3, ready: 3 });
});

test('of edits that follow one another at once the last is what becomes Ready', async () => {
  const id = await save([fixed('Zero.')]);
  for (const word of ['One.', 'Two.', 'Three.']) await save([fixed(word)], id);
  const { messageStatusName } = await settled(id);
  expect(messageStatusName).toBe('Ready');
  expect(await versionsOf(id)).toEqual({ version: 4, ready: 4 });
});

test('a save that is rolled back leaves no job', async () => {
  const waiting = () => asOwner(db, (tx) => tx.rows(waitingRenderings));
  // What the tests before have left is done first.
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
  await expect(
    asClient(db, clientId, async (tx) => {
      await saveVoiceMessage(
        tx,
        clientId,
        0,
        { name: 'Lost', messageSteps: [fixed('Lost.')] },
        byNobody,
      );
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  expect(await waiting()).toEqual([]);
});

test('a client can ask for no job of another', async () => {
  const other = await makeClient(db);
  await expect(
    asClient(db, other.clientId, (tx) =>
      tx.run(`SELECT enqueue('render-message', $1, 'x')`, [JSON.stringify({ clientId })]),
    ),
  ).rejects.toThrow('a job of another client');
});

test('a message deleted while it waits is not rendered', async () => {
  const id = await save([fixed('Soon gone.')]);
  await asClient(db, clientId, (tx) => deleteVoiceMessage(tx, clientId, id, byNobody));
  await until(async () => {
    const jobs = await asOwner(db, (tx) => tx.rows(waitingRenderings));
    return jobs.length === 0 || undefined;
  });
  const left = await asOwnerOf(
    'SELECT 1 FROM voice_message_rendering WHERE voice_message_id = $1',
    id,
  );
  expect(left).toBeUndefined();
});

test("a field of the client's own is spoken by its name", async () => {
  await asClient(db, clientId, (tx) =>
    saveAccountField(tx, clientId, 0, { name: 'Balance Due', messageEnabled: true }, byNobody),
  );
  expect((await settled(await save([field(12, 1)]))).messageStatusName).toBe('Ready');
});
