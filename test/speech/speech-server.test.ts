import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { encodeWav } from '../../src/domain/sound/wav.ts';
import { AwayError } from '../../src/domain/speech/speaker.ts';
import { soundFileReader } from '../../src/sound-files/sound-files.ts';
import { openaiKind } from '../../src/speech/openai/kind.ts';
import { type ServerLimits, speechServer } from '../../src/speech/openai/speech-server.ts';
import { asWav, startSpeechServer, toneOf } from '../harness/speech-server.ts';

const server = await startSpeechServer();
const tools = { soundFiles: soundFileReader() };
const settings = {
  address: `${server.url}/`,
  private: true,
  key: 'plum',
  model: 'kokoro',
  format: 'wav' as const,
};
const voice = { id: 101, engineName: 'af_bella', name: 'Bella' };

function speak(
  text: string,
  given: Partial<Parameters<typeof speechServer>[1]> = {},
  limits?: ServerLimits,
  signal?: AbortSignal,
) {
  const speaker = speechServer('kokoro', { ...settings, ...given }, tools, limits);
  return speaker.speak(text, voice, { clientId: 1, ...(signal && { signal }) });
}
const causeOf = (given: Promise<unknown>) =>
  given.then(
    () => 'spoken',
    (error) =>
      error instanceof AwayError ? String((error.cause as Error)?.message ?? error.cause) : error,
  );

test('a text is sent as the OpenAI API documents it, with the key, and its WAV is spoken', async () => {
  server.answer = asWav;
  const samples = await speak('Hello there.');
  expect(samples.length).toBeGreaterThan(4_000);
  expect(server.asked.at(-1)).toEqual({
    path: '/v1/audio/speech',
    key: 'Bearer plum',
    body: { model: 'kokoro', input: 'Hello there.', voice: 'af_bella', response_format: 'wav' },
  });
  await speak('Hello.', { address: `${server.url}/v1`, key: '' });
  expect(server.asked.at(-1)).toMatchObject({ path: '/v1/audio/speech', key: undefined });
});

test('PCM is read at 24,000 Hz', async () => {
  server.answer = (response) => {
    const samples = Int16Array.from({ length: 24_000 }, (_, at) => 9_000 * Math.sin(at / 9));
    response.end(Buffer.from(samples.buffer));
  };
  const samples = await speak('Hello.', { format: 'pcm' });
  expect(Math.abs(samples.length - 8_000)).toBeLessThan(800);
});

test('MP3 is read by the decoder of sound files', async () => {
  const mp3 = readFileSync(new URL('../data/sounds/greeting.mp3', import.meta.url));
  server.answer = (response) => response.end(mp3);
  expect((await speak('Hello.', { format: 'mp3' })).length).toBeGreaterThan(1_000);
});

test.each([
  [
    'an error',
    'status 500',
    (response: { writeHead: (n: number) => { end: (t: string) => void } }) =>
      response.writeHead(500).end('no'),
  ],
  [
    'a refused key',
    'status 401',
    (response: { writeHead: (n: number) => { end: (t: string) => void } }) =>
      response.writeHead(401).end('no'),
  ],
  [
    'too much',
    'more than 5000 bytes',
    (response: { end: (b: Buffer) => void }) => response.end(Buffer.alloc(6_000)),
  ],
  [
    'a page',
    'sound',
    (response: { end: (t: string) => void }) => response.end('<html>Welcome</html>'),
  ],
] as const)('after %s the engine is away: %s', async (_, cause, answer) => {
  server.answer = (response) => (answer as (given: unknown) => void)(response);
  expect(await causeOf(speak('Hello.', {}, { mostBytes: 5_000 }))).toContain(cause);
});

test.each([
  ['silence', 'The server answered with silence.', encodeWav(new Int16Array(8_000))],
  ['an empty sound', 'The server answered with silence.', encodeWav(new Int16Array())],
  [
    'half of a sound',
    'The sound that the server answered with is cut off before its end.',
    encodeWav(toneOf('Hello there.')).subarray(0, 3_000),
  ],
  [
    'a page',
    'The server answered with something that is no sound.',
    Buffer.from('<html>Welcome</html>'),
  ],
] as const)('after %s the engine is away, and the operator reads: %s', async (_, cause, answer) => {
  server.answer = (response) => response.end(answer);
  expect(await causeOf(speak('Hello.'))).toBe(cause);
});

test('a connection that ends inside of an answer is said in a sentence', async () => {
  server.answer = (response) => {
    const sound = encodeWav(toneOf('Hello there.'));
    response.writeHead(200, { 'content-length': sound.length });
    response.write(sound.subarray(0, 3_000), () => response.destroy());
  };
  expect(await causeOf(speak('Hello.'))).toBe('The server broke off its answer.');
  expect(await causeOf(speak('Hello.', { address: 'http://127.0.0.1:9' }))).toBe(
    'The server cannot be reached (ECONNREFUSED).',
  );
});

test('a redirect is not followed: texts and key would go elsewhere', async () => {
  server.answer = (response) => response.writeHead(307, { location: '/elsewhere' }).end();
  const before = server.asked.length;
  expect(await causeOf(speak('Hello.'))).not.toBe('spoken');
  expect(server.asked).toHaveLength(before + 1);
});

test('a server that is slow, or gone, is away; a canceled text ends with its reason', async () => {
  server.answer = () => {};
  expect(await causeOf(speak('Hello.', {}, { timeout: 50 }))).toContain('in time');
  expect(await causeOf(speak('Hello.', { address: 'http://127.0.0.1:9' }))).not.toBe('spoken');
  const wish = new AbortController();
  const speaking = speak('Hello.', {}, {}, wish.signal);
  wish.abort(new Error('gone'));
  await expect(speaking).rejects.toThrow('gone');
});

test('a person on the telephone is not kept waiting by a server that is slow', async () => {
  server.answer = () => {};
  const speaker = speechServer('kokoro', settings, tools, { callTimeout: 50 });
  const speaking = speaker.speak('Hello.', voice, { clientId: 1, forCall: true });
  expect(await causeOf(speaking)).toContain('in time');
});

test('a name that leads inside is not asked unless the operator said so', async () => {
  server.answer = asWav;
  const before = server.asked.length;
  const address = server.url.replace('http', 'https').replace('127.0.0.1', 'localhost');
  expect(await causeOf(speak('Hello.', { address, private: false }))).toContain('--private');
  const open = { address: 'http://93.184.216.34' };
  expect(await causeOf(speak('Hello.', open))).toContain('must begin with https://');
  expect(server.asked).toHaveLength(before);
});

test('its settings need an address of HTTP, and say where texts are sent', async () => {
  const engine = { name: 'kokoro', settings: { address: 'http://127.0.0.1:8880' } };
  expect(openaiKind.sendsTo(engine)).toBe('127.0.0.1:8880');
  const checked = (address: string, inside = {}) =>
    openaiKind.check({ name: 'x', settings: { address, ...inside } });
  await expect(checked('ftp://a')).rejects.toThrow('http://');
  await expect(checked('http://127.0.0.1:8880')).rejects.toThrow('Say --private');
  await expect(checked('https://ann:plum@tts.example.com')).rejects.toThrow('neither a name');
  await checked('http://127.0.0.1:8880', { private: 'yes' });
  await checked('https://tts.example.com');
});
