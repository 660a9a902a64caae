/** Twilio's lists as the second source after a restore. */

import { afterAll, beforeEach, expect, test } from 'vitest';
import type { CarrierRecord } from '../../src/carriers/kind.ts';
import { twilioKind } from '../../src/carriers/twilio/kind.ts';
import { twilioSettings } from '../../src/carriers/twilio/settings.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { twilioDouble } from './double/server.ts';
import { givenCall, givenText } from './given.ts';
import { sender, settingTexts, surroundings } from './open-carrier.ts';

const double = await twilioDouble((url) => url);
afterAll(() => double.close());

/** In whole seconds, as Twilio writes them; hours before any midnight that could lie between. */
const since = Date.parse('2026-11-22T14:00:00Z');
const minutes = (count: number) => new Date(since + count * 60_000);

beforeEach(() => {
  double.calls.all.length = 0;
  double.account.messages.length = 0;
  double.account.datesSentOnly = false;
  double.requests.length = 0;
});

async function records(more: Record<string, string> = {}): Promise<CarrierRecord[]> {
  const settings = twilioSettings.parse(settingTexts(double, more));
  const all: CarrierRecord[] = [];
  for await (const one of twilioKind.records?.(settings, surroundings('main'), simMs(since)) ??
    []) {
    all.push(one);
  }
  return all;
}

test('the records are the calls and texts that we submitted since then, with their numbers and instants', async () => {
  givenCall(double, { to: '+12125550101', created: minutes(1), status: 'completed' });
  givenCall(double, { to: '+12125550102', created: minutes(2), status: 'no-answer' });
  givenCall(double, { to: '+12125550103', created: minutes(3), status: 'queued' });
  givenCall(double, { to: '+12125550104', created: minutes(-1) });
  givenCall(double, { to: '+12125550105', created: minutes(4), direction: 'inbound' });
  givenText(double, { to: '+12125550106', created: minutes(5), status: 'failed' });
  givenText(double, { to: '+12125550107', created: minutes(-1) });
  givenText(double, { to: '+12125550108', created: minutes(6), direction: 'inbound' });
  expect(await records()).toEqual([
    { channel: 'voice', to: '12125550102', at: minutes(2).getTime() },
    { channel: 'voice', to: '12125550101', at: minutes(1).getTime() },
    { channel: 'voice', to: '12125550103', at: minutes(3).getTime() },
    { channel: 'text', to: '12125550106', at: minutes(5).getTime() },
  ]);
});

test('a text that waits at Twilio has a record, whether Twilio counts it as sent or not; a canceled one has none', async () => {
  givenText(double, { to: '+12125550101', created: minutes(1), status: 'queued' });
  givenText(double, { to: '+12125550102', created: minutes(2), status: 'canceled' });
  for (const datesSentOnly of [false, true]) {
    double.account.datesSentOnly = datesSentOnly;
    expect((await records()).map(({ to }) => to)).toEqual(['12125550101']);
  }
});

test('a text that goes out right after one from that person is marked as a possible auto-reply', async () => {
  const person = '+12125550101';
  givenText(double, { from: person, to: `+${sender}`, created: minutes(1), direction: 'inbound' });
  givenText(double, { to: person, from: `+${sender}`, created: minutes(2) });
  givenText(double, { to: person, from: `+${sender}`, created: minutes(20) });
  givenText(double, { to: person, from: '+13025560002', created: minutes(2) });
  const all = await records();
  expect(all.filter((one) => 'mayBeAutoReply' in one && one.mayBeAutoReply)).toEqual([
    { channel: 'text', to: '12125550101', at: minutes(2).getTime(), mayBeAutoReply: true },
  ]);
  expect(all).toHaveLength(3);
});

test('long lists are read page by page to their end, and no further back than asked for', async () => {
  for (let n = 0; n < 1_200; n += 1) {
    givenCall(double, { to: `+1212555${String(n).padStart(4, '0')}`, created: minutes(1) });
    givenText(double, { to: `+1212555${String(n).padStart(4, '0')}`, created: minutes(1) });
    givenText(double, { to: '+12125559999', created: minutes(-60 * 48) });
  }
  const all = await records();
  expect(all).toHaveLength(2_400);
  expect(new Set(all.map(({ channel, to }) => `${channel} ${to}`)).size).toBe(2_400);
  const pages = double.requests.map(({ what, fields }) => `${what} ${fields.get('Page') ?? 0}`);
  expect(pages.filter((page) => page.startsWith('GET /Calls.json'))).toHaveLength(4);
  // Three of those that were sent since that day, and four until one holds older ones alone.
  expect(pages.filter((page) => page.startsWith('GET /Messages.json'))).toHaveLength(7);
});

test('when Twilio rejects us, or breaks off, the error is a sentence', async () => {
  await expect(records({ authToken: 'anothertoken' })).rejects.toThrow(
    'Twilio did not return its list (HTTP 401): the account SID or the auth token was rejected (Twilio 20003).',
  );
  double.listDown = true;
  await expect(records()).rejects.toThrow('Twilio did not return its list (HTTP 503)');
  double.listDown = false;
});
