import { describe, expect, test } from 'vitest';
import { encodePdu } from '../../src/carriers/smpp/pdu.ts';
import { status } from '../../src/carriers/smpp/status.ts';
import { realMs } from '../../src/domain/milliseconds.ts';
import { until } from '../harness/until.ts';
import { boundRoute, nextEvents, routeTo, sender, smscOf, textOf, textsOf } from './open-route.ts';

describe('A text over SMPP', () => {
  test('is accepted with its numbers and text, requests a receipt, and its receipt identifies it', async () => {
    const smsc = await smscOf();
    const route = await boundRoute(smsc);
    const text = textOf(1, 'Hello €5 {Ann}');
    expect(await route.text.submit([text])).toEqual([{ kind: 'accepted', carrierRef: '1' }]);
    expect(smsc.taken).toMatchObject([
      { from: sender, to: '13034000001', text: 'Hello €5 {Ann}', message: { dataCoding: 0 } },
    ]);
    expect(smsc.taken[0]?.message.registeredDelivery).toBe(1);
    expect(await nextEvents(route, 1)).toMatchObject([
      {
        ...{ kind: 'receipt', carrierRef: '1', textId: '1-1-1', outcome: 'delivered' },
        ...{
          phone: '13034000001',
          textingNumber: sender,
          note: { code: 'receipt', said: 'DELIVRD' },
        },
      },
    ]);
  });

  test.each([
    ['national', { ton: 2, digits: '3034000001' }],
    ['plus', { ton: 1, digits: '+13034000001' }],
    ['international', { ton: 1, digits: '13034000001' }],
  ] as const)(
    'is sent with %s numbers, and the receipt is reported with 11 digits',
    async (numberFormat, address) => {
      const smsc = await smscOf();
      const route = await boundRoute(smsc, { settings: { numberFormat } });
      await route.text.submit([textOf(1)]);
      expect(smsc.taken[0]?.message.destination).toMatchObject(address);
      const [receipt] = await nextEvents(route, 1);
      expect(receipt).toMatchObject({ phone: '13034000001', textingNumber: sender });
    },
  );

  test('never has more in flight than the window, however many submit texts', async () => {
    const smsc = await smscOf({ fate: () => ({ respondAfter: 20 }) });
    const route = await boundRoute(smsc, {
      settings: { window: 7 },
      timing: { patienceMs: realMs(5_000) },
    });
    const campaigns = [textsOf(40), textsOf(40, 'Bye'), textsOf(40, 'Yes')];
    const submissions = await Promise.all(campaigns.map((texts) => route.text.submit(texts)));
    expect(submissions.flat().every(({ kind }) => kind === 'accepted')).toBe(true);
    expect(smsc.counts.mostPending).toBe(7);
  });

  test('uses several connections, and a cut one does not stop it', async () => {
    const smsc = await smscOf();
    const route = await boundRoute(smsc, { settings: { connections: 3 } });
    await until(() => route.detail() === undefined || undefined);
    const [first] = smsc.sessions;
    smsc.behaviour.bindStatus = status.alreadyBound;
    first?.socket.destroy();
    await until(() => route.detail());
    expect(route.text.connected()).toBe(true);
    expect((await route.text.submit(textsOf(20))).every(({ kind }) => kind === 'accepted')).toBe(
      true,
    );
    await until(() => smsc.refusedBinds.length > 0 || undefined);
    const because = { code: 'bind_rejected', smpp: status.alreadyBound };
    await expect
      .poll(() => route.detail())
      .toEqual({ code: 'connections_bound', bound: 2, connections: 3, because });
  });
});

describe('A long text over SMPP', () => {
  const words = `${'A long text that needs several parts, €1 each. '.repeat(8)}End`;

  test.each(['udh8', 'udh16', 'sar'] as const)(
    'by %s is one text of several parts, each with a receipt of its own',
    async (longMessages) => {
      const smsc = await smscOf();
      const route = await boundRoute(smsc, { settings: { longMessages } });
      const [submission] = await route.text.submit([textOf(1, words)]);
      expect(smsc.taken.length).toBe(3);
      expect(smsc.taken.map(({ text }) => text).join('')).toBe(words);
      const refs = smsc.taken.map(({ id }) => id);
      expect(submission).toEqual({ kind: 'accepted', carrierRef: refs[0], partRefs: refs });
      const receipts = await nextEvents(route, 3);
      expect(receipts.map(({ carrierRef }) => carrierRef).sort()).toEqual(refs);
      // A receipt for a part is not that of the text: it is reported without our id.
      expect(receipts.filter((one) => 'textId' in one)).toEqual([]);
    },
  );

  test("by message_payload is one message, whose receipt is the text's", async () => {
    const smsc = await smscOf();
    const route = await boundRoute(smsc, { settings: { longMessages: 'payload' } });
    expect(await route.text.submit([textOf(1, words)])).toEqual([
      { kind: 'accepted', carrierRef: '1' },
    ]);
    expect(smsc.taken.map(({ text }) => text)).toEqual([words]);
    expect(await nextEvents(route, 1)).toMatchObject([{ textId: '1-1-1' }]);
  });

  test('with packed septets and outside GSM-7 arrives unchanged', async () => {
    const smsc = await smscOf({ gsm7: 'packed' });
    const route = await boundRoute(smsc, { settings: { gsm7: 'packed' } });
    const russian = 'Ваш платёж получен 👍 '.repeat(8);
    await route.text.submit([textOf(1, words), textOf(2, russian), textOf(3, 'A@')]);
    const sentTo = (to: string) =>
      smsc.taken.filter((one) => one.to === to).map(({ text }) => text);
    expect(sentTo('13034000001').join('')).toBe(words);
    expect(sentTo('13034000002').join('')).toBe(russian);
    expect(sentTo('13034000003')).toEqual(['A@']);
  });

  test('of which the first part is rejected has sent nothing', async () => {
    const smsc = await smscOf({ fate: () => ({ refuse: 0xb }) });
    const route = await boundRoute(smsc);
    const [submission] = await route.text.submit([textOf(1, words)]);
    expect(submission).toMatchObject({ kind: 'rejected', retryable: false });
    expect(submission).toMatchObject({ note: { code: 'smpp_status', smpp: 0xb } });
    expect(smsc.taken).toEqual([]);
  });

  test('of which a later part is rejected permanently fails, and is not sent again', async () => {
    let n = 0;
    const smsc = await smscOf({ fate: () => (n++ === 1 ? { refuse: 0x8 } : {}) });
    const route = await boundRoute(smsc, { settings: { window: 1 } });
    const [submission] = await route.text.submit([textOf(1, words)]);
    expect(submission).toMatchObject({
      ...{ kind: 'rejected', retryable: false },
      note: { code: 'partly_accepted', accepted: 1, parts: 3 },
    });
  });

  test('of which a later part is throttled sends that part again, and no other one', async () => {
    let n = 0;
    const smsc = await smscOf({ fate: () => (n++ === 1 ? { refuse: status.throttled } : {}) });
    const route = await boundRoute(smsc, { settings: { window: 1 } });
    expect(await route.text.submit([textOf(1, words)])).toMatchObject([{ kind: 'accepted' }]);
    expect(smsc.taken.map(({ text }) => text).join('')).toBe(words);
  });

  test('of which a response is lost is unknown: a delivered part alone does not make it delivered', async () => {
    let n = 0;
    const smsc = await smscOf({ fate: () => (n++ === 1 ? { connection: 'cut' } : {}) });
    const route = await boundRoute(smsc, { settings: { window: 1 } });
    expect(await route.text.submit([textOf(1, words)])).toMatchObject([{ kind: 'unknown' }]);
    expect(smsc.taken.length).toBe(2);
    await until(() => route.text.connected() || undefined);
    let responded = false;
    const first = smsc.sendReceipt(1, 'DELIVRD').then(() => {
      responded = true;
    });
    await until(() => {
      expect(route.text.events()).toEqual([]);
      return responded || undefined;
    });
    await first;
    // The second part's id is unknown: it is matched by number and sender.
    const response = smsc.sendReceipt(2, 'UNDELIV');
    expect(await nextEvents(route, 1)).toMatchObject([{ textId: '1-1-1', outcome: 'failed' }]);
    await response;
  });
});

test('an unknown request is rejected by its command id, and the session continues', async () => {
  const smsc = await smscOf();
  const route = await boundRoute(smsc);
  smsc.raw(encodePdu({ command: 0x7777, sequence: 5 }));
  await until(() => smsc.counts.nacks === 1 || undefined);
  expect(await route.text.submit([textOf(1)])).toMatchObject([{ kind: 'accepted' }]);
});

test('nothing is submitted while no session is bound, and the carrier is not reported as connected', async () => {
  const smsc = await smscOf({ password: 'another' });
  const route = routeTo(smsc.port);
  await until(() => smsc.refusedBinds.length > 1 || undefined);
  expect(route.text.connected()).toBe(false);
  const because = { code: 'bind_rejected', smpp: status.invalidPassword };
  expect(route.detail()).toEqual({ code: 'connections_bound', bound: 0, connections: 1, because });
  expect(await route.text.submit([textOf(1)])).toMatchObject([
    { kind: 'rejected', retryable: true },
  ]);
});
