import { Buffer } from 'node:buffer';
import { describe, expect, test, vi } from 'vitest';
import { command } from '../../src/carriers/smpp/pdu.ts';
import { status } from '../../src/carriers/smpp/status.ts';
import type { Submission } from '../../src/carriers/text-port.ts';
import { realMs } from '../../src/domain/milliseconds.ts';
import { until } from '../harness/until.ts';
import { boundRoute, nextEvents, smscOf, textOf, textsOf } from './open-route.ts';
import type { Fate } from './smsc-fate.ts';

const kinds = (submissions: Submission[]) => submissions.map(({ kind }) => kind);

describe('An SMSC that misbehaves', () => {
  test('does not respond to a text: it is unknown, and the session is closed and bound again', async () => {
    let n = 0;
    const smsc = await smscOf({ fate: () => (n++ === 0 ? { respondAfter: -1 } : {}) });
    const route = await boundRoute(smsc);
    expect(kinds(await route.text.submit([textOf(1)]))).toEqual(['unknown']);
    await until(() => (smsc.counts.binds === 2 && route.text.connected()) || undefined);
    expect(kinds(await route.text.submit([textOf(2)]))).toEqual(['accepted']);
    expect(smsc.taken.length).toBe(2);
  });

  test('responds after the time limit: the text stays unknown, and its receipt still finds it', async () => {
    const receipts = [{ stat: 'DELIVRD' }];
    const smsc = await smscOf({ fate: () => ({ respondAfter: 700, receipts }) });
    const route = await boundRoute(smsc);
    expect(kinds(await route.text.submit([textOf(1)]))).toEqual(['unknown']);
    expect(await nextEvents(route, 1)).toMatchObject([{ textId: '1-1-1', outcome: 'delivered' }]);
  });

  test.each(['cut', 'half a response', 'garbage', 'wrong length', 'unbind'] as const)(
    'ends the connection with a text in flight (%s): what was written is unknown, what was not waits',
    async (connection) => {
      let n = 0;
      const fate = (): Fate => (n++ === 3 ? { connection } : n > 4 ? { respondAfter: -1 } : {});
      const smsc = await smscOf({ fate });
      smsc.behaviour.fate = fate;
      const route = await boundRoute(smsc, {
        settings: { window: 2 },
        timing: {
          rebindMs: realMs(60_000),
          longestRebindMs: realMs(60_000),
          patienceMs: realMs(100),
        },
      });
      const submissions = await route.text.submit(textsOf(40));
      expect(kinds(submissions.slice(0, 3))).toEqual(['accepted', 'accepted', 'accepted']);
      const unknown = submissions.filter(({ kind }) => kind === 'unknown').length;
      expect([1, 2]).toContain(unknown);
      const later = submissions.filter((one) => one.kind === 'rejected' && one.retryable);
      expect(later.length).toBe(40 - 3 - unknown);
      // What waits was never written, so the SMSC has none of it.
      expect(smsc.taken.length).toBeLessThanOrEqual(3 + unknown);
      expect(route.text.connected()).toBe(false);
    },
  );

  test('is cut off with 100 texts in its window: each is unknown at once, and none is sent again', async () => {
    const smsc = await smscOf({ fate: () => ({ respondAfter: -1 }) });
    const route = await boundRoute(smsc, {
      settings: { window: 100 },
      timing: { responseMs: realMs(20_000) },
    });
    const submissions = route.text.submit(textsOf(100));
    await until(() => smsc.taken.length === 100 || undefined);
    smsc.cut();
    expect(new Set(kinds(await submissions))).toEqual(new Set(['unknown']));
    await until(() => route.text.connected() || undefined);
    expect(smsc.taken.length).toBe(100);
  });

  test('never reads from the connection: the session ends before that fills our memory', async () => {
    const smsc = await smscOf();
    // The detail only says why it ended until it is bound again.
    const late = { rebindMs: realMs(60_000), longestRebindMs: realMs(60_000) };
    const route = await boundRoute(smsc, { timing: late });
    const enquiry = Buffer.alloc(16);
    enquiry.writeUInt32BE(16, 0);
    enquiry.writeUInt32BE(command.enquireLink, 4);
    const many = Buffer.concat(Array.from({ length: 20_000 }, () => enquiry));
    const [session] = smsc.sessions;
    session?.socket.pause();
    await until(() => {
      if (session && !session.socket.destroyed) session.socket.write(many);
      return !route.text.connected() || undefined;
    });
    const because = { code: 'peer_stopped_reading' };
    await expect.poll(() => route.detail()).toMatchObject({ because });
    session?.socket.destroy();
  });

  test('throttles: what it accepts is sent once, and the rest waits, surely not sent', async () => {
    const refused = new Set<string>();
    /** At most 20 in each tenth of a second. */
    const taken = { tenth: 0, count: 0 };
    const smsc = await smscOf({
      fate: (message) => {
        const tenth = Math.floor(Date.now() / 100);
        if (tenth !== taken.tenth) Object.assign(taken, { tenth, count: 0 });
        taken.count += 1;
        if (taken.count <= 20) return {};
        refused.add(message.destination.digits);
        return { refuse: status.throttled };
      },
    });
    const route = await boundRoute(smsc, { timing: { patienceMs: realMs(1_500) } });
    const texts = textsOf(400);
    const submissions = await route.text.submit(texts);
    const accepted = texts.filter((_, n) => submissions[n]?.kind === 'accepted');
    expect(smsc.taken.map(({ to }) => to).sort()).toEqual(accepted.map(({ to }) => to).sort());
    expect(refused.size).toBeGreaterThan(0);
    const others = submissions.filter(({ kind }) => kind !== 'accepted');
    expect(others.every((one) => one.kind === 'rejected' && one.retryable)).toBe(true);
    // Some that were throttled were accepted later, in the same batch.
    expect(accepted.some(({ to }) => refused.has(to))).toBe(true);
  });

  test('has a permanently full queue: texts wait, none is reported as sent, and the log says why once', async () => {
    const smsc = await smscOf({ fate: () => ({ refuse: status.queueFull }) });
    const warn = vi.fn();
    const route = await boundRoute(smsc, { warn });
    const submissions = await route.text.submit(textsOf(20));
    expect(submissions.every((one) => one.kind === 'rejected' && one.retryable)).toBe(true);
    expect(smsc.taken).toEqual([]);
    const reason = expect.stringContaining('ESME_RMSGQFUL');
    const slow = expect.objectContaining({ carrier: 'smpp', reason });
    expect(warn.mock.calls).toEqual([[slow, 'text carrier is throttling']]);
  });

  test.each([[0x8], [0xb], [0x45], [0x555]])(
    'refuses with %i: the text failed, says why, and is not sent again',
    async (smpp) => {
      const route = await boundRoute(await smscOf({ fate: () => ({ refuse: smpp }) }));
      const [submission] = await route.text.submit([textOf(1)]);
      expect(submission).toEqual({
        ...{ kind: 'rejected', retryable: false, note: { code: 'smpp_status', smpp } },
      });
    },
  );

  test('accepts a text without an id: it is unknown, and not sent again', async () => {
    const smsc = await smscOf({ responseId: () => '', fate: () => ({}) });
    const route = await boundRoute(smsc);
    expect(kinds(await route.text.submit([textOf(1)]))).toEqual(['unknown']);
    expect(smsc.taken.length).toBe(1);
  });

  test('repeats receipts and sends them out of order: each is reported with its own text', async () => {
    const receipts = [
      { stat: 'DELIVRD', after: 60 },
      { stat: 'DELIVRD', after: 5 },
    ];
    const failing = [{ stat: 'UNDELIV', after: 30 }];
    const fate: (message: { destination: { digits: string } }) => Fate = ({ destination }) =>
      Number(destination.digits) % 2 === 0 ? { receipts } : { receipts: failing };
    const route = await boundRoute(await smscOf({ fate }));
    await route.text.submit(textsOf(20));
    const events = await nextEvents(route, 30);
    for (const event of events) {
      if (event.kind !== 'receipt') throw new Error('not a receipt');
      const n = Number(event.textId?.split('-')[2]);
      expect(event.phone).toBe(textOf(n).to);
      expect(event.outcome).toBe(n % 2 === 0 ? 'delivered' : 'failed');
    }
  });

  test('sends responses without requests: nothing happens', async () => {
    const smsc = await smscOf();
    const route = await boundRoute(smsc);
    const unexpected = Buffer.alloc(16 + 3, 0);
    unexpected.writeUInt32BE(19, 0);
    unexpected.writeUInt32BE(0x80000004, 4);
    unexpected.writeUInt32BE(4_242, 12);
    smsc.raw(unexpected);
    expect(await route.text.submit([textOf(1)])).toMatchObject([{ carrierRef: '1' }]);
  });
});

test('an unexpected command is rejected without harm', async () => {
  const smsc = await smscOf();
  const route = await boundRoute(smsc);
  const [session] = smsc.sessions;
  expect(await session?.ask(command.bindTransceiver)).toBe(status.invalidCommand);
  expect(route.text.connected()).toBe(true);
});

test.each(['udh8', 'payload'] as const)(
  'a text that is too long for SMPP by %s fails with that reason, and others continue',
  async (longMessages) => {
    const smsc = await smscOf();
    const route = await boundRoute(smsc, { settings: { longMessages } });
    const submissions = await route.text.submit([textOf(1, 'a'.repeat(70_000)), textOf(2)]);
    expect(submissions).toMatchObject([
      { kind: 'rejected', retryable: false, note: { code: 'too_long' } },
      { kind: 'accepted' },
    ]);
    expect(smsc.taken.length).toBe(1);
  },
);
