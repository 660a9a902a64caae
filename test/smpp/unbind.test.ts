import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { command } from '../../src/carriers/smpp/pdu.ts';
import { status } from '../../src/carriers/smpp/status.ts';
import { realMs } from '../../src/domain/milliseconds.ts';
import { until } from '../harness/until.ts';
import { boundRoute, smscOf, textOf, textsOf } from './open-route.ts';
import type { SmscSession } from './smsc-session.ts';

test('when an SMSC unbinds, its responses in flight are awaited: no text is unknown, and none is written meanwhile', async () => {
  const writtenWhileUnbinding: string[] = [];
  const unbinding = new Set<SmscSession>();
  const unbound: (number | undefined)[] = [];
  let n = 0;
  const smsc = await smscOf({
    fate(message, session) {
      n += 1;
      if (unbinding.has(session)) writtenWhileUnbinding.push(message.destination.digits);
      if (n % 17 === 0) {
        // The SMSC still responds to what was written before; then it closes.
        setTimeout(async () => {
          const response = session.ask(command.unbind);
          await sleep(10);
          unbinding.add(session);
          unbound.push(await response);
          session.socket.end();
        }, 0);
      }
      return { respondAfter: 60 };
    },
  });
  const route = await boundRoute(smsc, {
    timing: { responseMs: realMs(3_000), patienceMs: realMs(8_000) },
  });
  const submissions = await route.text.submit(textsOf(100));
  expect(submissions.filter(({ kind }) => kind !== 'accepted')).toEqual([]);
  expect(new Set(smsc.taken.map(({ to }) => to)).size).toBe(100);
  expect(smsc.taken.length).toBe(100);
  expect(writtenWhileUnbinding).toEqual([]);
  expect(unbound.length).toBeGreaterThan(3);
  expect(new Set(unbound)).toEqual(new Set([status.ok]));
}, 30_000);

test('an SMSC that unbinds without responding to a text is awaited for the usual time, and then gets its response', async () => {
  const smsc = await smscOf({ fate: () => ({ respondAfter: -1 }) });
  const route = await boundRoute(smsc, { timing: { responseMs: realMs(300) } });
  const submission = route.text.submit([textOf(1)]);
  await until(() => smsc.taken.length === 1 || undefined);
  const [session] = smsc.sessions;
  const began = performance.now();
  const unbound = session?.ask(command.unbind);
  expect(await submission).toMatchObject([{ kind: 'unknown' }]);
  expect(await unbound).toBe(status.ok);
  expect(performance.now() - began).toBeGreaterThan(150);
  await until(() => smsc.counts.binds === 2 || undefined);
});

test('a route that is closed waits for responses in flight before it unbinds', async () => {
  const smsc = await smscOf({ fate: () => ({ respondAfter: 250 }) });
  const route = await boundRoute(smsc, {
    timing: { responseMs: realMs(3_000), closeMs: realMs(100) },
  });
  const submissions = route.text.submit(textsOf(5));
  await until(() => smsc.taken.length === 5 || undefined);
  await route.close();
  expect((await submissions).map(({ kind }) => kind)).toEqual(Array(5).fill('accepted'));
  expect(smsc.counts.unbinds).toBe(1);
});
