/** Real files and hostile ones, read as the server reads them: in a process of their own. */
import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { activeLevel, targetLevel } from '../../src/domain/sound/loudness.ts';
import { SoundFileError } from '../../src/domain/sound/sound-file.ts';
import { readWavFile } from '../../src/domain/sound/wav-file.ts';
import { soundFileReader } from '../../src/sound-files/sound-files.ts';
import { int16, tone, wavFile } from './wav-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'carillon-sounds-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const reader = soundFileReader();

const sample = (name: string) => readFileSync(new URL(`../data/sounds/${name}`, import.meta.url));

async function readBytes(bytes: Uint8Array, { read } = reader): Promise<Int16Array> {
  const path = join(folder, randomBytes(6).toString('hex'));
  writeFileSync(path, bytes);
  const file = openSync(path, 'r');
  try {
    return await read(file);
  } finally {
    closeSync(file);
  }
}

const levelOf = (samples: Int16Array) =>
  activeLevel(Float32Array.from(samples, (value) => value / 32_768));

test.each([
  'greeting.mp3',
  'greeting.m4a',
  'greeting-lossless.m4a',
  'greeting.mp4',
  'greeting.wav',
  'greeting-gsm.wav',
  'greeting-ima.wav',
  'greeting-ms.wav',
])('%s becomes telephone sound of even loudness', async (name) => {
  const samples = await readBytes(sample(name));
  expect(samples.length / 8000).toBeCloseTo(2.2, 0);
  expect(levelOf(samples)).toBeGreaterThan(targetLevel * 0.8);
  expect(levelOf(samples)).toBeLessThan(targetLevel * 1.2);
});

test('files that are read at once do not mix', async () => {
  const names = ['greeting.mp3', 'greeting.wav', 'greeting.m4a', 'greeting.mp4'];
  const alone = [];
  for (const name of names) alone.push(await readBytes(sample(name)));
  expect(await Promise.all(names.map((name) => readBytes(sample(name))))).toEqual(alone);
});

const mp3 = sample('greeting.mp3');
const m4a = sample('greeting.m4a');
/** The frames without the tag and the table of contents before them. */
const frames = mp3.subarray(mp3.indexOf(Buffer.from([0xff, 0xfb])));

/** An ID3v2 tag of N bytes, or one that says so. */
function tag(claimed: number, bytes = claimed): Buffer {
  const size = [21, 14, 7, 0].map((shift) => (claimed >> shift) & 127);
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, ...size]), Buffer.alloc(bytes)]);
}

test.each([
  ['a tag of 20 MB before it', Buffer.concat([tag(20_000_000), frames])],
  ['a tag that says it is 200 MB', Buffer.concat([tag(200_000_000, 0), frames])],
  ['junk before and after it', Buffer.concat([Buffer.alloc(5000, 7), frames, Buffer.alloc(9000)])],
  ['its name and artist after it', Buffer.concat([mp3, Buffer.from('TAG'.padEnd(128, '\0'))])],
])('an MP3 with %s is still read', async (_, bytes) => {
  expect((await readBytes(bytes)).length / 8000).toBeGreaterThan(1.2);
});

const long = (count: number) => Buffer.concat(Array.from({ length: count }, () => frames));
/** The same file with another number where a box has it. */
const changed = (bytes: Buffer, box: string, offset: number, value: number) => {
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(value >>> 0, copy.indexOf(box) + offset);
  return copy;
};
/** The sample sizes of an MP4 say that its one second lasts for hours. */
const bomb = changed(m4a, 'stts', 12, 0x0fff_ffff);

const pcm = { kind: 1, bits: 16 };

/** A share of the file that ends where a frame does. */
function wholeFrames(bytes: Buffer, share: number): Buffer {
  const header = bytes.subarray(bytes.indexOf(Buffer.from([0xff, 0xfb]))).subarray(0, 2);
  return bytes.subarray(0, bytes.indexOf(header, bytes.length * share));
}

/** Two seconds; `peak` as a share of full scale. */
const noise = (peak: number) => {
  const data = Buffer.alloc(32_000);
  let state = 1;
  for (let at = 0; at < data.length; at += 2) {
    state = (state * 48_271) % 2_147_483_647;
    int16(data, at, peak * (state / 1_073_741_823 - 1));
  }
  return data;
};

test('speech that is 40 dB too quiet becomes as loud as all other speech', async () => {
  const loud = readWavFile(sample('greeting.wav')).samples;
  const data = Buffer.alloc(loud.length * 2);
  for (const [index, value] of loud.entries()) int16(data, index * 2, value / 100);
  const raised = await readBytes(wavFile(pcm, data));
  expect(levelOf(raised)).toBeGreaterThan(targetLevel * 0.8);
  expect(raised.length / 8000).toBeGreaterThan(1.8);
});

test.each<[string, Buffer, SoundFileError['kind']]>([
  ['nothing', Buffer.alloc(0), 'notSound'],
  ['a text', Buffer.from('Hello, I am no sound. '.repeat(500)), 'notSound'],
  ['noise under any name', randomBytes(200_000), 'notSound'],
  ['a picture that moves, without sound', sample('picture-only.mp4'), 'notSound'],
  ['a zip that unpacks to gigabytes', Buffer.from('PK\x03\x04'.padEnd(4000, '\0')), 'notSound'],
  ['a tag without sound', tag(100_000), 'notSound'],
  ['an MP4 whose table is cut off', m4a.subarray(0, 600), 'broken'],
  ['an MP4 that ends before its sound', m4a.subarray(0, 1500), 'broken'],
  ['an MP4 with a box of 4 GB', changed(m4a, 'moov', -4, 0xffff_ffff), 'broken'],
  ['an MP4 with a box of 0 bytes inside', changed(m4a, 'trak', -4, 4), 'notSound'],
  ['an MP4 that says it lasts for hours', bomb, 'tooLong'],
  ['6 minutes of MP3', long(170), 'tooLong'],
  ['an MP3 that was cut inside a frame', mp3.subarray(0, 7000), 'cutOff'],
  ['an MP3 that was cut between two frames', wholeFrames(mp3, 0.5), 'cutOff'],
  ['a WAV that was cut in its middle', sample('greeting.wav').subarray(0, 9000), 'cutOff'],
  ['a GSM WAV that was cut in its middle', sample('greeting-gsm.wav').subarray(0, 2000), 'cutOff'],
  ['an ADPCM WAV that was cut', sample('greeting-ima.wav').subarray(0, 5000), 'cutOff'],
  ['noise that nobody would hear', wavFile(pcm, noise(0.0005)), 'silent'],
  ['silence', wavFile(pcm, Buffer.alloc(16_000)), 'silent'],
  ['a WAV header alone', wavFile(pcm, Buffer.alloc(0)), 'silent'],
])('%s is refused', async (_, bytes, kind) => {
  await expect(readBytes(bytes)).rejects.toMatchObject({ name: 'SoundFileError', kind });
});

test('a damaged MP4 never ends the server or hangs it', async () => {
  for (let round = 0; round < 6; round += 1) {
    const bytes = Buffer.from(round % 2 === 0 ? m4a : sample('greeting-lossless.m4a'));
    for (let change = 0; change <= round; change += 1) {
      const at = 40 + ((round * 7919 + change * 104_729) % (bytes.length - 40));
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (change % 8));
    }
    const result = await readBytes(bytes).catch((error: unknown) => error);
    if (!(result instanceof Int16Array)) expect(result).toBeInstanceOf(SoundFileError);
  }
});

test('a file that takes too long is given up, and the next one is read', async () => {
  const impatient = soundFileReader({ timeout: 1 });
  await expect(readBytes(mp3, impatient)).rejects.toMatchObject({ kind: 'broken' });
  expect((await readBytes(mp3)).length).toBeGreaterThan(8000);
});

test('both channels of a stereo file are mixed', async () => {
  const left = tone(0.5, { channels: 2, sampleRate: 44_100 }, int16);
  for (let at = 2; at < left.length; at += 4) left.writeInt16LE(0, at);
  const samples = await readBytes(
    wavFile({ kind: 1, bits: 16, channels: 2, sampleRate: 44_100 }, left),
  );
  expect(levelOf(samples)).toBeCloseTo(targetLevel, 2);
});
