import { expect, test } from 'vitest';
import { until } from '../harness/until.ts';
import type { Mishap } from './double/rest.ts';
import { openOnDouble, openTwilio, texts } from './open-carrier.ts';

const sends = ({ requests }: { requests: { what: string }[] }) =>
  requests.filter(({ what }) => what === 'POST /Messages.json');

test("a text is sent with its numbers, its body and a callback address that names it, and gets Twilio's id", async () => {
  const { double, text } = await openOnDouble();
  const submissions = await text.submit(texts(2, 'Pay €20 & more'));
  const [first, second] = [...double.account.messages].reverse();
  expect(submissions).toEqual([
    { kind: 'accepted', carrierRef: first?.sid },
    { kind: 'accepted', carrierRef: second?.sid },
  ]);
  expect(first).toMatchObject({
    ...{ to: '+12122000000', from: '+13025560001', body: 'Pay €20 & more' },
    statusCallback: 'https://carillon.example/carrier/twilio/status/1-1-1',
  });
});

test('a messaging service is passed along, and the sender is still the number of the campaign', async () => {
  const service = `MG${'b2'.repeat(16)}`;
  const { double, text } = await openOnDouble({ messagingServiceSid: service });
  expect((await text.submit(texts(1)))[0]?.kind).toBe('accepted');
  expect(double.account.messages[0]).toMatchObject({
    ...{ messagingServiceSid: service, from: '+13025560001', status: 'accepted' },
  });
});

test.each<[Mishap, number]>([
  ['silence', 1],
  ['cut', 1],
  ['broken', 1],
  ['cut before', 0],
  ['down', 0],
])('after "%s" the text is unknown, and is never sent a second time', async (mishap, messages) => {
  const { double, text } = await openOnDouble();
  double.mishaps.push(mishap);
  expect((await text.submit(texts(1)))[0]?.kind).toBe('unknown');
  expect(sends(double).length).toBe(1);
  expect(double.account.messages.length).toBe(messages);
});

test('a text that Twilio is too busy for, or that never left this machine, may be submitted again', async () => {
  const { double, text } = await openOnDouble();
  double.mishaps.push('too many');
  expect((await text.submit(texts(1)))[0]).toMatchObject({ kind: 'rejected', retryable: true });
  await double.close();
  expect((await text.submit(texts(1)))[0]).toMatchObject({
    ...{ kind: 'rejected', retryable: true },
    note: { code: 'unreachable', system: 'Twilio' },
  });
  expect(double.account.messages).toEqual([]);
});

test('a text that Twilio rejects is rejected with its code and a sentence', async () => {
  const { text } = await openOnDouble();
  const [one] = texts(1);
  if (!one) throw new Error('no text');
  const submissions = await text.submit([
    { ...one, to: '12' },
    { ...one, from: '13025569999' },
    { ...one, body: 'x'.repeat(1_601) },
  ]);
  const refusals = [21_211, 21_660, 21_617].map((twilio) => ({
    ...{ kind: 'rejected', retryable: false },
    note: { code: 'not_accepted', what: 'text', twilio, said: expect.stringMatching(/./) },
  }));
  expect(submissions).toEqual(refusals);
});

test('a number that opted out at Twilio is reported as opted out', async () => {
  const { double, text } = await openOnDouble();
  double.account.optedOut.add('+13025560001 +12122000000');
  expect(await text.submit(texts(1))).toEqual([
    {
      ...{ kind: 'rejected', retryable: false, optedOut: true },
      note: expect.objectContaining({ code: 'not_accepted', what: 'text', twilio: 21_610 }),
    },
  ]);
});

test('a wrong token ends no text: all wait, and the carrier is disconnected until the token is right', async () => {
  const { double, text, carrier } = await openOnDouble();
  const wrong = openTwilio(double, { authToken: 'not-the-right-one' });
  await until(() => wrong.detail()?.code === 'account_rejected' || undefined);
  expect(wrong.text?.connected()).toBe(false);
  expect((await wrong.text?.submit(texts(1)))?.[0]).toMatchObject({
    kind: 'rejected',
    retryable: true,
  });
  expect(sends(double)).toEqual([]);
  expect([text.connected(), carrier.detail()]).toEqual([true, undefined]);
});

test('a broken Twilio costs a few texts, not one after the other', async () => {
  const { double, text, carrier } = await openOnDouble();
  double.mishaps.push(...Array<Mishap>(200).fill('down'));
  const submissions = [];
  for (const one of texts(30)) submissions.push(...(await text.submit([one])));
  expect(submissions.filter(({ kind }) => kind === 'unknown').length).toBe(3);
  expect(submissions.filter((one) => one.kind === 'rejected' && one.retryable).length).toBe(27);
  expect(text.connected()).toBe(false);
  expect(carrier.detail()).toEqual({ code: 'api_failing', http: 503 });
});

test('the number of requests at once is limited, and texts over the rate are rejected as not sent', async () => {
  const { double, text } = await openOnDouble({ atOnce: '3', perSecond: '1000' });
  double.takes = 40;
  await text.submit(texts(12));
  expect(double.atWork.most).toBe(3);
  const slow = await openOnDouble({ perSecond: '4' });
  const submissions = await slow.text.submit(texts(40));
  const taken = submissions.filter(({ kind }) => kind === 'accepted').length;
  // One at once and one each quarter of a second.
  expect(taken).toBeLessThanOrEqual(5);
  expect(taken).toBeGreaterThanOrEqual(1);
  expect(submissions.filter((one) => one.kind === 'rejected' && one.retryable).length).toBe(
    40 - taken,
  );
  expect(slow.double.account.messages.length).toBe(taken);
});

test('mayWrite is asked right before a text is written: an unwanted text waits in its list', async () => {
  const { double, text, carrier } = await openOnDouble({ perSecond: '20' });
  const submissions = await text.submit(texts(10), () => double.account.messages.length < 3);
  expect(double.account.messages.length).toBe(3);
  expect(sends(double).length).toBe(3);
  expect(submissions.slice(0, 3).every(({ kind }) => kind === 'accepted')).toBe(true);
  for (const submission of submissions.slice(3)) {
    expect(submission).toEqual({
      ...{ kind: 'rejected', note: { code: 'withdrawn', what: 'text' }, retryable: true },
    });
  }
  // That is no fault of Twilio's.
  expect([text.connected(), carrier.detail()]).toEqual([true, undefined]);
  expect((await text.submit(texts(1)))[0]?.kind).toBe('accepted');
});

test('without a public address no text is sent, because nobody could opt out', async () => {
  const { double } = await openOnDouble();
  const deaf = openTwilio(double, {}, { callbackUrl: () => '' });
  await until(
    () => double.requests.filter(({ what }) => what === 'GET .json').length >= 2 || undefined,
  );
  expect(deaf.text?.connected()).toBe(false);
  expect(deaf.detail()).toEqual({ code: 'no_public_url' });
  expect((await deaf.text?.submit(texts(1)))?.[0]).toMatchObject({
    kind: 'rejected',
    retryable: true,
  });
  expect(sends(double)).toEqual([]);
});
