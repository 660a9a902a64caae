import { expect, test } from 'vitest';
import { recordingTexts } from '../../src/contract/message-recording.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { testApi } from '../harness/api.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);

async function signedIn() {
  const client = await makeClient(db);
  return { client, me: await api.signIn(client) };
}

const step = { messageStepType: 1, value: 'Greeting', phoneNumber: '(302) 555-0148' };

/** Ends the call in progress, as an engine does. */
function endCalls(clientId: number) {
  return asPlatform(db, (tx) =>
    tx.run(
      `UPDATE phone_recording SET call_status = 'terminated', ended_at = now(), revision = revision + 1
       WHERE client_id = $1 AND ended_at IS NULL`,
      [clientId],
    ),
  );
}

test.each([
  ['(900) 234-5678', 'Premium-rate numbers (900) cannot be used'],
  ['(500) 234-5678', 'Personal numbers (500 and similar codes) cannot be used'],
  ['(700) 234-5678', 'Numbers with this area code belong to a service and cannot be used'],
  ['(960) 234-5678', 'This area code is not assigned'],
  ['(876) 234-5678', 'This is a foreign number (Jamaica); your operator can allow it'],
  ['+4722345678', recordingTexts.tenDigits],
])('nobody is called at %s: %s', async (phoneNumber, message) => {
  const { me } = await signedIn();
  const response = await me.post('/api/message/call/', { ...step, phoneNumber });
  expect(response.status).toBe(422);
  expect(response.json()).toMatchObject({ errors: [{ path: 'phoneNumber', message }] });
});

test('a recording call returns the step with the name that its sound will have', async () => {
  const { me } = await signedIn();
  const response = await me.post('/api/message/call/', {
    ...step,
    value: ' Greeting ',
    stepOrder: 2,
  });
  expect(response.status, response.text).toBe(200);
  const { fileName } = response.json<{ fileName: string }>();
  expect(response.json()).toEqual({
    id: 0,
    messageId: 0,
    messageStepType: 1,
    stepOrder: 2,
    value: 'Greeting',
    ttsVoiceId: 0,
    fileName: expect.stringMatching(/^recording-[0-9a-f-]{36}\.wav$/),
    ttsModeId: 1,
    ttsFieldId: 0,
    clientsFileName: '',
    duration: null,
  });
  expect((await me.get('/api/message/call')).json()).toEqual({
    stage: 'nothing',
    saved: false,
    callStatus: 'waiting',
    fileName,
    reason: null,
    reasonCode: null,
  });
});

test.each([
  ['', recordingTexts.phoneRequired],
  [undefined, recordingTexts.phoneRequired],
  ['(302) 555-014', recordingTexts.tenDigits],
  ['(102) 555-0148', recordingTexts.areaCode],
  ['(002) 555-0148', recordingTexts.areaCode],
  ['(302) 155-0148', recordingTexts.notInPlan],
])('the number "%s" is refused: %s', async (phoneNumber, message) => {
  const { me } = await signedIn();
  const response = await me.post('/api/message/call', { ...step, phoneNumber });
  expect(response.status).toBe(422);
  expect(response.json()).toMatchObject({
    detail: message,
    errors: [{ path: 'phoneNumber', message }],
  });
  expect((await me.get('/api/message/call')).json()).toMatchObject({ stage: '', fileName: '' });
});

test('a number may come as digits too, and as a number', async () => {
  const { client, me } = await signedIn();
  for (const phoneNumber of ['3025550148', 13025550148]) {
    expect((await me.post('/api/message/call', { ...step, phoneNumber })).status).toBe(200);
    await endCalls(client.clientId);
  }
  const { rows } = await asClient(db, client.clientId, async (tx) => ({
    rows: await tx.rows('SELECT DISTINCT phone FROM phone_recording'),
  }));
  expect(rows).toEqual([{ phone: '13025550148' }]);
});

test('only a phone recording is recorded by telephone', async () => {
  const { me } = await signedIn();
  const response = await me.post('/api/message/call', { ...step, messageStepType: 4 });
  expect(response.status).toBe(422);
  expect(response.json()).toMatchObject({ detail: recordingTexts.onlyPhone });
});

test('a number on the do not call list is not called to record either', async () => {
  const { client, me } = await signedIn();
  await me.post(`/api/donotcall/${client.clientId}/edit`, { phoneRestriction: '3025550148' });
  const response = await me.post('/api/message/call', step);
  expect(response.status).toBe(422);
  expect(response.json()).toMatchObject({ detail: recordingTexts.doNotCall });
});

test('one manager has one call at a time, also when two are asked for at once', async () => {
  const { client, me } = await signedIn();
  const responses = await Promise.all([1, 2, 3].map(() => me.post('/api/message/call', step)));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const refused = responses.find(({ status }) => status === 409);
  expect(refused?.json()).toMatchObject({ code: 'conflict', detail: recordingTexts.inProgress });
  const colleague = await api.signIn(client, await makeManager(db, client.clientId));
  expect((await colleague.post('/api/message/call', step)).status).toBe(200);
});

test('only a few calls a minute are made, and the response says when to try again', async () => {
  const { client, me } = await signedIn();
  for (let call = 0; call < 3; call += 1) {
    expect((await me.post('/api/message/call', step)).status).toBe(200);
    await endCalls(client.clientId);
  }
  const response = await me.post('/api/message/call', step);
  expect(response.status).toBe(429);
  expect(response.json()).toMatchObject({ detail: recordingTexts.tooMany });
  const wait = Number(response.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
});

test('a call that no engine takes does not stand in the way for ever', async () => {
  const { client, me } = await signedIn();
  await me.post('/api/message/call', step);
  await asPlatform(db, (tx) =>
    tx.run(
      `UPDATE phone_recording SET requested_at = now() - interval '21 seconds' WHERE client_id = $1`,
      [client.clientId],
    ),
  );
  expect((await me.get('/api/message/call')).json()).toMatchObject({
    stage: 'nothing',
    callStatus: 'terminated',
    reason: reasonSentence({ code: 'recording_no_engine' }),
    reasonCode: { code: 'recording_no_engine' },
  });
  expect((await me.post('/api/message/call', step)).status).toBe(200);
});

test('a manager sees the own calls only', async () => {
  const { client, me } = await signedIn();
  const colleague = await api.signIn(client, await makeManager(db, client.clientId));
  await me.post('/api/message/call', step);
  expect((await colleague.get('/api/message/call')).json()).toMatchObject({
    stage: '',
    fileName: '',
  });
});

test('a name is no condition of the call, and its length has a limit', async () => {
  const { client, me } = await signedIn();
  expect((await me.post('/api/message/call', { ...step, value: '' })).status).toBe(200);
  await endCalls(client.clientId);
  expect((await me.post('/api/message/call', { ...step, value: 'x'.repeat(4_001) })).status).toBe(
    422,
  );
});

test("a step carries the name of a recording that was kept; another client's, or none yet, is refused", async () => {
  const { client, me } = await signedIn();
  const { fileName } = (await me.post('/api/message/call', step)).json<{ fileName: string }>();
  const save = (who: typeof me, name: string) => {
    const form = new FormData();
    const messageSteps = [{ messageStepType: 1, value: 'Greeting', fileName: name }];
    form.set('message', JSON.stringify({ name: 'Reminder', messageSteps }));
    return who.post('/api/message/0/edit', form);
  };
  const early = await save(me, fileName);
  expect(early.status).toBe(422);
  expect(early.json()).toMatchObject({ detail: 'There is no such recording. Record it again.' });
  await asClient(db, client.clientId, (tx) =>
    tx.run(
      `INSERT INTO sound (client_id, file_name, media_type, content) VALUES ($1, $2, 'audio/wav', '')`,
      [client.clientId, fileName],
    ),
  );
  const other = await signedIn();
  expect((await save(other.me, fileName)).status).toBe(422);
  const saved = await save(me, fileName);
  expect(saved.status, saved.text).toBe(200);
  const steps = await me.get(`${saved.headers.get('content-location')}/steps`);
  expect(steps.json()).toMatchObject([{ messageStepType: 1, value: 'Greeting', fileName }]);
});
