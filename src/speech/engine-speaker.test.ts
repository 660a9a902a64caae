import { expect, test } from 'vitest';
import { z } from 'zod';
import { AwayError, type Speaker } from '#domain/speech/speaker.ts';
import { breaker } from './breaker.ts';
import { type AddedEngine, engineSpeaker } from './engine-speaker.ts';
import type { SpeechKind } from './kind.ts';

const voice = { id: 101, name: 'Bella', engineName: '' };
const turn = () => new Promise((resolve) => setImmediate(resolve));
const nothing: Speaker = { speak: async () => new Int16Array(1), close: async () => {} };

/** An engine whose texts end when the test says so. */
function heldEngine() {
  const ends: (() => void)[] = [];
  const done: string[] = [];
  const kind: SpeechKind = {
    ...{ settings: z.object({}), secrets: [], sendsTo: () => undefined, check: async () => {} },
    atOnce: 1,
    open: () => ({
      speak: (text) =>
        new Promise((resolve) =>
          ends.push(() => {
            done.push(text);
            resolve(new Int16Array(1));
          }),
        ),
      close: async () => {
        done.push('closed');
      },
    }),
  };
  return { ends, done, kind };
}

function engineNamed(engineId: number): AddedEngine {
  const voices = new Map([[100 + engineId, 'a']]);
  return { engineId, name: `engine ${engineId}`, kind: 'held', settings: {}, voices };
}

test('an engine that was removed is closed when the texts that wait for it are spoken', async () => {
  const { ends, done, kind } = heldEngine();
  let engines = [engineNamed(1), engineNamed(2)];
  const speaker = engineSpeaker({
    ...{ builtIn: nothing, kinds: { held: kind }, readEvery: 0 },
    tools: { soundFiles: { read: async () => new Int16Array() } },
    read: async () => engines,
  });
  const texts = ['One.', 'Two.'].map((text) => speaker.speak(text, voice, { clientId: 1 }));
  await turn();
  engines = [engineNamed(2)];
  const other = speaker.speak('Three.', { ...voice, id: 102 }, { clientId: 1 });
  await turn();
  for (let at = 0; at < 3; at += 1) {
    ends[at]?.();
    await turn();
  }
  await Promise.all([...texts, other]);
  await turn();
  expect(done.toSorted()).toEqual(['One.', 'Three.', 'Two.', 'closed']);
  expect(done.indexOf('closed')).toBeGreaterThan(done.indexOf('Two.'));
  await speaker.close();
});

test('a call waits for its patience and no longer, and the work goes on', async () => {
  const { ends, done, kind } = heldEngine();
  const speaker = engineSpeaker({
    ...{ builtIn: nothing, kinds: { held: kind }, callPatience: 20 },
    tools: { soundFiles: { read: async () => new Int16Array() } },
    read: async () => [engineNamed(1)],
  });
  const spoken = speaker.speak('One.', voice, { clientId: 1, forCall: true });
  await expect(spoken).rejects.toThrow(AwayError);
  ends[0]?.();
  await turn();
  expect(done).toEqual(['One.']);
  await speaker.close();
});

test('after three failures in a row an engine is not asked for 30 seconds, then once', async () => {
  let now = 0;
  let asked = 0;
  let works = false;
  const failing: Speaker = {
    async speak() {
      asked += 1;
      if (works) return new Int16Array(1);
      throw new AwayError('kokoro', { cause: 'no answer' });
    },
    close: async () => {},
  };
  const guarded = breaker({ engine: 'kokoro', now: () => now })(failing);
  const speak = () => guarded.speak('Hi.', voice).catch((error: unknown) => error);
  for (let at = 0; at < 5; at += 1) {
    expect(await speak()).toMatchObject({ name: 'AwayError', cause: 'no answer' });
  }
  expect(asked).toBe(3);
  now = 30_000;
  await Promise.all([speak(), speak(), speak()]);
  expect(asked).toBe(4);
  now = 60_000;
  works = true;
  expect(await speak()).toEqual(new Int16Array(1));
  works = false;
  await speak();
  works = true;
  expect(await speak()).toEqual(new Int16Array(1));
  expect(asked).toBe(7);
});

test('when a resting engine is back, all values of a call are spoken, not the first alone', async () => {
  let now = 0;
  let works = false;
  const engine: Speaker = {
    async speak() {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (works) return new Int16Array(1);
      throw new AwayError('kokoro', { cause: 'no answer' });
    },
    close: async () => {},
  };
  const guarded = breaker({ engine: 'kokoro', now: () => now })(engine);
  const speak = () =>
    guarded.speak('Hi.', voice).then(
      () => 'spoken',
      () => 'away',
    );
  for (let at = 0; at < 3; at += 1) await speak();
  now = 30_000;
  works = true;
  expect(await Promise.all([speak(), speak(), speak()])).toEqual(['spoken', 'spoken', 'spoken']);
});
