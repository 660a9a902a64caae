import { afterAll, expect, test } from 'vitest';
import { rememberingSpeaker } from '#domain/speech/remembering-speaker.ts';
import { BusyError, type Speaker } from '#domain/speech/speaker.ts';
import { voices } from '#domain/speech/voices.ts';
import { fliteSpeaker } from './flite.ts';
import { speakerPool } from './speaker-pool.ts';

const [voice, , , rough] = voices;
if (!voice || !rough) throw new Error('There is no voice.');

/** Two threads of the engine, and what each was given. */
const given: string[][] = [];
function watchedSpeaker(): Speaker {
  const speaker = fliteSpeaker();
  const mine: string[] = [];
  given.push(mine);
  return {
    speak(text, spoken) {
      mine.push(text);
      return speaker.speak(text, spoken);
    },
    close: () => speaker.close(),
  };
}
const pool = speakerPool({ size: 2, mostWaiting: 2, open: watchedSpeaker });
afterAll(() => pool.close());

test('texts are spread over the threads; more than may wait are refused, and room is made again', async () => {
  const names = ['Ana', 'Bo', 'Cy', 'Di', 'Eve'];
  const asked = names.map((name) => pool.speak(name, rough));
  await expect(asked.at(-1)).rejects.toThrow(BusyError);
  await Promise.all(asked.slice(0, 4));
  expect(given.map((texts) => texts.toSorted())).toEqual([
    ['Ana', 'Cy'],
    ['Bo', 'Di'],
  ]);
  expect((await pool.speak('Eve', rough)).length).toBeGreaterThan(0);
});

test('what was spoken is remembered by text and voice, up to its bytes', async () => {
  const spoken: string[] = [];
  const inner = watchedSpeaker();
  const counted: Speaker = {
    speak(text, by) {
      spoken.push(`${by.engineName} ${text}`);
      return inner.speak(text, by);
    },
    close: () => inner.close(),
  };
  const speaker = rememberingSpeaker(counted, 60_000);
  const [first, twin] = await Promise.all([
    speaker.speak('Ana', rough),
    speaker.speak('Ana', rough),
  ]);
  expect(await speaker.speak('Ana', rough)).toBe(first);
  expect(twin).toBe(first);
  expect(await speaker.speak('Ana', voice)).not.toEqual(first);
  expect(spoken).toEqual(['kal Ana', 'slt Ana']);
  // Some seconds of speech push the names out.
  await speaker.speak('This sentence is longer than a name, much longer than one.', rough);
  expect(await speaker.speak('Ana', rough)).toEqual(first);
  expect(spoken).toHaveLength(4);
  await speaker.close();
});

test('what could not be spoken is asked for again', async () => {
  let tries = 0;
  const flaky: Speaker = {
    async speak() {
      tries += 1;
      if (tries === 1) throw new BusyError();
      return Int16Array.of(1);
    },
    async close() {},
  };
  const speaker = rememberingSpeaker(flaky, 1_000);
  await expect(speaker.speak('Ana', voice)).rejects.toThrow(BusyError);
  expect(await speaker.speak('Ana', voice)).toEqual(Int16Array.of(1));
});
