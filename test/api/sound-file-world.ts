/** A client that saves voice messages with sound files, and the files. */

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { VoiceMessage, VoiceMessageStep } from '../../src/contract/voice-message.ts';
import { asClient } from '../../src/db/database.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';
import { until } from '../harness/until.ts';
import { int16, tone, wavFile } from '../sound-files/wav-files.ts';

export type File = [bytes: Uint8Array, name: string];
export const sample = (name: string): File => [
  readFileSync(new URL(`../data/sounds/${name}`, import.meta.url)),
  name,
];
export const soundStep = (more: object = {}) => ({
  messageStepType: 3,
  isDirty: true,
  value: 'Greeting',
  clientsFileName: 'greeting.mp3',
  ...more,
});
export const fixed = { messageStepType: 4, value: 'Hello.', ttsVoiceId: 4 };

export function formOf(messageSteps: object[], files: Record<string, File>): FormData {
  const form = new FormData();
  form.set('message', JSON.stringify({ name: 'With sound', messageSteps }));
  for (const [field, [bytes, name]] of Object.entries(files)) {
    form.set(field, new Blob([Uint8Array.from(bytes)]), name);
  }
  return form;
}

export const lasting = (seconds: number): File => [
  wavFile({ kind: 1, bits: 16 }, tone(seconds, {}, int16)),
  `${seconds}.wav`,
];

export const garbage: File = [
  Buffer.from('I am a letter and no sound at all. '.repeat(99)),
  'song.mp3',
];
export const notSound = reasonSentence({ code: 'sound_not_audio' });

export async function soundFileWorld() {
  const db = await freshDatabase();
  const api = await testApi(db);
  const client = await makeClient(db);
  const manager = await api.signIn(client);
  const stranger = await api.signIn(await makeClient(db));
  await testJobs(db);

  const save = (steps: object[], files: Record<string, File>, id = 0, who = manager) =>
    who.post(`/api/message/${id}/edit/`, formOf(steps, files));

  async function made(steps: object[], files: Record<string, File>): Promise<number> {
    const response = await save(steps, files);
    expect(response.json()).toBe(true);
    return Number(response.headers.get('content-location')?.split('/').at(-1));
  }

  const settled = (id: number) =>
    until(async () => {
      const all = (await manager.get('/api/message')).json<VoiceMessage[]>();
      const message = all.find((one) => one.id === id);
      return message && message.messageStatusId > 2 ? message : undefined;
    });

  async function stepsOf(id: number): Promise<VoiceMessageStep[]> {
    return (await manager.get(`/api/message/${id}/steps`)).json();
  }

  const storedNames = () =>
    asClient(db, client.clientId, async (tx) => {
      const rows = await tx.rows<{ name: string }>('SELECT file_name AS name FROM sound');
      return rows.map(({ name }) => name);
    });

  return { db, api, client, manager, stranger, save, made, settled, stepsOf, storedNames };
}
