import { expect, test } from 'vitest';
import { until } from '../harness/until.ts';
import { advance } from './double/messages.ts';
import type { Mishap } from './double/rest.ts';
import {
  callbacksInMemory,
  isLookUp,
  openOnDouble,
  openTwilio,
  sender,
  texts,
} from './open-carrier.ts';

const about = { MessageSid: 'SM0123456789abcdef', To: '+12122000000', From: `+${sender}` };

test('a callback is returned until it is acknowledged, and only then deleted', async () => {
  const callbacks = callbacksInMemory();
  const { text } = await openOnDouble({}, { callbacks });
  callbacks.add('status/1-1-1', { ...about, MessageStatus: 'delivered' });
  const [receipt] = await until(() => (text.events().length > 0 ? text.events() : undefined));
  expect(receipt).toMatchObject({
    ...{ kind: 'receipt', carrierRef: 'SM0123456789abcdef', textId: '1-1-1' },
    ...{ phone: '12122000000', textingNumber: sender, outcome: 'delivered' },
  });
  expect(text.events()).toEqual([receipt]);
  expect(callbacks.left()).toBe(1);
  if (receipt) text.acknowledge([receipt]);
  expect(text.events()).toEqual([]);
  await until(() => callbacks.left() === 0 || undefined);
});

test('a STOP is emitted however many receipts wait to be acknowledged', async () => {
  const callbacks = callbacksInMemory();
  const { text } = await openOnDouble({}, { callbacks });
  for (let n = 1; n <= 1_500; n += 1) {
    callbacks.add(`status/1-1-${n}`, { ...about, MessageStatus: 'delivered' });
  }
  const receipts = () => text.events().filter(({ kind }) => kind === 'receipt').length;
  await until(() => receipts() === 1_000 || undefined);
  const person = { MessageSid: 'SM0123456789abcdee', From: '+12122000000', To: `+${sender}` };
  callbacks.add('inbound', { ...person, Body: 'STOP' });
  await until(() => text.events().some(({ kind }) => kind === 'inbound') || undefined);
  expect(receipts()).toBe(1_000);
});

test('a failed text says why, and an opt-out at Twilio is an opt-out here', async () => {
  const callbacks = callbacksInMemory();
  const { text } = await openOnDouble({}, { callbacks });
  callbacks.add('status/1-1-1', { ...about, MessageStatus: 'undelivered', ErrorCode: '30003' });
  callbacks.add('status/1-1-2', { ...about, MessageStatus: 'failed', ErrorCode: '21610' });
  callbacks.add('status/1-1-3', { ...about, MessageStatus: 'failed' });
  await until(() => text.events().length === 3 || undefined);
  expect(
    text.events().map((event) => event.kind === 'receipt' && [event.note, event.optedOut]),
  ).toEqual([
    [{ code: 'not_delivered', twilio: 30_003 }, undefined],
    [{ code: 'not_delivered', twilio: 21_610 }, true],
    [{ code: 'not_delivered' }, undefined],
  ]);
});

test('an inbound text comes with its body; a picture becomes a note; STOP in another language is an opt-out', async () => {
  const callbacks = callbacksInMemory();
  const { text } = await openOnDouble({}, { callbacks });
  const person = { MessageSid: 'SM0123456789abcdef', From: '+12122000000', To: `+${sender}` };
  callbacks.add('inbound', { ...person, Body: 'Who is this? 👍', NumMedia: '0' });
  callbacks.add('inbound', { ...person, Body: '', NumMedia: '2' });
  callbacks.add('inbound', { ...person, Body: 'ARRET', OptOutType: 'STOP' });
  callbacks.add('inbound', { ...person, From: '72345', Body: 'Your code' });
  await until(() => text.events().length === 4 || undefined);
  expect(
    text.events().map((one) => one.kind === 'inbound' && [one.phone, one.body, one.optedOut]),
  ).toEqual([
    ['12122000000', 'Who is this? 👍', undefined],
    ['12122000000', '[2 attachments]', undefined],
    ['12122000000', 'ARRET', true],
    ['72345', 'Your code', undefined],
  ]);
});

test.each<[Mishap, string, string]>([
  ['silence', 'delivered', 'delivered'],
  ['broken', 'undelivered', 'failed'],
])(
  'a text that is unknown after "%s" is searched for and ends as Twilio says',
  async (mishap, state, outcome) => {
    const { double, text } = await openOnDouble();
    // Another text to the same number with the same words, which was taken before: not the one.
    await text.submit(texts(1));
    double.mishaps.push(mishap);
    const [one] = texts(1);
    if (!one) throw new Error('no text');
    await text.submit([{ ...one, textId: '1-2-1' }]);
    const [message, earlier] = double.account.messages;
    for (const each of [message, earlier]) if (each) each.statusCallback = undefined;
    if (message) await advance(double.hooks, message, state, state === 'delivered' ? null : 30_005);
    if (earlier) await advance(double.hooks, earlier, 'canceled');
    const [receipt] = await until(() => (text.events().length > 0 ? text.events() : undefined));
    expect(receipt).toMatchObject({
      ...{ kind: 'receipt', carrierRef: message?.sid, textId: '1-2-1', outcome },
      ...{ phone: '12122000000', textingNumber: sender },
    });
  },
);

test('a text that never reached Twilio is not found and stays unknown', async () => {
  const { double, text } = await openOnDouble();
  const [one] = texts(1);
  if (!one) throw new Error('no text');
  // The same words to the same number, from long ago.
  await text.submit([one]);
  const [other] = double.account.messages;
  if (other)
    Object.assign(other, { created: new Date(Date.now() - 3_600_000), status: 'delivered' });
  double.mishaps.push('down');
  await text.submit([{ ...one, textId: '1-2-1' }]);
  await until(() => double.requests.some(isLookUp) || undefined);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(text.events()).toEqual([]);
});

test("events that we missed while our address could not be reached are found in Twilio's list, page by page", async () => {
  const { double, text } = await openOnDouble({ perSecond: '1000', atOnce: '50' });
  double.deaf = true;
  await text.submit(texts(300));
  await text.submit(texts(300));
  await double.deliver('delivered');
  await double.textIn('+12122000007', `+${sender}`, 'STOP');
  await double.textIn('+12122000008', `+${sender}`, 'Who is this?');
  const [still] = double.account.messages.filter(({ direction }) => direction === 'outbound-api');
  if (still) still.status = 'sent';
  const callbacks = callbacksInMemory();
  const next = openTwilio(double, {}, { callbacks });
  const events = () => next.text?.events() ?? [];
  await until(() => events().some(({ kind }) => kind === 'inbound') || undefined);
  const inbound = events().flatMap((one) =>
    one.kind === 'inbound' ? [[one.phone, one.body]] : [],
  );
  expect(inbound).toEqual([
    ['12122000007', 'STOP'],
    ['12122000008', 'Who is this?'],
  ]);
  const sent = double.account.messages.filter(({ status }) => status === 'delivered');
  const receipts = events().flatMap((one) => (one.kind === 'receipt' ? [one.carrierRef] : []));
  expect(receipts.sort()).toEqual(sent.map(({ sid }) => sid).sort());
  expect(receipts.length).toBeGreaterThan(200);
});
