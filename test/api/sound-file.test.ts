/** Uploaded sound files over HTTP (document 2 sections 5 and 7, spec 3 section 6). */

import { expect, test } from 'vitest';
import type { ProblemBody } from '../../src/contract/errors.ts';
import { asClient } from '../../src/db/database.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { decodeWav } from '../../src/domain/sound/wav.ts';
import { int16, tone, wavFile } from '../sound-files/wav-files.ts';
import {
  fixed,
  formOf,
  garbage,
  lasting,
  notSound,
  sample,
  soundFileWorld,
  soundStep,
} from './sound-file-world.ts';

const { db, client, manager, stranger, save, made, settled, stepsOf, storedNames } =
  await soundFileWorld();

test.each([
  'greeting.mp3',
  'greeting.mp4',
  'greeting.wav',
  'greeting.m4a',
  'greeting-gsm.wav',
  'greeting-ima.wav',
])('%s becomes a step of a message that is Ready and can be played', async (name) => {
  const step = soundStep({ clientsFileName: name, value: name });
  const id = await made([fixed, { ...step, stepOrder: 1 }], { fileSelect1: sample(name) });
  const message = await settled(id);
  expect([message.messageStatusName, message.statusReason]).toEqual(['Ready', null]);
  const [, saved] = await stepsOf(id);
  expect(saved).toMatchObject({ messageStepType: 3, clientsFileName: name, value: name });
  expect(saved?.duration).toBeCloseTo(2.2, 0);
  const sound = await manager.get(`/api/message/sound/${saved?.fileName}`);
  expect(sound.headers.get('content-type')).toBe('audio/wav');
  expect(decodeWav(sound.bytes).sampleRate).toBe(8000);
  const preview = decodeWav((await manager.get(`/api/message/${id}/preview`)).bytes);
  expect(preview.samples.length / 8000).toBeCloseTo(message.duration ?? 0, 1);
  expect(Math.max(...preview.samples.subarray(-8000))).toBeGreaterThan(3000);
});

test('the n-th file belongs to the n-th new sound step, wherever the steps stand', async () => {
  const id = await made(
    [
      soundStep({ stepOrder: 5, value: 'later' }),
      fixed,
      soundStep({ stepOrder: 1, value: 'first' }),
    ],
    // 10 comes after 2, and 2 was written first.
    { fileSelect10: lasting(3), fileSelect2: lasting(1) },
  );
  await settled(id);
  const steps = await stepsOf(id);
  expect(steps.map(({ value, duration }) => [value, Math.round(duration ?? 0)])).toEqual([
    ['Hello.', expect.any(Number)],
    ['first', 3],
    ['later', 1],
  ]);
});

test('an edit keeps a stored file without sending it again, or replaces it', async () => {
  const id = await made([soundStep()], { fileSelect1: lasting(1) });
  const [first] = await stepsOf(id);
  await save([{ ...first, stepOrder: 1 }, fixed], {}, id);
  const kept = (await stepsOf(id)).find(({ messageStepType }) => messageStepType === 3);
  expect([kept?.id, kept?.fileName]).toEqual([first?.id, first?.fileName]);
  expect((await settled(id)).messageStatusName).toBe('Ready');

  await save([{ ...kept, isDirty: true }], { fileSelect1: lasting(2) }, id);
  const [replaced] = await stepsOf(id);
  expect(replaced?.id).toBe(first?.id);
  expect(replaced?.fileName).not.toBe(first?.fileName);
  expect(await storedNames()).not.toContain(first?.fileName);
});

test('a sound goes with the last step that plays it', async () => {
  const one = await made([soundStep()], { fileSelect1: lasting(1) });
  const [step] = await stepsOf(one);
  const shared = { messageStepType: 3, value: 'x', fileName: step?.fileName };
  const other = await made([shared], {});
  expect((await manager.post(`/api/message/${one}/delete/`)).json()).toBe(true);
  expect(await storedNames()).toContain(step?.fileName);
  expect((await manager.post(`/api/message/${other}/delete/`)).json()).toBe(true);
  expect(await storedNames()).not.toContain(step?.fileName);
});

test('a file is played as in a call, and nothing is stored', async () => {
  const before = await storedNames();
  const form = formOf([], { fileSelect: sample('greeting.m4a') });
  const played = await manager.post('/api/message/sound', form);
  expect(played.headers.get('content-type')).toBe('audio/wav');
  expect(decodeWav(played.bytes).samples.length / 8000).toBeCloseTo(2.2, 0);
  const refused = await manager.post('/api/message/sound', formOf([], { fileSelect: garbage }));
  expect([refused.status, refused.json<ProblemBody>().detail]).toEqual([422, notSound]);
  const none = await manager.post('/api/message/sound', formOf([], {}));
  expect([none.status, none.json<ProblemBody>().detail]).toEqual([
    422,
    'A sound file is required.',
  ]);
  expect(await storedNames()).toEqual(before);
});

test('another client can neither play a sound nor put it into a message', async () => {
  const id = await made([soundStep()], { fileSelect1: lasting(1) });
  const [step] = await stepsOf(id);
  const path = `/api/message/sound/${step?.fileName}`;
  expect((await manager.get(path)).status).toBe(200);
  const played = await stranger.get(path);
  expect([played.status, played.json<ProblemBody>().detail]).toEqual([
    404,
    'There is no such recording or sound file.',
  ]);
  const taken = await save(
    [{ messageStepType: 3, value: 'x', fileName: step?.fileName }],
    {},
    0,
    stranger,
  );
  expect([taken.status, taken.json<ProblemBody>().detail]).toEqual([
    422,
    'This sound file no longer exists. Choose it again.',
  ]);
});

test('a recording is rendered as loud as every other step', async () => {
  const quiet = wavFile({ kind: 1, bits: 16 }, tone(2, { peak: 0.02 }, int16));
  await asClient(db, client.clientId, (tx) =>
    tx.run(
      `INSERT INTO sound (client_id, file_name, media_type, content)
       VALUES ($1, 'recording-7.wav', 'audio/wav', $2)`,
      [client.clientId, quiet],
    ),
  );
  const id = await made(
    [{ messageStepType: 1, value: 'Mine', fileName: 'recording-7.wav', stepOrder: 0 }],
    {},
  );
  expect((await settled(id)).messageStatusName).toBe('Ready');
  const { samples } = decodeWav((await manager.get(`/api/message/${id}/preview`)).bytes);
  expect(Math.max(...samples)).toBeGreaterThan(4000);
});

test('a step whose sound was lost ends as Error and says so', async () => {
  const id = await made([fixed, soundStep({ stepOrder: 1 })], { fileSelect1: lasting(1) });
  await settled(id);
  const [, step] = await stepsOf(id);
  await asClient(db, client.clientId, (tx) =>
    tx.run('DELETE FROM sound WHERE client_id = $1 AND file_name = $2', [
      client.clientId,
      step?.fileName,
    ]),
  );
  await asClient(db, client.clientId, (tx) =>
    tx.run(
      `UPDATE voice_message SET status_id = 1, version = version + 1
       WHERE client_id = $1 AND voice_message_id = $2`,
      [client.clientId, id],
    ),
  );
  await asClient(db, client.clientId, (tx) =>
    tx.run(`SELECT enqueue('render-message', $1, 'again')`, [
      JSON.stringify({ clientId: client.clientId, voiceMessageId: id, version: 2 }),
    ]),
  );
  expect((await settled(id)).statusReason).toBe(reasonSentence({ code: 'sound_gone', step: 2 }));
});

test('every kind of step keeps its documented number: 1 and 2 recorded, 3 a file, 4 and 5 spoken', async () => {
  await asClient(db, client.clientId, (tx) =>
    tx.run(
      `INSERT INTO sound (client_id, file_name, media_type, content)
       VALUES ($1, 'recording-8.wav', 'audio/wav', $2)`,
      [client.clientId, lasting(1)[0]],
    ),
  );
  const recorded = { value: 'Mine', fileName: 'recording-8.wav' };
  const steps = [
    { ...recorded, messageStepType: 1 },
    { ...recorded, messageStepType: 2 },
    soundStep(),
    fixed,
    { messageStepType: 5, ttsFieldId: 1, ttsVoiceId: 4 },
  ];
  const id = await made(
    steps.map((step, stepOrder) => ({ ...step, stepOrder })),
    { fileSelect1: lasting(1) },
  );
  expect((await settled(id)).messageStatusName).toBe('Ready');
  expect((await stepsOf(id)).map((step) => step.messageStepType)).toEqual([1, 2, 3, 4, 5]);
});
