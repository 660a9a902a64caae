import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { status } from '../../src/carriers/smpp/status.ts';
import type { Submission } from '../../src/carriers/text-port.ts';
import { carrierDetailSentence } from '../../src/domain/carrier-words/detail-sentences.ts';
import { realMs } from '../../src/domain/milliseconds.ts';
import { until } from '../harness/until.ts';
import { boundRoute, routeTo, smscOf, textOf, textsOf } from './open-route.ts';

const kinds = (submissions: Submission[]) => submissions.map(({ kind }) => kind);

describe('An SMSC that misbehaves', () => {
  test('stops in the middle of a PDU: an enquiry ends the session, and it is bound again', async () => {
    const smsc = await smscOf();
    const route = await boundRoute(smsc, {
      timing: { enquireMs: realMs(50), responseMs: realMs(100) },
    });
    // Half a PDU, after which nothing is read correctly.
    smsc.raw(Buffer.from([0, 0, 0, 200, 0, 0, 0, 5]));
    await until(() => (smsc.counts.binds === 2 && route.text.connected()) || undefined);
    expect(kinds(await route.text.submit([textOf(1)]))).toEqual(['accepted']);
  });

  test('rejects the very first bind: the log says why, once for all attempts', async () => {
    const smsc = await smscOf({ password: 'another' });
    const warn = vi.fn();
    const route = routeTo(smsc.port, { warn });
    await until(() => smsc.refusedBinds.length > 2 || undefined);
    expect(route.text.connected()).toBe(false);
    const rejected = { code: 'bind_rejected', smpp: status.invalidPassword };
    const reason = { ...rejected, sentence: carrierDetailSentence(rejected) };
    const away = [{ carrier: 'smpp', reason }, 'text carrier disconnected'];
    expect(warn.mock.calls).toEqual([away]);
    smsc.behaviour.password = undefined;
    await until(() => route.text.connected() || undefined);
    smsc.cut();
    await until(() => warn.mock.calls.length === 2 || undefined);
  });

  test('rejects the bind, then accepts it: the route recovers by itself', async () => {
    const smsc = await smscOf();
    smsc.behaviour.bindStatus = status.bindFailed;
    const route = routeTo(smsc.port);
    await until(() => smsc.refusedBinds.length >= 2 || undefined);
    expect(route.text.connected()).toBe(false);
    smsc.behaviour.bindStatus = status.ok;
    await until(() => route.text.connected() || undefined);
    expect(route.detail()).toBeUndefined();
  });

  test('accepts the connection and never responds to the bind: the attempt is given up and repeated', async () => {
    const smsc = await smscOf();
    smsc.behaviour.answersBinds = false;
    routeTo(smsc.port, { timing: { bindMs: realMs(150) } });
    await until(() => smsc.counts.binds >= 2 || undefined);
  });

  test('disappears silently: an enquiry without a response ends the session', async () => {
    const smsc = await smscOf();
    const route = await boundRoute(smsc, { timing: { enquireMs: realMs(50) } });
    await until(() => smsc.counts.enquiries >= 3 || undefined);
    expect(smsc.counts.binds).toBe(1);
    smsc.behaviour.answersEnquiries = false;
    await until(() => smsc.counts.binds >= 2 || undefined);
    // The new session ends the same way until enquiries get responses again.
    smsc.behaviour.answersEnquiries = true;
    await until(() => route.text.connected() || undefined);
  });

  test('is down for a while: binds become rarer, and it is bound when it returns', async () => {
    const first = await smscOf();
    const { port } = first;
    const route = await boundRoute(first);
    await first.close();
    await until(() => !route.text.connected() || undefined);
    const again = await smscOf({ port });
    await until(() => route.text.connected() || undefined);
    expect(again.counts.binds).toBe(1);
  });
});

test('closing unbinds, and what was not written stays in its contact list', async () => {
  const smsc = await smscOf({ fate: () => ({ respondAfter: 150 }) });
  const route = await boundRoute(smsc, { settings: { window: 5 } });
  const submissions = route.text.submit(textsOf(40));
  await until(() => smsc.taken.length === 5 || undefined);
  await route.close();
  expect(smsc.counts.unbinds).toBe(1);
  const written = (await submissions).filter((one) => one.kind !== 'rejected');
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
