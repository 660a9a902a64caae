/** As far as it goes without a voice: the folder's checks, loading, errors and ends. No speech is heard here. */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { AwayError } from '../../src/domain/speech/speaker.ts';
import { sherpaKind } from '../../src/speech/sherpa/kind.ts';
import { sherpaSpeaker } from '../../src/speech/sherpa/sherpa.ts';
import { readVoiceFolder } from '../../src/speech/sherpa/voice-folder.ts';
import { until } from '../harness/until.ts';

const root = mkdtempSync(join(tmpdir(), 'carillon-voice-'));
// As root its process gives up its rights before it reads the voice.
chmodSync(root, 0o755);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const good = {
  'voice.json': JSON.stringify({
    family: 'vits',
    model: 'en.onnx',
    tokens: 'tokens.txt',
    dataDir: 'data',
  }),
  'en.onnx': 'no model',
  'tokens.txt': 'a 1\n',
  'data/phontab': 'x',
};
let made = 0;
function folderOf(files: Record<string, string>, sums: Record<string, string> = files): string {
  made += 1;
  const folder = join(root, String(made));
  mkdirSync(join(folder, 'data'), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  const sumOf = (text: string) => createHash('sha256').update(text).digest('hex');
  const lines = Object.entries(sums).map(([path, text]) => `${sumOf(text)}  ./${path}`);
  writeFileSync(join(folder, 'SHA256SUMS'), `${lines.join('\n')}\n`);
  return folder;
}

test('a folder whose files are what SHA256SUMS says becomes the settings of sherpa-onnx', async () => {
  const folder = folderOf(good);
  expect(await readVoiceFolder(folder)).toEqual({
    model: {
      vits: {
        model: join(folder, 'en.onnx'),
        tokens: join(folder, 'tokens.txt'),
        dataDir: join(folder, 'data'),
      },
      ...{ numThreads: 1, provider: 'cpu', debug: 0 },
    },
    maxNumSentences: 1,
  });
  expect(sherpaKind.sendsTo({ name: 'a', settings: { folder } })).toBeUndefined();
});

test.each([
  [
    'changed',
    { ...good, 'en.onnx': 'another' },
    good,
    'The file en.onnx is not what SHA256SUMS says',
  ],
  ['missing', { 'voice.json': good['voice.json'] }, good, 'is missing'],
  ['not listed', { ...good, more: 'x' }, good, 'SHA256SUMS does not list more'],
  ['named by nobody', { 'voice.json': '{}' }, { 'voice.json': '{}' }, 'voice.json is not as'],
  [
    'outside',
    { 'voice.json': '{"family":"vits","model":"../../etc/passwd","tokens":"t"}' },
    { 'voice.json': '{"family":"vits","model":"../../etc/passwd","tokens":"t"}' },
    'voice.json is not as',
  ],
] as const)(
  'a file that is %s stops the voice before it is loaded',
  async (_, files, sums, sentence) => {
    await expect(readVoiceFolder(folderOf(files, sums))).rejects.toThrow(sentence);
  },
);

test('a link is not followed, and a folder without SHA256SUMS is no voice', async () => {
  const folder = folderOf(good);
  symlinkSync('/etc/hostname', join(folder, 'link'));
  await expect(readVoiceFolder(folder)).rejects.toThrow('link is a link or no file');
  await expect(sherpaKind.check({ name: 'a', settings: { folder: root } })).rejects.toThrow(
    'There is no SHA256SUMS',
  );
});

const voice = { id: 101, engineName: '0', name: 'Amy' };

test('a model that sherpa-onnx cannot load leaves the engine away, and this process alive', async () => {
  const speaker = sherpaSpeaker({ name: 'amy', folder: folderOf(good) });
  const error = await speaker.speak('Hello.', voice).catch((one) => one);
  expect(error).toBeInstanceOf(AwayError);
  expect(error.engine).toBe('amy');
  expect(error.cause.message).toContain('Check the family and the files');
  // It is tried again, with what is in the folder then.
  await expect(speaker.speak('Hello.', voice)).rejects.toThrow(AwayError);
  await speaker.close();
});

test('what takes too long is away, and a canceled text ends with its reason', async () => {
  const speaker = sherpaSpeaker({ name: 'amy', folder: folderOf(good), loading: 1 });
  const error = await speaker.speak('Hello.', voice).catch((one) => one);
  expect([error.name, error.cause.message]).toEqual(['AwayError', 'It took too long.']);
  const wish = new AbortController();
  const speaking = speaker.speak('Hello.', voice, { clientId: 1, signal: wish.signal });
  wish.abort(new Error('gone'));
  await expect(speaking).rejects.toThrow('gone');
  await speaker.close();
});

/** The environments of the processes of sherpa-onnx that this one started. */
function environments(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((id) => {
      try {
        const of = (file: string) => readFileSync(`/proc/${id}/${file}`, 'utf8');
        const mine = of('stat').split(') ')[1]?.split(' ')[1] === String(process.pid);
        return mine && of('cmdline').includes('sherpa-process.ts') ? [of('environ')] : [];
      } catch {
        return [];
      }
    });
}

test.runIf(process.platform === 'linux')('its process gets no secret of this one', async () => {
  vi.stubEnv('CARILLON_TEST_SECRET', 'plum kettle');
  const speaker = sherpaSpeaker({ name: 'amy', folder: folderOf(good) });
  const speaking = speaker.speak('Hello.', voice).catch((one) => one);
  const found = await until(() => environments()[0]);
  expect(found).not.toContain('plum');
  vi.unstubAllEnvs();
  await speaking;
  await speaker.close();
});

test.runIf(process.getuid?.() === 0)(
  'a folder that only root can read is said so, because its process is not root',
  async () => {
    const folder = folderOf(good);
    chmodSync(folder, 0o700);
    const speaker = sherpaSpeaker({ name: 'amy', folder });
    const error = await speaker.speak('Hello.', voice).catch((one) => one);
    expect(error.cause.message).toContain('let everybody read the folder');
    await speaker.close();
  },
);

test('a voice that was closed starts no process for the texts that waited', async () => {
  const speaker = sherpaSpeaker({ name: 'amy', folder: folderOf(good) });
  const waiting = ['One.', 'Two.'].map((text) => speaker.speak(text, voice).catch((one) => one));
  await speaker.close();
  for (const error of await Promise.all(waiting)) {
    expect([error.name, error.cause.message]).toEqual(['AwayError', 'The voice was closed.']);
  }
});
