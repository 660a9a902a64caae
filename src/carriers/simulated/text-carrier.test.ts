import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { simMs } from '#domain/milliseconds.ts';
import { troubledTexts } from '../../../test/harness/trouble/trouble-text.ts';
import { noTextTrouble } from '../../../test/harness/trouble/trouble-text-profile.ts';
import type { TextCarrier, TextEvent } from '../text-port.ts';
import { callLogName, type LogLine } from './call-log.ts';
import { simulatedTextCarrier } from './text-carrier.ts';
import { type TextProfile, usualTextProfile } from './text-profile.ts';
import type { TextQueueSettings } from './text-queue.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const start = Date.parse('2026-11-20T20:00:00Z');
const minutes = 60_000;

/** A Lehmer sequence for each name; seeds are tested elsewhere. */
function randomOf(name: string) {
  let state = [...name].reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2_147_483_647,
    7,
  );
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  for (let n = 0; n < 5; n += 1) next();
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return { next, between };
}

function world(profile: Partial<TextProfile> = {}) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-text-'));
  folders.push(dataFolder);
  let now = start;
  const clock = {
    now: () => simMs(now),
    advance(ms: number) {
      now += ms;
    },
  };
  const open = (queue?: TextQueueSettings) =>
    simulatedTextCarrier({
      ...{ clock, dataFolder, randomOf, ...(queue && { queue }) },
      profile: { ...usualTextProfile, ...profile },
    });
  const log = () =>
    readFileSync(join(dataFolder, callLogName), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as LogLine);
  return { clock, open, log };
}

const texts = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    ...{
      textId: `1-1-${at + 1}`,
      from: '13025550100',
      body: 'Hello',
      until: simMs(Number.POSITIVE_INFINITY),
    },
    to: String(12_122_000_000 + at),
  }));

/** Events to their end, acknowledged. */
function drain(carrier: TextCarrier): TextEvent[] {
  const events = carrier.events();
  carrier.acknowledge(events);
  return events;
}

test('each text is in the log before submit returns, with id, kind and both numbers', async () => {
  const { open, log } = world();
  await open().submit(texts(2));
  expect(log()).toEqual([
    {
      ...{ at: '2026-11-20T20:00:00.000Z', attemptId: '1-1-1', kind: 'text' },
      ...{ to: '12122000000', from: '13025550100' },
    },
    expect.objectContaining({ attemptId: '1-1-2', to: '12122000001' }),
  ]);
});

test('the public replies in roughly the shares of the profile, repeatably', async () => {
  const run = async () => {
    const { clock, open } = world({ stop: 0.05, talk: 0.1 });
    const carrier = open();
    const submissions = await carrier.submit(texts(2_000));
    clock.advance(10 * minutes);
    return { submissions, events: drain(carrier) };
  };
  const { submissions, events } = await run();
  expect(await run()).toEqual({ submissions, events });
  const receipts = events.filter(({ kind }) => kind === 'receipt');
  const rejected = submissions.filter(({ kind }) => kind === 'rejected').length;
  expect(receipts.length).toBe(2_000 - rejected);
  const share = (part: number) => part / 2_000;
  const failed = receipts.filter((one) => one.kind === 'receipt' && one.outcome === 'failed');
  expect(share(failed.length)).toBeCloseTo(0.04, 1);
  const inbound = events.filter(({ kind }) => kind === 'inbound');
  expect(share(inbound.length)).toBeGreaterThan(0.1);
  expect(share(inbound.length)).toBeLessThan(0.2);
});

test('a text submitted twice under one id is logged twice and sent once', async () => {
  const { clock, open, log } = world({ rejected: 0 });
  const carrier = open();
  const [text] = texts(1);
  if (!text) throw new Error('no text');
  expect(await carrier.submit([text])).toEqual(await carrier.submit([text]));
  clock.advance(10 * minutes);
  expect(drain(carrier).filter(({ kind }) => kind === 'receipt').length).toBe(1);
  expect(log().length).toBe(2);
});

test('events are reported until they are acknowledged', async () => {
  const { clock, open } = world({ rejected: 0 });
  const carrier = open();
  await carrier.submit(texts(5));
  clock.advance(10 * minutes);
  const events = carrier.events();
  expect(carrier.events()).toEqual(events);
  carrier.acknowledge(events);
  expect(carrier.events()).toEqual([]);
});

test('a carrier outlives its process: the next one reports receipts still due', async () => {
  const { clock, open } = world({ rejected: 0, failed: 0, late: 0, talk: 0, stop: 0 });
  await open().submit(texts(20));
  clock.advance(10);
  expect(open().events()).toEqual([]);
  // However long nobody polls.
  clock.advance(90 * minutes);
  const next = open();
  const receipts = drain(next).filter(({ kind }) => kind === 'receipt');
  expect(receipts.map(({ carrierRef }) => carrierRef).sort()).toEqual(
    texts(20)
      .map(({ textId }) => textId)
      .sort(),
  );
  // What ended long ago is not reported again.
  await next.submit(texts(1).map((text) => ({ ...text, textId: '1-1-99' })));
  clock.advance(60 * minutes);
  expect(
    open()
      .events()
      .map(({ carrierRef }) => carrierRef),
  ).toEqual(['1-1-99']);
});

test('nobody replies to an auto-reply', async () => {
  const { clock, open } = world({ rejected: 0, stop: 1 });
  const carrier = open();
  await carrier.submit(texts(1).map((text) => ({ ...text, textId: 'reply-1-1' })));
  clock.advance(10 * minutes);
  expect(drain(carrier).map(({ kind }) => kind)).toEqual(['receipt']);
});

test('a text that can still be canceled has no early receipt', async () => {
  const { clock, open } = world({ rejected: 0, talk: 0, stop: 0 });
  const queue = { perSecond: 0.1, segmentsOf: () => 1 };
  const profile = { ...noTextTrouble, early: 1, withoutOurId: 0 };
  const carrier = troubledTexts(open(queue), { clock, randomOf, profile, sleep: async () => {} });
  // The second one waits behind the first.
  const [gone, waiting] = texts(2);
  if (!gone || !waiting) throw new Error('no texts');
  await carrier.submit([gone, waiting]);
  expect(carrier.events()).toMatchObject([{ carrierRef: '1-1-1', outcome: 'delivered' }]);
  const { from, to } = waiting;
  expect(await carrier.cancel([{ carrierRef: '1-1-2', from, to }])).toEqual(['canceled']);
  expect(carrier.events().at(-1)).toMatchObject({ carrierRef: '1-1-2', canceled: true });
});
