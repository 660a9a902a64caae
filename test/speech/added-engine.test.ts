/** Voices of a server that the operator added: chosen, rendered, previewed, and away (decision 092). */
import { expect, test } from 'vitest';
import { CallSounds } from '../../src/api/call-sounds.ts';
import type { ProblemBody } from '../../src/contract/errors.ts';
import type { VoiceLint } from '../../src/contract/lint.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import {
  insertSpeechEngine,
  listSpeechEngines,
  messagesOfEngine,
  openedSpeechSettings,
  removeSpeechEngine,
} from '../../src/db/queries/speech-engine.ts';
import type { PlanSegment } from '../../src/domain/message-plan.ts';
import { rememberingSpeaker } from '../../src/domain/speech/remembering-speaker.ts';
import { soundFileReader } from '../../src/sound-files/sound-files.ts';
import { engineSpeaker } from '../../src/speech/engine-speaker.ts';
import { fliteSpeaker } from '../../src/speech/flite/flite.ts';
import { speechKinds } from '../../src/speech/index.ts';
import { testApi } from '../harness/api.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';
import { renderingKey } from '../harness/rendering.ts';
import { asWav, startSpeechServer } from '../harness/speech-server.ts';
import { until } from '../harness/until.ts';

const db = await freshDatabase();
const server = await startSpeechServer();
const speaker = engineSpeaker({
  builtIn: fliteSpeaker(),
  kinds: speechKinds,
  tools: { soundFiles: soundFileReader() },
  readEvery: 0,
  read: async () =>
    (await asPlatform(db, listSpeechEngines)).map((engine) => ({
      ...engine,
      settings: openedSpeechSettings(api.deps.vault, engine),
      voices: new Map(engine.voices.map(({ id, engineName }) => [id, engineName])),
    })),
});
const callSpeaker = rememberingSpeaker(speaker, 2 ** 20);
const api = await testApi(db, { speaker, callSpeaker });
await testJobs(db, { speaker });
const client = await makeClient(db);
const { clientId } = client;
const manager = await api.signIn(client);
const settings = { address: server.url, private: 'yes', key: 'plum kettle' };
await asPlatform(db, (tx) =>
  insertSpeechEngine(tx, api.deps.vault, {
    ...{ name: 'kokoro', kind: 'openai', settings, sendsTo: '127.0.0.1' },
    voices: [{ engineName: 'af_bella', name: 'Bella, English (US), female' }],
  }),
);
const voices = async () =>
  (await manager.get('/api/ttsvoice')).json<{ id: number; name: string; sendsTo?: string }[]>();
const bella = (await voices()).at(-1) ?? { id: 0, name: '' };

async function save(name: string): Promise<number> {
  const form = new FormData();
  const messageSteps = [
    { messageStepType: 4, value: 'Hello.', ttsVoiceId: bella.id, stepOrder: 0 },
    { messageStepType: 5, ttsFieldId: 1, ttsVoiceId: bella.id, stepOrder: 1 },
  ];
  form.set('message', JSON.stringify({ name, messageSteps }));
  const response = await manager.post('/api/message/0/edit', form);
  expect(response.status).toBe(200);
  return Number(response.headers.get('content-location')?.split('/').at(-1));
}
const rendered = (id: number) =>
  until(async () => (await manager.get(`/api/message/${id}/preview`)).status === 200 || undefined);
const planOf = (id: number) =>
  asClient(db, clientId, (tx) =>
    tx.row<{ plan: PlanSegment[] }>(
      'SELECT plan FROM voice_message_rendering WHERE client_id = $1 AND voice_message_id = $2',
      [clientId, id],
    ),
  );
const checksOf = async (id: number) =>
  (await manager.get(`/api/message/${id}/lint`)).json<VoiceLint>();
/** Rendered with a voice that is removed later. */
const asSaved = { id: 0 };
const isField = ({ kind }: PlanSegment) => kind === 'field';

test('its voice is offered by its name, with where texts are sent; address and key are sealed', async () => {
  expect(bella).toEqual({ ...bella, name: 'Bella, English (US), female', sendsTo: '127.0.0.1' });
  expect(bella.id).toBeGreaterThan(100);
  const stored = await asPlatform(db, (tx) =>
    tx.row<{ row: string }>('SELECT e::text AS row FROM speech_engine e'),
  );
  expect(stored?.row).not.toContain('plum');
  expect(stored?.row).not.toContain('http');
});

test('a message is rendered by its server', async () => {
  server.asked.length = 0;
  const id = await save('By the server');
  await rendered(id);
  expect(server.asked.map(({ body }) => body.input)).toEqual(['Hello.', 'First Name']);
  expect((await planOf(id))?.plan.find(isField)).toMatchObject({ voiceId: bella.id });
  expect(await checksOf(id)).toMatchObject({ builtInVoice: false });
});

test('while the server is away, the whole message is rendered with the built-in voice, its values are spoken by it, and the editor says so', async () => {
  server.answer = (response) => response.writeHead(503).end();
  const id = await save('Without the server');
  await rendered(id);
  expect((await planOf(id))?.plan.find(isField)).toMatchObject({ voiceId: 1 });
  expect(await checksOf(id)).toMatchObject({ ready: true, builtInVoice: true });
  const heard = await manager.post('/api/message/speak', { text: 'Hi.', ttsVoiceId: bella.id });
  expect([heard.status, heard.json<ProblemBody>().detail]).toEqual([
    503,
    'This voice cannot be heard right now. Try again, or choose another.',
  ]);
  server.answer = asWav;
});

/** Maximiliana and Bo. */
function addList(campaignId: number): Promise<number> {
  return asClient(db, clientId, async (tx) => {
    const list = await tx.row<{ id: number }>(
      `INSERT INTO call_list (client_id, campaign_id, name, status_id, phone_count) VALUES ($1, $2, 'L', 4, 2)
       RETURNING call_list_id AS id`,
      [clientId, campaignId],
    );
    await tx.run(
      `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, first_name)
       VALUES ($1, $2, 1, 2, '13025550148', 'Maximiliana'), ($1, $2, 2, 3, '13025550149', 'Bo')`,
      [clientId, list?.id],
    );
    return list?.id ?? 0;
  });
}

test('values are spoken ahead by the server, a call never changes its voice, and nothing of a list is kept after its contacts', async () => {
  const campaignId = await makeCampaign(db, clientId, { name: 'Calls' });
  const callListId = await addList(campaignId);
  const voiceMessageId = await save('In a call');
  await rendered(voiceMessageId);
  const sounds = new CallSounds(api.deps);
  const rendering = await renderingKey(db, clientId, voiceMessageId);
  const claim = (entryId: number) =>
    ({ kind: 'account', ...rendering, callListId, entryId }) as const;

  server.asked.length = 0;
  expect(await sounds.ahead(claim(1))).toBe(true);
  server.answer = (response) => response.writeHead(503).end();
  const ahead = await sounds.of(claim(1));
  expect(server.asked.map(({ body }) => body.input)).toEqual(['Maximiliana']);
  // What was not prepared is left out: neither silence for ever, nor another voice.
  const without = await sounds.of(claim(2));
  expect(without?.bytes.length).toBeLessThan(ahead?.bytes.length ?? 0);
  expect(api.logged.at(-1)).toMatchObject({ engine: 'kokoro', entryId: 2 });
  server.answer = asWav;

  expect(callSpeaker.lists()).toEqual([`${clientId}.${callListId}`]);
  await sounds.forgetGoneLists();
  expect(callSpeaker.lists()).toEqual([`${clientId}.${callListId}`]);
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE call_list SET contacts_deleted_at = created WHERE client_id = $1', [clientId]),
  );
  await sounds.forgetGoneLists();
  expect(callSpeaker.lists()).toEqual([]);
});

test('a voice of an engine that was removed is neither offered nor accepted, and its id comes never again', async () => {
  asSaved.id = await save('Before the removal');
  await rendered(asSaved.id);
  expect(await asPlatform(db, (tx) => messagesOfEngine(tx, 'kokoro'))).toBe(4);
  await asPlatform(db, (tx) => removeSpeechEngine(tx, 'kokoro'));
  expect((await voices()).map(({ id }) => id)).not.toContain(bella.id);
  const form = new FormData();
  const step = { messageStepType: 4, value: 'Hello.', ttsVoiceId: bella.id };
  form.set('message', JSON.stringify({ name: 'Again', messageSteps: [step] }));
  const response = await manager.post('/api/message/0/edit', form);
  expect([response.status, response.json<ProblemBody>().detail]).toEqual([
    422,
    'Step 1: its voice was removed. Choose another one.',
  ]);
  step.ttsVoiceId = bella.id + 900;
  form.set('message', JSON.stringify({ name: 'Again', messageSteps: [step] }));
  const unknown = await manager.post('/api/message/0/edit', form);
  expect(unknown.json<ProblemBody>().detail).toBe('There is no such voice.');
});

test('the values of a voice that was removed are spoken by the built-in one, and the checks name the step', async () => {
  const { id } = asSaved;
  server.asked.length = 0;
  const sentence =
    'The voice of this step was removed: calls speak its values in the built-in voice Susan.';
  const finding = {
    ...{ rule: 'voice_removed', level: 'warn', step: 2, sentence },
    cure: 'Choose another voice.',
  };
  const campaignId = await makeCampaign(db, clientId, { name: 'Removed', customerMessageId: id });
  const callListId = await addList(campaignId);
  const { findings, worst } = await checksOf(id);
  expect(findings.filter(({ rule }) => rule === 'voice_removed')).toMatchObject([finding]);
  expect(worst[0]?.values).toMatchObject([{ value: 'Maximiliana', spoken: 'Maximiliana' }]);
  const ofCampaign = await manager.get(`/api/campaign/${campaignId}/lint`);
  expect(ofCampaign.json<{ findings: object[] }>().findings).toContainEqual(
    expect.objectContaining(finding),
  );
  const heard = await manager.get(`/api/message/${id}/preview?callListId=${callListId}&entryId=1`);
  expect(heard.status).toBe(200);
  const sounds = new CallSounds(api.deps);
  const rendering = await renderingKey(db, clientId, id);
  const claim = { kind: 'account', ...rendering, callListId } as const;
  expect(await sounds.ahead({ ...claim, entryId: 1 })).toBe(true);
  const [long, short] = await Promise.all(
    [1, 2].map((entryId) => sounds.of({ ...claim, entryId })),
  );
  expect(long?.bytes.length).toBeGreaterThan((short?.bytes.length ?? 0) + 2_000);
  expect(server.asked).toEqual([]);
});
