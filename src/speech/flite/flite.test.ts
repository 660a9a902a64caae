import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { activeLevel, targetLevel } from '#domain/sound/loudness.ts';
import { SpeechError } from '#domain/speech/speaker.ts';
import { voices } from '#domain/speech/voices.ts';
import { fliteSpeaker } from './flite.ts';

const speaker = fliteSpeaker();
afterAll(() => speaker.close());

const floats = (samples: Int16Array) => Float32Array.from(samples, (sample) => sample / 32_768);

test.each(voices)('the voice $name speaks at telephone rate and even loudness', async (voice) => {
  const samples = await speaker.speak('Hello, this is Harbor Regional Orthopedics.', voice);
  const seconds = samples.length / 8000;
  expect(seconds).toBeGreaterThan(1.5);
  expect(seconds).toBeLessThan(5);
  const level = activeLevel(floats(samples));
  expect(level).toBeGreaterThan(targetLevel * 0.6);
  expect(level).toBeLessThan(targetLevel * 1.2);
});

test('texts requested at once each get their own sound', async () => {
  const [voice] = voices;
  if (!voice) throw new Error('There is no voice.');
  const [short, long] = await Promise.all([
    speaker.speak('Yes.', voice),
    speaker.speak('To speak with someone in billing now, press 1.', voice),
  ]);
  expect(short.length * 2).toBeLessThan(long.length);
  expect(await speaker.speak('Yes.', voice)).toEqual(short);
});

test('the same text is the same sound bit for bit, in another thread and with the next release', async () => {
  const another = fliteSpeaker();
  const text = 'Your balance is 1 4 2 dollars, Ruth Kamaka.';
  const hashes = await Promise.all(
    voices.map(async (voice) => {
      const [one, other] = [await speaker.speak(text, voice), await another.speak(text, voice)];
      expect(Buffer.compare(Buffer.from(one.buffer), Buffer.from(other.buffer))).toBe(0);
      return [voice.engineName, createHash('sha256').update(one).digest('hex').slice(0, 16)];
    }),
  );
  await another.close();
  // Attempts keep what they spoke as text (domain/allowed-by.ts): another engine would say it otherwise.
  expect(hashes).toMatchInlineSnapshot(`
    [
      [
        "slt",
        "ea93c9ca6dc811e6",
      ],
      [
        "awb",
        "50c71f3f628e7ffe",
      ],
      [
        "rms",
        "a679f466749dde67",
      ],
      [
        "kal",
        "88e3b8dcec940d9a",
      ],
      [
        "kal16",
        "cc3e4a8684141d43",
      ],
    ]
  `);
}, 30_000);

test('a text that takes too long is given up, and the next one is spoken', async () => {
  const [voice] = voices;
  if (!voice) throw new Error('There is no voice.');
  const hurried = fliteSpeaker({ timeout: 2500 });
  const endless = hurried.speak('word '.repeat(9000), voice);
  const next = hurried.speak('Yes.', voice);
  await expect(endless).rejects.toThrow(SpeechError);
  expect((await next).length).toBeGreaterThan(0);
  await hurried.close();
}, 30_000);

test('the event loop stays free while a long text is spoken', async () => {
  const [voice] = voices;
  if (!voice) throw new Error('There is no voice.');
  const start = performance.now();
  let longest = 0;
  let before = start;
  const ticking = setInterval(() => {
    longest = Math.max(longest, performance.now() - before);
    before = performance.now();
  }, 5);
  await speaker.speak('This is a reminder about your statement. '.repeat(40), voice);
  clearInterval(ticking);
  expect(longest).toBeLessThan((performance.now() - start) / 3);
}, 30_000);
