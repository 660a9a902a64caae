import { expect, test } from 'vitest';
import { rememberingSpeaker } from '#domain/speech/remembering-speaker.ts';
import { BusyError, type Speaker } from '#domain/speech/speaker.ts';
import { voices } from '#domain/speech/voices.ts';
import { fliteSpeaker } from './flite/flite.ts';
import { speakerPool } from './speaker-pool.ts';

const [voice, , , rough] = voices;
if (!voice || !rough) throw new Error('There is no voice.');

/** Threads whose pieces end when the test says so, and what was begun in which order. */
function heldThreads() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const open = (): Speaker => ({
    speak(text) {
      begun.push(text);
      return new Promise((resolve) => ends.set(text, () => resolve(Int16Array.of(begun.length))));
    },
    async close() {},
  });
  const end = async (text: string) => {
    await turn();
    ends.get(text)?.();
    await turn();
  };
  return { begun, end, open };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const watchedSpeaker = () => fliteSpeaker();
/** 4,000 of them take half an hour to say. */
const digits = (count: number) => '9'.repeat(count);

test('clients take turns: one that asks for much is one text ahead of another client, not all of it', async () => {
  const { begun, end, open } = heldThreads();
  const pool = speakerPool({ size: 1, open });
  const greedy = ['A1', 'A2', 'A3'].map((text) => pool.speak(text, voice, { clientId: 1 }));
  const modest = pool.speak('B1', voice, { clientId: 2 });
  for (const text of ['A1', 'B1', 'A2', 'A3']) await end(text);
  await Promise.all([...greedy, modest]);
  expect(begun).toEqual(['A1', 'B1', 'A2', 'A3']);
});

test('a long text is spoken piece by piece, and others are spoken between its pieces', async () => {
  const { begun, end, open } = heldThreads();
  const pool = speakerPool({ size: 1, open });
  const long = pool.speak(digits(200), voice, { clientId: 1 });
  const short = pool.speak('Hello', voice, { clientId: 2 });
  await turn();
  await end(begun[0] ?? '');
  await end('Hello');
  expect((await short).length).toBe(1);
  expect(begun.slice(1, 2)).toEqual(['Hello']);
  while (begun.join('').replaceAll(/\D/g, '').length < 200) await end(begun.at(-1) ?? '');
  await end(begun.at(-1) ?? '');
  await long;
});

test('what would take longer to say than a message may is refused before a word of it is spoken', async () => {
  const { begun, open } = heldThreads();
  const pool = speakerPool({ size: 1, open });
  await expect(pool.speak(digits(4_000), voice)).rejects.toMatchObject({
    reason: { code: 'speech_too_long', minutes: 28 },
  });
  expect(begun).toEqual([]);
});

test('calls are spoken for before previews, and have a thread of their own', async () => {
  const { begun, end, open } = heldThreads();
  const pool = speakerPool({ size: 2, open });
  const previews = [1, 2].map((clientId) => pool.speak(`preview ${clientId}`, voice, { clientId }));
  const calls = ['call 1', 'call 2'].map((text) =>
    pool.speak(text, voice, { clientId: 1, forCall: true }),
  );
  await turn();
  expect(begun).toEqual(['preview 1', 'call 1']);
  await end('preview 1');
  expect(begun).toEqual(['preview 1', 'call 1', 'call 2']);
  for (const text of ['call 1', 'call 2', 'preview 2']) await end(text);
  await Promise.all([...previews, ...calls]);
});

test('work whose asker has gone is not begun, and a long text ends after its piece', async () => {
  const { begun, end, open } = heldThreads();
  const pool = speakerPool({ size: 1, open });
  const gone = new AbortController();
  const long = pool.speak(digits(200), voice, { clientId: 1, signal: gone.signal });
  const waiting = pool.speak('Later', voice, { clientId: 1, signal: gone.signal });
  await turn();
  gone.abort(new Error('gone'));
  const ended = expect(long).rejects.toThrow('gone');
  await expect(waiting).rejects.toThrow('gone');
  await end(begun[0] ?? '');
  await ended;
  expect(begun).toHaveLength(1);
  const next = pool.speak('Hello', voice, { clientId: 2 });
  await end('Hello');
  expect((await next).length).toBe(1);
});

test('a client whose texts all wait is refused more, and another client is not', async () => {
  const { end, open } = heldThreads();
  const pool = speakerPool({ size: 1, mostOfClient: 2, open });
  const asked = ['A1', 'A2', 'A3'].map((text) => pool.speak(text, voice, { clientId: 1 }));
  await expect(pool.speak('A4', voice, { clientId: 1 })).rejects.toThrow(BusyError);
  const other = pool.speak('B1', voice, { clientId: 2 });
  for (const text of ['A1', 'B1', 'A2', 'A3']) await end(text);
  await Promise.all([...asked, other]);
});

test('a name in a call is taken while no more texts of previews may wait', async () => {
  const { begun, end, open } = heldThreads();
  const pool = speakerPool({ size: 1, mostOfClient: 1, mostInAll: 2, open });
  const previews = ['A1', 'A2', 'B1'].map((text, at) =>
    pool.speak(text, voice, { clientId: at < 2 ? 1 : 2 }),
  );
  await expect(pool.speak('C1', voice, { clientId: 3 })).rejects.toThrow(BusyError);
  const calls = [1, 3].map((clientId) =>
    pool.speak(`call ${clientId}`, voice, { clientId, forCall: true }),
  );
  for (const text of ['A1', 'call 3', 'call 1', 'B1', 'A2']) await end(text);
  await Promise.all([...previews, ...calls]);
  expect(begun).toEqual(['A1', 'call 3', 'call 1', 'B1', 'A2']);
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

test('what is spoken for calls that are not placed yet comes last, and leaves a thread for calls', async () => {
  const { begun, end, open } = heldThreads();
  const pool = speakerPool({ size: 2, mostOfClient: 2, open });
  const ahead = ['later 1', 'later 2', 'later 3'].map((text) =>
    pool.speak(text, voice, { clientId: 1, ahead: true }),
  );
  await expect(pool.speak('later 4', voice, { clientId: 1, ahead: true })).rejects.toThrow(
    BusyError,
  );
  const preview = pool.speak('preview', voice, { clientId: 1 });
  const call = pool.speak('call', voice, { clientId: 1, forCall: true });
  for (const text of ['call', 'later 1', 'preview', 'later 2', 'later 3']) await end(text);
  await Promise.all([...ahead, preview, call]);
  expect(begun).toEqual(['later 1', 'call', 'preview', 'later 2', 'later 3']);
});

test('a call does not wait for a value that is being spoken ahead', async () => {
  const { begun, end, open } = heldThreads();
  const speaker = rememberingSpeaker(speakerPool({ size: 2, open }), 60_000);
  const ahead = speaker.speak('Ana', voice, { clientId: 1, ahead: true });
  const call = speaker.speak('Ana', voice, { clientId: 1, forCall: true });
  const joined = speaker.speak('Ana', voice, { clientId: 1, ahead: true });
  await turn();
  expect(begun).toEqual(['Ana', 'Ana']);
  await end('Ana');
  await Promise.all([call, joined]);
  void ahead;
});
