import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { mostPending } from '../../src/carriers/smpp/deliveries.ts';
import { command, encodeMessage } from '../../src/carriers/smpp/pdu.ts';
import { status } from '../../src/carriers/smpp/status.ts';
import { until } from '../harness/until.ts';
import { boundRoute, nextEvents, sender, smscOf } from './open-route.ts';
import { inboundBody, messageOf, receiptBody } from './smsc-bodies.ts';

describe('An inbound text over SMPP', () => {
  test('is reported with 11 digits and its text, and gets its response after it is acknowledged', async () => {
    const smsc = await smscOf();
    const route = await boundRoute(smsc);
    const response = smsc.deliver(inboundBody('+13034000001', '3025550100', 'STOP please'));
    const [event] = await nextEvents(route, 1);
    expect(event).toMatchObject({
      ...{ kind: 'inbound', phone: '13034000001', textingNumber: sender, body: 'STOP please' },
    });
    expect(await response).toBe(status.ok);
  });

  test('in several parts, in any order, is one text', async () => {
    const smsc = await smscOf();
    const route = await boundRoute(smsc);
    const part = (number: number, words: string) =>
      encodeMessage(
        messageOf({
          ...{ from: '13034000001', to: sender, esmClass: 0x40 },
          words: Buffer.concat([Buffer.from([5, 0, 3, 9, 3, number]), Buffer.from(words)]),
        }),
      );
    const responses = [part(2, 'take me off '), part(3, 'your list'), part(1, 'Please ')].map(
      (one) => smsc.deliver(one),
    );
    const [event] = await nextEvents(route, 1);
    expect(event).toMatchObject({ body: 'Please take me off your list' });
    expect(await Promise.all(responses)).toEqual([0, 0, 0]);
  });

  test('with a part that never arrives is reported without that part', async () => {
    const smsc = await smscOf();
    const route = await boundRoute(smsc);
    const words = Buffer.concat([Buffer.from([5, 0, 3, 9, 2, 1]), Buffer.from('STOP')]);
    const about = { from: '13034000001', to: sender, esmClass: 0x40, words };
    void smsc.deliver(encodeMessage(messageOf(about)));
    expect(await nextEvents(route, 1)).toMatchObject([{ body: 'STOP' }]);
  });

  test('by data_sm and outside GSM-7 is reported as well', async () => {
    const smsc = await smscOf();
    const route = await boundRoute(smsc);
    const words = Buffer.from('Нет, спасибо', 'utf16le').swap16();
    const head = Buffer.concat([
      Buffer.from('\0\x01\x0113034000001\0\x01\x0113025550100\0', 'latin1'),
      Buffer.from([0, 0, 8]),
      Buffer.from([0x04, 0x24, 0, words.length]),
    ]);
    const response = smsc.deliver(Buffer.concat([head, words]), command.dataSm);
    expect(await nextEvents(route, 1)).toMatchObject([
      { body: 'Нет, спасибо', phone: '13034000001' },
    ]);
    expect(await response).toBe(status.ok);
  });

  test('that the SMSC redelivers because our response was lost has the same id; the same text later has another', async () => {
    const smsc = await smscOf();
    const route = await boundRoute(smsc);
    const body = inboundBody('13034000001', sender, 'STOP');
    void smsc.deliver(body);
    const [first] = await until(() =>
      route.text.events().length > 0 ? route.text.events() : undefined,
    );
    smsc.cut();
    await until(() => (route.text.connected() && smsc.counts.binds === 2) || undefined);
    const refs = new Set([first?.carrierRef]);
    const response = smsc.deliver(body);
    let redelivered = false;
    void response.then(() => {
      redelivered = true;
    });
    await until(() => {
      const events = route.text.events();
      for (const one of events) refs.add(one.carrierRef);
      route.text.acknowledge(events);
      return redelivered || undefined;
    });
    expect(await response).toBe(status.ok);
    expect(refs.size).toBe(1);
    void smsc.deliver(inboundBody('13034000001', sender, 'START'));
    const [start] = await nextEvents(route, 1);
    void smsc.deliver(body);
    const [later] = await nextEvents(route, 1);
    expect(new Set([first, start, later].map((one) => one?.carrierRef)).size).toBe(3);
  });

  test('is reported however many receipts are pending', async () => {
    const smsc = await smscOf();
    const route = await boundRoute(smsc);
    const receipt = (n: number) =>
      smsc.deliver(receiptBody({ id: `id-${n}`, from: sender, to: '13034000002' }, 'DELIVRD'));
    const responses = Array.from({ length: mostPending + 1 }, (_, n) => receipt(n));
    // One more than the limit: the SMSC must redeliver it.
    expect(await responses.at(-1)).toBe(status.receiverBusy);
    const response = smsc.deliver(inboundBody('13034000001', sender, 'STOP'));
    const stop = await until(() => route.text.events().find(({ kind }) => kind === 'inbound'));
    expect(stop).toMatchObject({ phone: '13034000001', body: 'STOP' });
    route.text.acknowledge([stop]);
    expect(await response).toBe(status.ok);
    expect(route.text.events().length).toBe(mostPending);
  });

  test('that a killed process had stored without a response has the same id afterwards', async () => {
    const smsc = await smscOf();
    const killed = await boundRoute(smsc);
    const folder = killed.folder;
    const body = inboundBody('13034000001', sender, 'Who is this?');
    void smsc.deliver(body);
    const [before] = await until(() =>
      killed.text.events().length > 0 ? killed.text.events() : undefined,
    );
    smsc.cut();
    await killed.close();
    const next = await boundRoute(smsc, { folder });
    void smsc.deliver(body);
    const [after] = await nextEvents(next, 1);
    expect(after?.carrierRef).toBe(before?.carrierRef);
  });

  test('of another engine on the same data folder is its own: a STOP is never mistaken for that one', async () => {
    const smsc = await smscOf();
    const first = await boundRoute(smsc);
    const stop = inboundBody('13034000001', sender, 'STOP');
    void smsc.deliver(stop);
    const [before] = await until(() =>
      first.text.events().length > 0 ? first.text.events() : undefined,
    );
    const other = await boundRoute(smsc, { folder: first.folder, engineName: 'another' });
    // The person opted in again, and the first engine receives it.
    void smsc.deliver(inboundBody('13034000001', sender, 'START'));
    await until(() => first.text.events().length === 2 || undefined);
    const [, session] = [...smsc.sessions];
    void session?.ask(command.deliverSm, stop);
    const [after] = await nextEvents(other, 1);
    expect(after?.carrierRef).not.toBe(before?.carrierRef);
  });
});
