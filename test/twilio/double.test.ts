/**
 * What the double is worth: each of its responses, and each request of ours, fits Twilio's published
 * description, and Twilio's own client understands the one and sends the other.
 */

import twilio from 'twilio';
import { expect, test } from 'vitest';
import { twilioKind } from '../../src/carriers/twilio/kind.ts';
import { twilioSettings } from '../../src/carriers/twilio/settings.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { carrierQueue } from '../harness/carrier-queue.ts';
import { until } from '../harness/until.ts';
import { misfits, misfitsOfRequest } from './description/fits.ts';
import { type Operation, publishedDescription } from './description/published.ts';
import { accountSid, authToken } from './double/account.ts';
import { advance } from './double/messages.ts';
import type { TwilioDouble } from './double/server.ts';
import {
  isLookUp,
  openOnDouble,
  openTwilio,
  publicUrl,
  sender,
  settingTexts,
  surroundings,
  texts,
} from './open-carrier.ts';

const description = await publishedDescription();
const shown = { kind: 'shown', number: sender, name: '' } as const;
const lacks = typeof description === 'string';
if (lacks) process.stdout.write(`Skipped: ${description}\n`);
const root = `/2010-04-01/Accounts/${accountSid}`;

/** Of a request as the double notes it: `POST /Messages.json`. */
function operationOf(what: string): Operation {
  if (typeof description === 'string') throw new Error(description);
  const [method = '', path = ''] = what.split(' ');
  const general = path.replace(/(CA|SM)[0-9a-f]{32}/, '{Sid}');
  const named = path === '.json' ? '{Sid}.json' : `{AccountSid}${general}`;
  const operation = description.paths[`/2010-04-01/Accounts/${named}`]?.[method.toLowerCase()];
  if (!operation) throw new Error(`The description lacks ${what}.`);
  return operation;
}

async function ask({ url }: TwilioDouble, what: string, form?: Record<string, string>) {
  const [method = '', path = ''] = what.split(' ');
  const credentials = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
  const response = await fetch(url + root + path, {
    method,
    headers: { authorization: `Basic ${credentials}` },
    ...(form && { body: new URLSearchParams(form) }),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

/** Twilio's own client, sent to the double. */
function official({ url }: TwilioDouble) {
  const client = new twilio.RequestClient();
  const request = client.request.bind(client);
  client.request = (options) =>
    request({ ...options, uri: options.uri.replace('https://api.twilio.com', url) });
  return twilio(accountSid, authToken, { httpClient: client });
}

test.skipIf(lacks)('each response of the double is as the description says', async () => {
  if (typeof description === 'string') return;
  const { double } = await openOnDouble();
  const wrong: string[] = [];
  const check = async (what: string, form?: Record<string, string>) => {
    const { status, body } = await ask(double, what, form);
    const operation = operationOf(what.replace(/\?.*/, ''));
    const content = operation.responses[status]?.content['application/json'];
    if (!content) wrong.push(`${what}: the status ${status} is not described`);
    else wrong.push(...misfits(description, content.schema, body, what));
  };
  const good = { To: '+12122000000', From: `+${sender}`, Body: 'Hello' };
  await check('POST /Messages.json', good);
  await check('POST /Messages.json', { ...good, MessagingServiceSid: `MG${'b2'.repeat(16)}` });
  for (const state of ['sent', 'delivered', 'undelivered', 'failed', 'canceled']) {
    const [message] = double.account.messages;
    if (message) await advance(double.hooks, message, state, state === 'failed' ? 30_005 : null);
    await check('GET /Messages.json?PageSize=1&Page=0');
    await check('GET /Messages.json?PageSize=1&Page=1&PageToken=PA1');
  }
  // It still rings when it is hung up: a call that has ended is not changed.
  double.callees.set('+12122000000', { rings: 30_000 });
  const call = { To: '+12122000000', From: `+${sender}`, Url: `${publicUrl}/carrier/x/answer` };
  await check('POST /Calls.json', call);
  const sid = double.calls.all[0]?.sid;
  await check(`GET /Calls/${sid}.json`);
  await check('GET /Calls.json?PageSize=1&Page=0');
  await check(`POST /Calls/${sid}.json`, { Status: 'completed' });
  await check(`GET /Calls/${sid}.json`);
  await check('GET .json');
  await check('GET /IncomingPhoneNumbers.json');
  double.account.verified.push('+12125550100');
  await check('GET /OutgoingCallerIds.json?PhoneNumber=%2B12125550100');
  expect(wrong).toEqual([]);
});

test.skipIf(lacks)('each request of ours is as the description says', async () => {
  if (typeof description === 'string') return;
  const { double, text } = await openOnDouble({ messagingServiceSid: `MG${'b2'.repeat(16)}` });
  const plain = openTwilio(double);
  await until(() => plain.text?.connected() || undefined);
  await plain.text?.submit(texts(1));
  double.mishaps.push('cut');
  await text.submit(texts(2));
  await until(() => double.requests.some(isLookUp) || undefined);
  const whats = new Set(double.requests.map(({ what }) => what));
  expect([...whats].sort()).toEqual(['GET .json', 'GET /Messages.json', 'POST /Messages.json']);
  const wrong = double.requests.flatMap(({ what, fields }) =>
    misfitsOfRequest(description, operationOf(what), fields).map((why) => `${what} ${why}`),
  );
  expect(wrong).toEqual([]);
});

test.skipIf(lacks)('each request of ours for a call is as the description says', async () => {
  if (typeof description === 'string') return;
  const { double, carrier } = await openOnDouble({ callsPerSecond: '50' });
  double.callees.set('+12122000001', { rings: 30_000 });
  double.callMishaps.push(null, 'cut');
  await carrier.voice?.place([
    { attemptId: '1-1-1', to: '12122000001', callerId: shown },
    { attemptId: '1-1-2', to: '12122000001', callerId: shown },
  ]);
  carrier.voice?.hangUp('1-1-1', simMs(0));
  const asked = (what: RegExp) => double.requests.some((one) => what.test(one.what));
  await until(() => (asked(/^POST .Calls.CA/) && asked(/^GET .Calls.json/)) || undefined);
  await until(() => asked(/^GET .Calls.CA/) || undefined);
  const calls = double.requests.filter(({ what }) => what.includes('/Calls'));
  const wrong = calls.flatMap(({ what, fields }) =>
    misfitsOfRequest(description, operationOf(what), fields).map((why) => `${what} ${why}`),
  );
  expect(wrong).toEqual([]);
});

test.skipIf(lacks)('each request of ours for records is as the description says', async () => {
  if (typeof description === 'string') return;
  const { double } = await openOnDouble();
  const settings = twilioSettings.parse(settingTexts(double));
  double.requests.length = 0;
  for await (const _ of twilioKind.records?.(settings, surroundings('main'), simMs(0)) ?? []) {
    throw new Error('Nobody was called.');
  }
  const lists = double.requests.filter(({ fields }) => fields.get('PageSize') === '500');
  expect(lists.map(({ what }) => what)).toEqual([
    ...['GET /Calls.json', 'GET /Calls.json', 'GET /Messages.json', 'GET /Messages.json'],
  ]);
  const wrong = lists.flatMap(({ what, fields }) =>
    misfitsOfRequest(description, operationOf(what), fields).map((why) => `${what} ${why}`),
  );
  expect(wrong).toEqual([]);
});

test("we cancel a text as Twilio's own client does and as the description says, and only what waits is canceled", async () => {
  const { double, text } = await openOnDouble();
  // Nothing listens at our address here.
  double.deaf = true;
  double.account.queue = { line: carrierQueue(Date.now, 0.01), now: Date.now };
  const submissions = await text.submit(texts(3));
  const asked = submissions.map((submission, at) => ({
    carrierRef: submission.kind === 'accepted' ? submission.carrierRef : '',
    ...{ from: sender, to: texts(3)[at]?.to ?? '' },
  }));
  // One has its turn at once.
  const [gone] = double.account.queue.line.passTime().left;
  const canceled = asked.map(({ carrierRef }) => (carrierRef === gone?.id ? 'left' : 'canceled'));
  expect(await text.cancel(asked)).toEqual(canceled);
  expect(canceled.toSorted()).toEqual(['canceled', 'canceled', 'left']);
  const changes = () => double.requests.filter(({ what }) => /^POST .Messages.SM/.test(what));
  const ours = changes().map(({ fields }) => Object.fromEntries(fields));
  const theirs = official(double).messages(gone?.id ?? '');
  await expect(theirs.update({ status: 'canceled' })).rejects.toMatchObject({ code: 30_409 });
  expect(Object.fromEntries(changes().at(-1)?.fields ?? [])).toEqual(ours[0]);
  if (typeof description === 'string') return;
  const wrong = changes().flatMap(({ what, fields }) =>
    misfitsOfRequest(description, operationOf(what), fields),
  );
  expect(wrong).toEqual([]);
});

test("we ask for a call, and change one, as Twilio's own client does", async () => {
  const { double, carrier } = await openOnDouble({ callsPerSecond: '50' });
  const fieldsOf = (what: RegExp) =>
    double.requests.filter((one) => what.test(one.what)).map(({ fields }) => [...fields].sort());
  const { voice } = carrier;
  double.callees.set('+12122000001', { rings: 30_000 });
  await voice?.place([{ attemptId: '1-1-1', to: '12122000001', callerId: shown }]);
  voice?.hangUp('1-1-1', simMs(0));
  await until(() => fieldsOf(/^POST .Calls.CA/).length || undefined);
  const base = `${publicUrl}/carrier/twilio/call/test/1-1-1`;
  const client = official(double);
  const placed = await client.calls.create({
    ...{ to: '+12122000001', from: `+${sender}`, url: `${base}/answer/0.0`, method: 'POST' },
    ...{ statusCallback: `${base}/status`, statusCallbackMethod: 'POST' },
    statusCallbackEvent: ['initiated', 'completed'],
    ...{ timeout: 30, timeLimit: 15_000, machineDetection: 'DetectMessageEnd', asyncAmd: 'true' },
    ...{ machineDetectionTimeout: 59, asyncAmdStatusCallback: `${base}/amd` },
    asyncAmdStatusCallbackMethod: 'POST',
  });
  await client.calls(placed.sid).update({ status: 'completed' });
  const [ours, theirs] = fieldsOf(/^POST .Calls.json/);
  expect(ours).toEqual(theirs);
  const [end, theirEnd] = fieldsOf(/^POST .Calls.CA/);
  expect(end).toEqual(theirEnd);
  expect((await client.calls(placed.sid).fetch()).status).toBe('canceled');
});

test("Twilio's own client understands the double", async () => {
  const { double } = await openOnDouble();
  const client = official(double);
  const sent = await client.messages.create({ to: '+12122000000', from: `+${sender}`, body: 'Hi' });
  expect(sent).toMatchObject({ sid: double.account.messages[0]?.sid, status: 'queued' });
  const day = new Date(Date.now() - 24 * 3_600_000);
  const listed = await client.messages.list({ to: '+12122000000', dateSentAfter: day, limit: 20 });
  expect(listed.map(({ sid, body }) => [sid, body])).toEqual([[sent.sid, 'Hi']]);
  expect(listed[0]?.dateCreated.getTime()).toBeGreaterThan(Date.now() - 60_000);
  expect((await client.api.v2010.accounts(accountSid).fetch()).status).toBe('active');
  const [number] = await client.incomingPhoneNumbers.list({ limit: 20 });
  expect(number).toMatchObject({ phoneNumber: `+${sender}`, smsMethod: 'POST' });
  double.account.optedOut.add(`+${sender} +12122000000`);
  const refused = client.messages.create({ to: '+12122000000', from: `+${sender}`, body: 'Hi' });
  await expect(refused).rejects.toMatchObject({ code: 21_610, status: 400 });
});

test("we ask as Twilio's own client does", async () => {
  const { double, text } = await openOnDouble();
  const fieldsOf = (what: string) =>
    double.requests
      .filter((one) => one.what === what)
      .map(({ fields }) => Object.fromEntries(fields))
      .at(-1);
  double.mishaps.push('cut');
  await text.submit(texts(1, 'Señor 👍 & +1'));
  const ours = fieldsOf('POST /Messages.json');
  await until(() => double.requests.some(isLookUp) || undefined);
  const searched = fieldsOf('GET /Messages.json');
  const client = official(double);
  await client.messages.create({
    ...{ to: '+12122000000', from: `+${sender}`, body: 'Señor 👍 & +1' },
    statusCallback: `${publicUrl}/carrier/twilio/status/1-1-1`,
    validityPeriod: 36_000,
  });
  expect(fieldsOf('POST /Messages.json')).toEqual(ours);
  const since = new Date(`${searched?.['DateSent>']}T00:00:00Z`);
  await client.messages.page({
    ...{ to: '+12122000000', from: `+${sender}`, dateSentAfter: since, pageSize: 100 },
  });
  const theirs = fieldsOf('GET /Messages.json');
  expect(Object.keys(theirs ?? {}).sort()).toEqual(Object.keys(searched ?? {}).sort());
  expect(theirs?.['DateSent>']?.slice(0, 10)).toBe(searched?.['DateSent>']);
});
