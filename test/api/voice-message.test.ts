import { expect, test } from 'vitest';
import type { ProblemBody } from '../../src/contract/errors.ts';
import type { VoiceMessage, VoiceMessageStep } from '../../src/contract/voice-message.ts';
import { asClient } from '../../src/db/database.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { decodeWav } from '../../src/domain/sound/wav.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';
import { until } from '../harness/until.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const manager = await api.signIn(client);
const stranger = await api.signIn(await makeClient(db));
await testJobs(db);

const fixed = { messageStepType: 4, value: 'Hello there.', ttsVoiceId: 4 };
const form = (message: unknown) => {
  const data = new FormData();
  data.set('message', JSON.stringify(message));
  return data;
};
const save = (message: object, id = 0, who = manager) =>
  who.post(
    `/api/message/${id}/edit`,
    form({ name: 'Reminder', messageSteps: [fixed], ...message }),
  );

async function made(message: object = {}): Promise<number> {
  const response = await save(message);
  expect(response.json()).toBe(true);
  return Number(response.headers.get('content-location')?.split('/').at(-1));
}

async function listed(id: number): Promise<VoiceMessage | undefined> {
  const response = await manager.get(`/api/message?clientId=${client.clientId}`);
  return response.json<VoiceMessage[]>().find((message) => message.id === id);
}

const settled = (id: number) =>
  until(async () => {
    const message = await listed(id);
    return message && message.messageStatusId > 2 ? message : undefined;
  });

async function stepsOf(id: number): Promise<VoiceMessageStep[]> {
  return (await manager.get(`/api/message/${id}/steps?clientId=${client.clientId}`)).json();
}

test('a message is saved with its steps in the order of stepOrder', async () => {
  const id = await made({
    messageSteps: [
      { ...fixed, stepOrder: 2, value: 'last' },
      { ...fixed, stepOrder: 0, value: 'first' },
      { messageStepType: 5, ttsFieldId: 1, ttsModeId: 2, ttsVoiceId: 1, stepOrder: 1 },
    ],
  });
  const message = await listed(id);
  expect(message).toMatchObject({ name: 'Reminder', campaigns: '', messageSteps: [] });
  const steps = await stepsOf(id);
  expect(steps.map(({ value, stepOrder }) => [value, stepOrder])).toEqual([
    ['first', 0],
    ['', 1],
    ['last', 2],
  ]);
  expect(steps[1]).toMatchObject({ messageId: id, ttsFieldId: 1, ttsModeId: 2, ttsVoiceId: 1 });
});

test('an edit keeps the ids of the steps that stay, and removes the others', async () => {
  const id = await made({ messageSteps: [fixed, { ...fixed, value: 'two', stepOrder: 1 }] });
  const [first, second] = await stepsOf(id);
  await save({ messageSteps: [second, { ...fixed, value: 'new', stepOrder: 5 }] }, id);
  const after = await stepsOf(id);
  expect(after.map(({ value }) => value)).toEqual(['two', 'new']);
  expect(after[0]?.id).toBe(second?.id);
  expect(after.map((step) => step.id)).not.toContain(first?.id);
});

test.each([
  [{ name: '  ' }, 'Name is Required'],
  [{ messageSteps: [] }, 'A message needs at least one step.'],
  [{ messageSteps: [{ ...fixed, value: ' ' }] }, 'The text to speak is required.'],
  [
    { messageSteps: [{ ...fixed, value: 'x'.repeat(4001) }] },
    'The text is longer than 4,000 characters.',
  ],
  [{ messageSteps: [{ ...fixed, ttsVoiceId: 0 }] }, 'A voice is required.'],
  [{ messageSteps: [{ ...fixed, ttsVoiceId: 99 }] }, 'There is no such voice.'],
  [{ messageSteps: [{ messageStepType: 5, ttsVoiceId: 1 }] }, 'An account field is required.'],
  [
    { messageSteps: [{ messageStepType: 5, ttsVoiceId: 1, ttsFieldId: 60 }] },
    'This account field is not available to messages.',
  ],
  [
    { messageSteps: Array.from({ length: 51 }, () => fixed) },
    'A message can have at most 50 steps.',
  ],
])('a save that breaks a rule is refused and says which (%#)', async (message, sentence) => {
  const before = (await manager.get('/api/message')).json<VoiceMessage[]>().length;
  const response = await save(message);
  expect([response.status, response.json<ProblemBody>().detail]).toEqual([422, sentence]);
  expect((await manager.get('/api/message')).json<VoiceMessage[]>()).toHaveLength(before);
});

test('every complaint names its field', async () => {
  const response = await save({ messageSteps: [fixed, { ...fixed, value: '', ttsVoiceId: 0 }] });
  expect(response.json<ProblemBody>().errors).toEqual([
    { path: 'message.messageSteps.1.value', message: 'The text to speak is required.' },
    { path: 'message.messageSteps.1.ttsVoiceId', message: 'A voice is required.' },
  ]);
});

test('a body that is not a form, or whose message is not JSON, is refused', async () => {
  const noForm = await manager.post('/api/message/0/edit', { name: 'x' });
  expect(noForm.status).toBeGreaterThanOrEqual(400);
  expect(noForm.status).toBeLessThan(500);
  const data = new FormData();
  data.set('message', '{');
  expect((await manager.post('/api/message/0/edit', data)).status).toBe(400);
});

test('the preview is 404 with its sentence before it is Ready, then a telephone sound', async () => {
  const bad = await made({ messageSteps: [{ ...fixed, value: '...' }] });
  expect((await settled(bad)).statusReason).toBe(
    reasonSentence({ code: 'nothing_to_speak', step: 1 }),
  );
  const none = await manager.get(`/api/message/${bad}/preview`);
  expect([none.status, none.json<ProblemBody>().detail]).toEqual([
    404,
    'The preview for this message was not generated yet.',
  ]);

  const id = await made();
  await settled(id);
  const preview = await manager.get(`/api/message/${id}/preview/`);
  expect(preview.headers.get('content-type')).toBe('audio/wav');
  const { sampleRate, samples } = decodeWav(preview.bytes);
  expect(sampleRate).toBe(8000);
  expect(Math.max(...samples)).toBeGreaterThan(3000);
});

test('a player may ask for a part of the preview', async () => {
  const id = await made();
  await settled(id);
  const whole = await manager.get(`/api/message/${id}/preview`);
  const part = await manager.get(`/api/message/${id}/preview`, { range: 'bytes=44-99' });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe(`bytes 44-99/${whole.bytes.length}`);
  expect(part.bytes).toEqual(whole.bytes.subarray(44, 100));
  const rest = await manager.get(`/api/message/${id}/preview`, { range: 'bytes=100-' });
  expect(rest.bytes).toEqual(whole.bytes.subarray(100));
});

test('a message in use by a campaign names it and cannot be deleted; another can', async () => {
  const id = await made();
  await asClient(db, client.clientId, (tx) =>
    tx.run(
      `INSERT INTO campaign (client_id, name, campaign_type, customer_message_id, calls_per_minute)
       VALUES ($1, 'Q4', 1, $2, 60), ($1, 'A1', 1, $2, 60)`,
      [client.clientId, id],
    ),
  );
  expect((await listed(id))?.campaigns).toBe('A1, Q4');
  const refused = await manager.post(`/api/message/${id}/delete/`, { messageSteps: [] });
  expect([refused.status, refused.json<ProblemBody>()]).toEqual([
    409,
    expect.objectContaining({
      code: 'in_use',
      detail: 'A message belonging to a campaign cannot be deleted.',
    }),
  ]);
  await asClient(db, client.clientId, (tx) =>
    tx.run('UPDATE campaign SET deleted_at = now() WHERE client_id = $1', [client.clientId]),
  );
  expect((await manager.post(`/api/message/${id}/delete`)).json()).toBe(true);
  expect(await listed(id)).toBeUndefined();
  for (const path of ['steps', 'preview']) {
    expect((await manager.get(`/api/message/${id}/${path}`)).status).toBe(404);
  }
  expect((await manager.post(`/api/message/${id}/delete`)).status).toBe(404);
  expect((await save({}, id)).status).toBe(404);
});

test('another client reaches nothing of a message, nor a step of it', async () => {
  const id = await made();
  const [step] = await stepsOf(id);
  for (const path of ['steps', 'preview']) {
    expect((await stranger.get(`/api/message/${id}/${path}`)).status).toBe(404);
  }
  expect((await stranger.post(`/api/message/${id}/delete`)).status).toBe(404);
  expect((await save({}, id, stranger)).status).toBe(404);
  expect((await save({ messageSteps: [step] }, 0, stranger)).status).toBe(404);
  const noMessageId = { ...step, messageId: 0 };
  expect((await save({ messageSteps: [noMessageId] }, 0, stranger)).status).toBe(404);
  expect(await stepsOf(id)).toHaveLength(1);
});

test('the voices have readable names and ids from 1', async () => {
  const voices = (await manager.get('/api/ttsvoice')).json<{ id: number; name: string }[]>();
  expect(voices.slice(0, 2)).toEqual([
    { id: 1, name: 'Susan, English (US), female' },
    { id: 2, name: 'Alan, English (Scottish), male' },
  ]);
});

test('a step can be played before it is saved, as words and spelled', async () => {
  const text = await manager.post('/api/message/speak', { text: 'Hello.', ttsVoiceId: 4 });
  expect(text.headers.get('content-type')).toBe('audio/wav');
  expect(decodeWav(text.bytes).sampleRate).toBe(8000);
  const speak = async (ttsModeId: number) =>
    (await manager.post('/api/message/speak', { ttsFieldId: 11, ttsVoiceId: 4, ttsModeId })).bytes;
  expect((await speak(2)).length).toBeGreaterThan((await speak(1)).length * 2);
});

test.each([
  [{ text: ' ', ttsVoiceId: 1 }, 'The text to speak is required.'],
  [{ text: 'Hi', ttsVoiceId: 0 }, 'A voice is required.'],
  [{ text: 'Hi', ttsVoiceId: 9 }, 'There is no such voice.'],
  [{ text: '??', ttsVoiceId: 1 }, reasonSentence({ code: 'nothing_to_speak' })],
  [{ ttsFieldId: 61, ttsVoiceId: 1 }, 'This account field is not available to messages.'],
])('what cannot be spoken is refused with a sentence (%#)', async (body, sentence) => {
  const response = await manager.post('/api/message/speak', body);
  expect([response.status, response.json<ProblemBody>().detail]).toEqual([422, sentence]);
});
