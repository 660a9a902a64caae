import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { command, encodeMessage, tag } from '../../src/carriers/smpp/pdu.ts';
import { status } from '../../src/carriers/smpp/status.ts';
import { realMs } from '../../src/domain/milliseconds.ts';
import { until } from '../harness/until.ts';
import { boundRoute, nextEvents, sender, smscOf, textOf, textsOf } from './open-route.ts';
import { messageOf, receiptTlv } from './smsc-bodies.ts';

describe('A receipt over SMPP', () => {
  test.each([
    ['DELIVRD', 'delivered'],
    ['UNDELIV', 'failed'],
    ['EXPIRED', 'failed'],
    ['DELETED', 'failed'],
    ['REJECTD', 'failed'],
  ])('%s is %s', async (stat, outcome) => {
    const smsc = await smscOf({ fate: () => ({ receipts: [{ stat: 'ENROUTE' }, { stat }] }) });
    const route = await boundRoute(smsc);
    await route.text.submit([textOf(1)]);
    const [receiptId] = await nextEvents(route, 1);
    expect(receiptId).toMatchObject({ outcome, note: { code: 'receipt', said: stat } });
    expect(route.text.events()).toEqual([]);
  });

  test.each([
    ['hex', 'decimal', '1A2B3C4D', '439041101'],
    ['decimal', 'hex', '439041101', '1a2b3c4d'],
    ['hex', 'hex', '0000abcd', 'ABCD'],
    ['text', 'text', 'b7-Ab:9', 'b7-Ab:9'],
  ] as const)(
    'finds its text where responses write ids as %s and receipts as %s',
    async (responseIds, receiptIds, responseId, receiptId) => {
      const smsc = await smscOf({
        ...{ responseId: () => responseId, receiptId: () => receiptId },
        fate: () => ({ receipts: [{ stat: 'DELIVRD' }] }),
      });
      const route = await boundRoute(smsc, { settings: { responseIds, receiptIds } });
      const [taken] = await route.text.submit([textOf(1)]);
      const [event] = await nextEvents(route, 1);
      expect(taken).toMatchObject({ carrierRef: event?.carrierRef });
    },
  );

  test('that has receipted_message_id and message_state as TLVs is understood without its text', async () => {
    const smsc = await smscOf({ fate: () => ({}) });
    const route = await boundRoute(smsc);
    await route.text.submit([textOf(1)]);
    const tlvs: [number, Buffer][] = [receiptTlv('1'), [tag.messageState, Buffer.from([5])]];
    const about = { from: '13034000001', to: sender, esmClass: 4, words: Buffer.alloc(0), tlvs };
    const responded = smsc.deliver(encodeMessage(messageOf(about)));
    expect(await nextEvents(route, 1)).toMatchObject([
      { carrierRef: '1', outcome: 'failed', note: { code: 'receipt', said: 'UNDELIV' } },
    ]);
    expect(await responded).toBe(status.ok);
  });

  test('that arrives before the response is reported with our id once the response is there', async () => {
    const fate = () => ({ respondAfter: 60, receipts: [{ stat: 'DELIVRD', early: true }] });
    const route = await boundRoute(await smscOf({ fate }));
    await route.text.submit([textOf(1)]);
    expect(await nextEvents(route, 1)).toMatchObject([{ carrierRef: '1', textId: '1-1-1' }]);
  });

  test('of a text whose response was lost finds it by the reference that the SMSC repeats', async () => {
    const smsc = await smscOf({ fate: () => ({ respondAfter: -1 }) });
    const route = await boundRoute(smsc);
    const again = { ...textOf(1), textId: '1-1-77' };
    const submissions = await route.text.submit([textOf(1), again]);
    expect(submissions.map(({ kind }) => kind)).toEqual(['unknown', 'unknown']);
    await until(() => route.text.connected() || undefined);
    const repeated = smsc.taken[1]?.message.tlvs.get(tag.userMessageReference);
    const tlvs: [number, Buffer][] = [receiptTlv('2'), [tag.messageState, Buffer.from([2])]];
    if (repeated) tlvs.push([tag.userMessageReference, repeated]);
    const about = { from: '13034000001', to: sender, esmClass: 4, words: Buffer.alloc(0), tlvs };
    void smsc.deliver(encodeMessage(messageOf(about)));
    expect(await nextEvents(route, 1)).toMatchObject([{ carrierRef: '2', textId: '1-1-77' }]);
  });

  test('that overtakes the response to its text is not taken for that of an earlier text whose response was lost', async () => {
    let taken = 0;
    const fate = () => {
      taken += 1;
      const receipts = [{ stat: 'DELIVRD', early: true }];
      return taken === 1 ? { respondAfter: -1 } : { respondAfter: 300, receipts };
    };
    const route = await boundRoute(await smscOf({ fate }));
    expect(await route.text.submit([textOf(1)])).toMatchObject([{ kind: 'unknown' }]);
    await until(() => route.text.connected() || undefined);
    const later = route.text.submit([{ ...textOf(1), textId: '1-1-77' }]);
    const [receipt] = await nextEvents(route, 1);
    expect(receipt).toMatchObject({ carrierRef: '2' });
    expect(receipt).not.toHaveProperty('textId');
    expect(await later).toMatchObject([{ kind: 'accepted', carrierRef: '2' }]);
  });

  test('gets its response only after it is acknowledged, and is reported until then', async () => {
    const smsc = await smscOf({ fate: () => ({}) });
    const route = await boundRoute(smsc);
    await route.text.submit([textOf(1)]);
    let responded = false;
    const responses = smsc.sendReceipt(1, 'DELIVRD').then(() => {
      responded = true;
    });
    const events = await until(() => {
      const all = route.text.events();
      return all.length > 0 ? all : undefined;
    });
    // A later enquiry gets its response, so the receipt's response was held back and is not just slow.
    const [session] = smsc.sessions;
    expect(await session?.ask(command.enquireLink)).toBe(status.ok);
    expect(responded).toBe(false);
    expect(route.text.events()).toEqual(events);
    route.text.acknowledge(events);
    await responses;
    expect(route.text.events()).toEqual([]);
  });

  test('beyond a thousand pending ones is deferred, and none is lost', async () => {
    const smsc = await smscOf({ fate: () => ({}) });
    const route = await boundRoute(smsc, {
      settings: { window: 200 },
      timing: { patienceMs: realMs(20_000) },
    });
    await route.text.submit(textsOf(1_200));
    const responses = Promise.all(smsc.taken.map((_, n) => smsc.sendReceipt(n + 1, 'DELIVRD')));
    await until(() => route.text.events().length === 1_000 || undefined);
    const refs = new Set((await nextEvents(route, 1_200)).map(({ carrierRef }) => carrierRef));
    await responses;
    expect(refs.size).toBe(1_200);
  });
});
