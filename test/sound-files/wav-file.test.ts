import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aLawSample, muLawSample } from '../../src/domain/sound/g711.ts';
import { SoundFileError } from '../../src/domain/sound/sound-file.ts';
import { readWavFile } from '../../src/domain/sound/wav-file.ts';
import { int16, tone, type WavKind, wavFile } from './wav-files.ts';

type Write = (into: Buffer, at: number, sample: number) => void;

/** The byte whose meaning is nearest. */
const coded = (meaning: (code: number) => number): Write => {
  const codes = Array.from({ length: 256 }, (_, code) => [meaning(code), code] as const);
  return (into, at, sample) => {
    const [nearest] = codes.toSorted((a, b) => Math.abs(a[0] - sample) - Math.abs(b[0] - sample));
    into.writeUInt8(nearest?.[1] ?? 0, at);
  };
};

const kinds: [name: string, kind: WavKind, write: Write, closeness: number][] = [
  ['8-bit', { kind: 1, bits: 8 }, (b, at, s) => b.writeUInt8(Math.round(s * 127) + 128, at), 0.02],
  ['16-bit', { kind: 1, bits: 16 }, int16, 0.001],
  ['24-bit', { kind: 1, bits: 24 }, (b, at, s) => b.writeIntLE(Math.round(s * 8e6), at, 3), 0.02],
  ['32-bit', { kind: 1, bits: 32 }, (b, at, s) => b.writeInt32LE(Math.round(s * 2e9), at), 0.03],
  ['float', { kind: 3, bits: 32 }, (b, at, s) => b.writeFloatLE(s, at), 0.001],
  ['double', { kind: 3, bits: 64 }, (b, at, s) => b.writeDoubleLE(s, at), 0.001],
  ['A-law', { kind: 6, bits: 8 }, coded(aLawSample), 0.02],
  ['µ-law', { kind: 7, bits: 8 }, coded(muLawSample), 0.02],
  ['extensible', { kind: 0xfffe, bits: 16, inner: 1 }, int16, 0.001],
];

test.each(kinds)('a WAV file of %s samples is read, in one and in two channels', (...row) => {
  const [, kind, write, closeness] = row;
  for (const channels of [1, 2]) {
    const data = tone(0.05, { channels, width: kind.bits / 8 }, write);
    const { samples, sampleRate } = readWavFile(wavFile({ ...kind, channels }, data));
    expect([samples.length, sampleRate]).toEqual([400, 8000]);
    for (const [index, sample] of samples.entries()) {
      const wanted = 0.3 * Math.sin((2 * Math.PI * 440 * index) / 8000);
      expect(Math.abs(sample - wanted)).toBeLessThan(closeness);
    }
  }
});

test('the codes of telephone speech mean what G.711 says', () => {
  expect([0xff, 0x7f, 0x80, 0x00].map((code) => muLawSample(code) * 32_768)).toEqual([
    0, -0, 32_124, -32_124,
  ]);
  expect([0xd5, 0x55, 0xaa, 0x2a].map((code) => aLawSample(code) * 32_768)).toEqual([
    8, -8, 32_256, -32_256,
  ]);
});

const half = tone(0.5, {}, int16);
const pcm = { kind: 1, bits: 16 };

test('a size that was left open ends with the file, and a wrong size of the whole changes nothing', () => {
  for (const claims of [
    { data: 0xffff_ffff },
    { data: 0x7fff_f000 },
    { data: 0, riff: 0 },
    { data: 0, riff: 0xffff_ffff },
    { riff: 100 },
    { riff: 2_000_000 },
    // The header counted as sound, too.
    { data: half.length + 44 },
  ]) {
    expect(readWavFile(wavFile(pcm, half, claims)).samples).toHaveLength(4000);
  }
});

const sample = (name: string) => readFileSync(new URL(`../data/sounds/${name}`, import.meta.url));

// What SoX 14.4.2 decodes from the same files, which its own encoders wrote.
test.each([
  ['greeting-gsm.wav', 17_600, '6f55b467cdb9847b'],
  ['greeting-ima.wav', 17_600, '8dec809895fab348'],
  ['greeting-ms.wav', 17_600, 'adbeb58ce78b34b8'],
])('%s is decoded bit for bit as by another decoder', (name, length, hash) => {
  const { samples, sampleRate } = readWavFile(sample(name));
  expect([sampleRate, samples.length]).toEqual([8000, length]);
  expect(hashOf(samples)).toBe(hash);
});

test.each([
  ['stereo-ima.wav', '2ff028c766fbef3d'],
  ['stereo-ms.wav', 'ca2ed2649da3fc6c'],
])('both channels of %s are decoded and mixed', (name, hash) => {
  expect(hashOf(readWavFile(sample(name)).samples)).toBe(hash);
});

function hashOf(samples: Float32Array): string {
  const whole = Int16Array.from(samples, (value) => Math.floor(value * 32_768));
  return createHash('sha256').update(new Uint8Array(whole.buffer)).digest('hex').slice(0, 16);
}

test('a number of samples beside the sound cuts its padding, and is not believed beyond it', () => {
  const file = Buffer.from(sample('greeting-ima.wav'));
  const fact = file.indexOf('fact') + 8;
  for (const [said, read] of [
    [17_000, 17_000],
    [0xffff_ffff, 17_675],
    [0, 17_675],
  ] as const) {
    file.writeUInt32LE(said, fact);
    expect(readWavFile(file).samples).toHaveLength(read);
  }
});

test.each<[string, Buffer, SoundFileError['kind']]>([
  ['no channels', wavFile({ ...pcm, channels: 0 }, half), 'broken'],
  ['1000 channels', wavFile({ ...pcm, channels: 1000 }, half), 'broken'],
  ['no sample rate', wavFile({ ...pcm, sampleRate: 0 }, half), 'broken'],
  ['a sample rate of 4 GHz', wavFile({ ...pcm, sampleRate: 0xffff_ffff }, half), 'broken'],
  ['a kind that nobody knows', wavFile({ kind: 85, bits: 16 }, half), 'unsupported'],
  ['17 bits', wavFile({ kind: 1, bits: 17 }, half), 'unsupported'],
  ['no bits', wavFile({ kind: 1, bits: 0 }, half), 'unsupported'],
  ['5 minutes and a second', wavFile(pcm, Buffer.alloc(301 * 16_000)), 'tooLong'],
  ['half of its sound', wavFile(pcm, half, { data: half.length * 2 }), 'cutOff'],
  ['a second more than it has', wavFile(pcm, half, { data: half.length + 16_000 }), 'cutOff'],
  ['two channels of GSM', wavFile({ kind: 49, bits: 0, channels: 2 }, half), 'unsupported'],
  ['ADPCM of 3 bits', wavFile({ kind: 17, bits: 3 }, half), 'unsupported'],
  ['ADPCM in blocks of no size', wavFile({ kind: 2, bits: 4 }, half), 'broken'],
  ['no sound', wavFile(pcm, half).subarray(0, 40), 'broken'],
])('a WAV file with %s is refused', (_, file, kind) => {
  expect(() => readWavFile(file)).toThrow(expect.objectContaining({ kind }));
});

test('a WAV file of exactly 5 minutes is read', () => {
  expect(readWavFile(wavFile(pcm, Buffer.alloc(300 * 16_000))).samples).toHaveLength(2_400_000);
});

test.each([
  ['plain', wavFile(pcm, half)],
  ['GSM', sample('greeting-gsm.wav')],
  ['IMA', sample('stereo-ima.wav')],
  ['MS', sample('stereo-ms.wav')],
])('whatever stands in a %s WAV file, it is read or refused', (_, whole) => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(120), fc.nat(255)), { maxLength: 8 }),
      fc.nat(whole.length),
      (changes, length) => {
        const bytes = Buffer.from(whole.subarray(0, length));
        for (const [at, value] of changes) if (at < length) bytes[at] = value;
        try {
          expect(readWavFile(bytes).samples.every((sample) => Math.abs(sample) <= 1)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(SoundFileError);
        }
      },
    ),
    { numRuns: 200 },
  );
});
