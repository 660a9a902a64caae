import { expect, test } from 'vitest';
import { activeLevel, evenLoudness, targetLevel, trimSilence } from './loudness.ts';
import { resample } from './resample.ts';
import { telephoneSound } from './telephone-sound.ts';
import { decodeWav, encodeWav } from './wav.ts';

/** One second of a tone. */
const tone = (hertz: number, rate: number, peak = 0.5) =>
  Float32Array.from(
    { length: rate },
    (_, index) => peak * Math.sin((2 * Math.PI * hertz * index) / rate),
  );

/** Without the edges, where the filter has only half of its input. */
const middleLevel = (samples: Float32Array) => {
  const middle = samples.subarray(samples.length / 4, (samples.length * 3) / 4);
  return Math.sqrt(middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length);
};
const decibels = (share: number) => 20 * Math.log10(share);

test.each([16_000, 44_100, 48_000, 11_025])(
  'from %i to 8,000 Hz a tone of 1 kHz survives',
  (rate) => {
    const before = tone(1000, rate);
    const after = resample(before, rate, 8000);
    expect(after.length).toBe(8000);
    expect(Math.abs(decibels(middleLevel(after) / middleLevel(before)))).toBeLessThan(0.1);
  },
);

test.each([16_000, 44_100, 48_000])('from %i to 8,000 Hz a tone of 5 kHz is gone', (rate) => {
  const before = tone(5000, rate);
  expect(decibels(middleLevel(resample(before, rate, 8000)) / middleLevel(before))).toBeLessThan(
    -60,
  );
});

test('a sound that has the rate already is left alone', () => {
  const before = tone(3900, 8000);
  expect(resample(before, 8000, 8000)).toBe(before);
});

test('a low rate is raised without an echo of the tone above half of it', () => {
  const after = resample(tone(1000, 4000), 4000, 8000);
  const pure = tone(1000, 8000);
  const rest = after.map((sample, index) => sample - (pure[index] ?? 0));
  expect(decibels(middleLevel(rest) / middleLevel(pure))).toBeLessThan(-50);
});

test('quiet and loud speech come out equally loud, and nothing clips', () => {
  for (const peak of [0.01, 0.1, 0.99]) {
    const even = evenLoudness(tone(440, 8000, peak));
    expect(activeLevel(even)).toBeCloseTo(targetLevel, 2);
    expect(Math.max(...even)).toBeLessThan(0.9);
  }
  const click = new Float32Array(8000).fill(0.004);
  click[4000] = 1;
  expect(Math.max(...evenLoudness(click))).toBeLessThan(0.9);
});

test('silence at both ends is cut to what should stay; pauses inside are kept', () => {
  const word = tone(440, 8000).subarray(0, 800);
  const sound = new Float32Array(8000);
  sound.set(word, 1600);
  sound.set(word, 4000);
  expect(trimSilence(sound, 160).length).toBe(160 + 3200 + 160);
  expect(trimSilence(new Float32Array(8000), 160).length).toBe(0);
});

test('a WAV file is read as it was written', () => {
  const samples = Int16Array.from([0, 1, -1, 32_767, -32_768]);
  const bytes = encodeWav(samples);
  expect(decodeWav(bytes)).toEqual({ sampleRate: 8000, samples });
  expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe('RIFF');
  expect(bytes.length).toBe(44 + 10);
});

test('anything but a 16-bit WAV file is refused, wherever it is cut', () => {
  const bytes = encodeWav(Int16Array.from([1, 2, 3]));
  for (let end = 0; end < 40; end += 1) expect(() => decodeWav(bytes.subarray(0, end))).toThrow();
  const eightBit = bytes.slice();
  eightBit[34] = 8;
  expect(() => decodeWav(eightBit)).toThrow('Not 16-bit PCM.');
});

test('telephone sound of silence is empty', () => {
  expect(telephoneSound({ sampleRate: 16_000, samples: new Int16Array(16_000) }).length).toBe(0);
});
