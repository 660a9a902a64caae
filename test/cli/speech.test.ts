import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { asWav, startSpeechServer } from '../harness/speech-server.ts';
import { commandsOn } from './command-run.ts';

const db = await freshDatabase();
// The data key is there.
const folder = mkdtempSync(join(tmpdir(), 'carillon-speech-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const carillon = commandsOn(db.url, { env: { CARILLON_DATA: folder } });
const server = await startSpeechServer();
const voices = '--voices=af_bella=Bella, English (US), female; 1=Adam';
const add = (...more: string[]) => carillon('speech', 'add', 'openai', 'kokoro', ...more);

test('a speech server is added, tested, listed and removed; its address and key are shown nowhere', async () => {
  expect((await carillon('speech', 'list')).out).toContain('No speech engine was added.');
  const added = await add(`--address=${server.url}`, '--private', voices);
  expect([added.code, added.out]).toEqual([
    0,
    [
      'Speech engine "kokoro" was added with 2 voices.',
      `Texts and values of accounts that it speaks are sent to ${new URL(server.url).host}. The console says so.`,
    ].join('\n'),
  ]);
  expect((await add(`--address=${server.url}`, '--private', voices)).err).toContain(
    'already taken',
  );

  const tested = await carillon('speech', 'test', 'kokoro');
  expect([tested.code, tested.out]).toEqual([
    0,
    expect.stringContaining('Bella, English (US), female: '),
  ]);
  server.answer = (response) => response.writeHead(401).end();
  const refused = await carillon('speech', 'test', 'kokoro');
  expect([refused.code, refused.out]).toEqual([
    1,
    expect.stringContaining('Adam: The server responded with the status 401.'),
  ]);
  server.answer = (response) => response.end('<html>');
  expect((await carillon('speech', 'test', 'kokoro')).out).toContain(
    'Adam: The server answered with something that is no sound.',
  );

  const listed = await carillon('speech', 'list', '--json');
  expect(JSON.parse(listed.out)).toMatchObject([
    { name: 'kokoro', kind: 'openai', voices: [{ engineName: 'af_bella' }, { name: 'Adam' }] },
  ]);
  expect(listed.out).not.toContain('http');
  expect((await carillon('speech', 'remove', 'kokoro')).out).toContain('was removed');
  expect((await carillon('speech', 'test', 'kokoro')).err).toContain(
    'There is no speech engine "kokoro"',
  );
});

test('of two voices that an earlier version took with one name, each is asked', async () => {
  server.answer = asWav;
  await add(`--address=${server.url}`, '--private', voices);
  await asPlatform(db, (tx) => tx.run(`UPDATE speech_voice SET name = 'Ann'`));
  server.asked.length = 0;
  expect((await carillon('speech', 'test', 'kokoro')).code).toBe(0);
  expect(server.asked.map(({ body }) => body.voice)).toEqual(['af_bella', '1']);
  await carillon('speech', 'remove', 'kokoro');
});

test('an engine whose voices messages use is removed with --force alone, which says who speaks their values then', async () => {
  await add(`--address=${server.url}`, '--private', voices);
  const { clientId } = await makeClient(db);
  const voice = await asPlatform(db, (tx) =>
    tx.row<{ id: number }>(`SELECT max(voice_id) AS id FROM speech_voice`),
  );
  await asClient(db, clientId, async (tx) => {
    const message = await tx.row<{ id: number }>(
      `INSERT INTO voice_message (client_id, name) VALUES ($1, 'Hello') RETURNING voice_message_id AS id`,
      [clientId],
    );
    await tx.run(
      `INSERT INTO voice_message_step (client_id, voice_message_id, step_order, step_type, tts_field_id, tts_voice_id)
       VALUES ($1, $2, 0, 5, 1, $3)`,
      [clientId, message?.id, voice?.id],
    );
  });
  const refused = await carillon('speech', 'remove', 'kokoro');
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining('1 message speaks with a voice of "kokoro". Change it first'),
  ]);
  const { code, err } = await carillon('speech', 'remove', 'kokoro', '--force');
  expect([code, err]).toEqual([
    0,
    expect.stringContaining(
      'Susan, which is built in, speaks the values of accounts until another voice is chosen.',
    ),
  ]);
  const help = (await carillon('speech', 'remove', '--help')).out.replaceAll(/\s+/g, ' ');
  expect(help).toContain('Susan, which is built in, speaks their values');
});

test('a voice is not added under the name of another one, built in or of another engine', async () => {
  const named = (name: string) => add(`--address=${server.url}`, '--private', `--voices=z=${name}`);
  expect(await named('susan, English (US), female')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is a voice named "Susan, English (US), female" of Flite'),
  });
  expect((await named('Bella')).code).toBe(0);
  const again = await carillon(
    ...['speech', 'add', 'openai', 'twin', `--address=${server.url}`, '--private', '--model=k'],
    '--voices=y=bella',
  );
  expect(again.err).toContain('There is a voice named "Bella" of the speech engine "kokoro"');
  await carillon('speech', 'remove', 'kokoro');
  expect((await named('Bella')).code).toBe(0);
  await carillon('speech', 'remove', 'kokoro');
});

test.each([
  [['--address=ftp://a', voices], 'must begin with http'],
  [['--address=http://tts.example.com', voices], 'must begin with https://'],
  [['--address=http://93.184.216.34', '--private', voices], 'must begin with https://'],
  [['--address=http://127.0.0.1:1', voices], 'Say --private'],
  [['--address=https://ann:plum@tts.example.com', voices], 'neither a name nor a password'],
  [['--address=http://127.0.0.1:1'], '--voices names 1 to 50 voices'],
  [['--address=http://127.0.0.1:1', '--voices=bella'], '"bella" is no voice'],
  [
    ['--address=http://127.0.0.1:1', '--voices=a=Ann, English (US); b=ann, English (US)'],
    'Two voices are named "ann, English (US)"',
  ],
  [[voices], '--address is missing'],
])('%j adds none: %s', async (given, sentence) => {
  const { code, err } = await add(...given);
  expect([code === 0, err]).toEqual([false, expect.stringContaining(sentence)]);
});

test('a folder without a voice is refused before anything is stored', async () => {
  const { code, err } = await carillon(
    'speech',
    'add',
    'sherpa',
    'amy',
    '--folder=/nowhere',
    '--voices=0=Amy',
  );
  expect([code === 0, err]).toEqual([false, expect.stringContaining('There is no SHA256SUMS')]);
});
