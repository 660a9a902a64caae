import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { command } from '../../src/carriers/smpp/pdu.ts';
import { status } from '../../src/carriers/smpp/status.ts';
import type { Submission } from '../../src/carriers/text-port.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { until } from '../harness/until.ts';
import { boundRoute, heard, routeTo, smscOf, textOf, textsOf } from './open-route.ts';
import type { Fate } from './smsc.ts';

const kinds = (answers: Submission[]) => answers.map(({ kind }) => kind);

describe('An SMSC that misbehaves', () => {
  test('leaves a text unanswered: it is unknown, and the session is closed and bound again', async () => {
    let n = 0;
    const smsc = await smscOf({ fate: () => (n++ === 0 ? { answerAfter: -1 } : {}) });
    const route = await boundRoute(smsc);
    expect(kinds(await route.text.submit([textOf(1)]))).toEqual(['unknown']);
    await until(() => (smsc.counts.binds === 2 && route.text.connected()) || undefined);
    expect(kinds(await route.text.submit([textOf(2)]))).toEqual(['accepted']);
    expect(smsc.taken.length).toBe(2);
  });

  test('answers after the time limit: the text stays unknown, and its receipt still finds it', async () => {
    const receipts = [{ stat: 'DELIVRD' }];
    const smsc = await smscOf({ fate: () => ({ answerAfter: 700, receipts }) });
    const route = await boundRoute(smsc);
    expect(kinds(await route.text.submit([textOf(1)]))).toEqual(['unknown']);
    expect(await heard(route, 1)).toMatchObject([{ textId: '1-1-1', outcome: 'delivered' }]);
  });

  test.each(['cut', 'half an answer', 'garbage', 'wrong length', 'unbind'] as const)(
    'ends the connection with a text in hand (%s): what was written is unknown, what was not waits',
    async (connection) => {
      let n = 0;
      const fate = (): Fate => (n++ === 3 ? { connection } : n > 4 ? { answerAfter: -1 } : {});
      const smsc = await smscOf({ fate });
      smsc.behaviour.fate = fate;
      const route = await boundRoute(smsc, {
        settings: { window: 2 },
        timing: { rebindMs: 60_000, longestRebindMs: 60_000, patienceMs: 100 },
      });
      const answers = await route.text.submit(textsOf(40));
      expect(kinds(answers.slice(0, 3))).toEqual(['accepted', 'accepted', 'accepted']);
      const unknown = answers.filter(({ kind }) => kind === 'unknown').length;
      expect([1, 2]).toContain(unknown);
      const later = answers.filter((one) => one.kind === 'rejected' && one.retryable);
      expect(later.length).toBe(40 - 3 - unknown);
      // What waits was never written: the SMSC has none of it.
      expect(smsc.taken.length).toBeLessThanOrEqual(3 + unknown);
      expect(route.text.connected()).toBe(false);
    },
  );

  test('is cut off with 100 texts in its window: each is told as unknown at once, and none goes again', async () => {
    const smsc = await smscOf({ fate: () => ({ answerAfter: -1 }) });
    const route = await boundRoute(smsc, {
      settings: { window: 100 },
      timing: { responseMs: 20_000 },
    });
    const answers = route.text.submit(textsOf(100));
    await until(() => smsc.taken.length === 100 || undefined);
    smsc.cut();
    expect(new Set(kinds(await answers))).toEqual(new Set(['unknown']));
    await until(() => route.text.connected() || undefined);
    expect(smsc.taken.length).toBe(100);
  });

  test('stops in the middle of a PDU: the session is ended by a sign of life, and bound again', async () => {
    const smsc = await smscOf();
    const route = await boundRoute(smsc, { timing: { enquireMs: 50, responseMs: 100 } });
    // Half a header, and behind it nothing is read as what it is.
    smsc.raw(Buffer.from([0, 0, 0, 200, 0, 0, 0, 5]));
    await until(() => (smsc.counts.binds === 2 && route.text.connected()) || undefined);
    expect(kinds(await route.text.submit([textOf(1)]))).toEqual(['accepted']);
  });

  test('never reads what it is sent: the session ends before that fills our memory', async () => {
    const smsc = await smscOf();
    // Its detail says why it ended only until it is bound again.
    const late = { rebindMs: 60_000, longestRebindMs: 60_000 };
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
    await until(() => route.detail().includes('does not read what it is sent') || undefined);
    session?.socket.destroy();
  });

  test('refuses as too many: what it takes is sent once, and the rest waits, surely not sent', async () => {
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
    const route = await boundRoute(smsc, { timing: { patienceMs: 1_500 } });
    const texts = textsOf(400);
    const answers = await route.text.submit(texts);
    const accepted = texts.filter((_, n) => answers[n]?.kind === 'accepted');
    expect(smsc.taken.map(({ to }) => to).sort()).toEqual(accepted.map(({ to }) => to).sort());
    expect(refused.size).toBeGreaterThan(0);
    const others = answers.filter(({ kind }) => kind !== 'accepted');
    expect(others.every((one) => one.kind === 'rejected' && one.retryable)).toBe(true);
    // Some that were refused were taken later, in the same hand-over.
    expect(accepted.some(({ to }) => refused.has(to))).toBe(true);
  });

  test('has a full queue for good: texts wait, none is called sent, and the log says once why', async () => {
    const smsc = await smscOf({ fate: () => ({ refuse: status.queueFull }) });
    const warn = vi.fn();
    const route = await boundRoute(smsc, { warn });
    const answers = await route.text.submit(textsOf(20));
    expect(answers.every((one) => one.kind === 'rejected' && one.retryable)).toBe(true);
    expect(smsc.taken).toEqual([]);
    const reason = expect.stringContaining('ESME_RMSGQFUL');
    const slow = expect.objectContaining({ carrier: 'smpp', reason });
    expect(warn.mock.calls).toEqual([[slow, 'the text carrier is slowed down']]);
  });

  test('refuses the very first bind: the log says why, once for all tries', async () => {
    const smsc = await smscOf({ password: 'another' });
    const warn = vi.fn();
    const route = routeTo(smsc.port, { warn });
    await until(() => smsc.refusedBinds.length > 2 || undefined);
    expect(route.text.connected()).toBe(false);
    const reason = expect.stringContaining('the password is wrong');
    const away = [{ carrier: 'smpp', reason }, 'the text carrier is away'];
    expect(warn.mock.calls).toEqual([away]);
    smsc.behaviour.password = undefined;
    await until(() => route.text.connected() || undefined);
    smsc.cut();
    await until(() => warn.mock.calls.length === 2 || undefined);
  });

  test.each([
    [0x8, 'ESME_RSYSERR'],
    [0xb, 'ESME_RINVDSTADR'],
    [0x45, 'ESME_RSUBMITFAIL'],
    [0x555, '0x00000555'],
  ])('refuses with %i: the text failed, says why, and is not sent again', async (code, name) => {
    const route = await boundRoute(await smscOf({ fate: () => ({ refuse: code }) }));
    const [answer] = await route.text.submit([textOf(1)]);
    expect(answer).toMatchObject({ kind: 'rejected', retryable: false });
    expect(answer).toMatchObject({ code: expect.stringContaining(name) });
  });

  test('takes a text and gives it no id: it is unknown, and not sent again', async () => {
    const smsc = await smscOf({ answerId: () => '', fate: () => ({}) });
    const route = await boundRoute(smsc);
    expect(kinds(await route.text.submit([textOf(1)]))).toEqual(['unknown']);
    expect(smsc.taken.length).toBe(1);
  });

  test('tells receipts twice and out of order: each is told with its own text', async () => {
    const receipts = [
      { stat: 'DELIVRD', after: 60 },
      { stat: 'DELIVRD', after: 5 },
    ];
    const failing = [{ stat: 'UNDELIV', after: 30 }];
    const fate: (message: { destination: { digits: string } }) => Fate = ({ destination }) =>
      Number(destination.digits) % 2 === 0 ? { receipts } : { receipts: failing };
    const route = await boundRoute(await smscOf({ fate }));
    await route.text.submit(textsOf(20));
    const events = await heard(route, 30);
    for (const event of events) {
      if (event.kind !== 'receipt') throw new Error('not a receipt');
      const n = Number(event.textId?.split('-')[2]);
      expect(event.phone).toBe(textOf(n).to);
      expect(event.outcome).toBe(n % 2 === 0 ? 'delivered' : 'failed');
    }
  });

  test('refuses the bind, then takes it: the route comes back by itself', async () => {
    const smsc = await smscOf();
    smsc.behaviour.bindStatus = status.bindFailed;
    const route = routeTo(smsc.port);
    await until(() => smsc.refusedBinds.length >= 2 || undefined);
    expect(route.text.connected()).toBe(false);
    smsc.behaviour.bindStatus = status.ok;
    await until(() => route.text.connected() || undefined);
    expect(route.detail()).toBe('');
  });

  test('takes the connection and never answers the bind: it is given up and tried again', async () => {
    const smsc = await smscOf();
    smsc.behaviour.answersBinds = false;
    routeTo(smsc.port, { timing: { bindMs: 150 } });
    await until(() => smsc.counts.binds >= 2 || undefined);
  });

  test('is gone without a word: a sign of life that is not answered ends the session', async () => {
    const smsc = await smscOf();
    const route = await boundRoute(smsc, { timing: { enquireMs: 50 } });
    await until(() => smsc.counts.enquiries >= 3 || undefined);
    expect(smsc.counts.binds).toBe(1);
    smsc.behaviour.answersEnquiries = false;
    await until(() => smsc.counts.binds >= 2 || undefined);
    expect(route.text.connected()).toBe(true);
  });

  test('is not there for a while: binds grow rarer, and it is bound when it is back', async () => {
    const first = await smscOf();
    const { port } = first;
    const route = await boundRoute(first);
    await first.close();
    await until(() => !route.text.connected() || undefined);
    const again = await smscOf({ port });
    await until(() => route.text.connected() || undefined);
    expect(again.counts.binds).toBe(1);
  });

  test('sends answers to what was never asked: nothing comes of it', async () => {
    const smsc = await smscOf();
    const route = await boundRoute(smsc);
    const stray = Buffer.alloc(16 + 3, 0);
    stray.writeUInt32BE(19, 0);
    stray.writeUInt32BE(0x80000004, 4);
    stray.writeUInt32BE(4_242, 12);
    smsc.raw(stray);
    expect(await route.text.submit([textOf(1)])).toMatchObject([{ carrierRef: '1' }]);
  });
});

test('closing unbinds, and what was not written waits in its list', async () => {
  const smsc = await smscOf({ fate: () => ({ answerAfter: 150 }) });
  const route = await boundRoute(smsc, { settings: { window: 5 } });
  const answers = route.text.submit(textsOf(40));
  await until(() => smsc.taken.length === 5 || undefined);
  await route.close();
  expect(smsc.counts.unbinds).toBe(1);
  const written = (await answers).filter((one) => one.kind !== 'rejected');
  expect(written.length).toBe(5);
  expect(smsc.taken.length).toBe(5);
  await expect(reaches(smsc.port)).resolves.toBe(true);
  expect(smsc.counts.binds).toBe(1);
});

function reaches(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

test('10,000 texts with troubles of every kind: none is taken twice, and every answer is true', async () => {
  const random = seededRandom('smpp/troubles');
  const draw = (): Fate => {
    const at = random.next();
    if (at < 0.001) return { connection: 'cut' };
    if (at < 0.0018) return { connection: 'half an answer' };
    if (at < 0.0026) return { connection: 'garbage' };
    if (at < 0.003) return { connection: 'wrong length' };
    if (at < 0.0034) return { connection: 'unbind' };
    if (at < 0.004) return { ignore: true, connection: 'cut' };
    if (at < 0.0043) return { refuse: status.throttled };
    if (at < 0.05) return { refuse: 0xb };
    if (at < 0.1) return { answerAfter: random.between(1, 60), receipts: [{ stat: 'DELIVRD' }] };
    if (at < 0.15) return { answerAfter: 5, receipts: [{ stat: 'DELIVRD', early: true }] };
    if (at < 0.2) return { receipts: [{ stat: 'UNDELIV' }, { stat: 'UNDELIV', after: 20 }] };
    return { receipts: [{ stat: 'DELIVRD', after: random.between(0, 30) }] };
  };
  const smsc = await smscOf({ fate: draw });
  const route = await boundRoute(smsc, { settings: { connections: 2, window: 20 } });
  const told = new Map<string, string>();
  let listening = true;
  const hearing = (async () => {
    while (listening) {
      const events = route.text.events();
      for (const one of events) {
        if (one.kind === 'receipt') told.set(one.textId ?? one.phone, one.outcome);
      }
      route.text.acknowledge(events);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  const final = new Map<string, Submission>();
  let waiting = textsOf(10_000);
  while (waiting.length > 0) {
    const some = waiting.slice(0, 500);
    const answers = await route.text.submit(some);
    const again = some.filter((text, n) => {
      const answer = answers[n];
      if (!answer) throw new Error('no answer');
      if (answer.kind === 'rejected' && answer.retryable) return true;
      final.set(text.to, answer);
      return false;
    });
    waiting = [...waiting.slice(some.length), ...again];
    if (again.length > 0) await until(() => route.text.connected() || undefined);
  }
  const sent = smsc.taken.map(({ to }) => to);
  const once = new Set(sent);
  expect(once.size).toBe(sent.length);
  const of = (kind: Submission['kind']) =>
    [...final].filter(([, answer]) => answer.kind === kind).map(([to]) => to);
  expect(of('accepted').filter((to) => !once.has(to))).toEqual([]);
  expect(of('rejected').filter((to) => once.has(to))).toEqual([]);
  expect(of('rejected').length).toBeGreaterThan(100);
  expect(of('unknown').length).toBeGreaterThan(20);
  expect(smsc.counts.binds).toBeGreaterThan(20);
  // Every text that has an id gets its receipt, whatever happened to the sessions meanwhile.
  await until(() => of('accepted').every((to) => told.has(idOf(to)) || told.has(to)) || undefined);
  listening = false;
  await hearing;
}, 180_000);

const idOf = (to: string) => `1-1-${Number(to) - 13_034_000_000}`;

test('a command that answers nothing is refused without harm', async () => {
  const smsc = await smscOf();
  const route = await boundRoute(smsc);
  const [session] = smsc.sessions;
  expect(await session?.ask(command.bindTransceiver)).toBe(status.invalidCommand);
  expect(route.text.connected()).toBe(true);
});

test.each(['udh8', 'payload'] as const)(
  'a text that is too long for SMPP by %s failed and says so, and others go on',
  async (longMessages) => {
    const smsc = await smscOf();
    const route = await boundRoute(smsc, { settings: { longMessages } });
    const answers = await route.text.submit([textOf(1, 'a'.repeat(70_000)), textOf(2)]);
    expect(answers).toMatchObject([
      { kind: 'rejected', retryable: false, code: 'The text is too long for SMPP.' },
      { kind: 'accepted' },
    ]);
    expect(smsc.taken.length).toBe(1);
  },
);
