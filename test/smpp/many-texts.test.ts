import { expect, test } from 'vitest';
import { status } from '../../src/carriers/smpp/status.ts';
import type { Submission } from '../../src/carriers/text-port.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { until } from '../harness/until.ts';
import { boundRoute, smscOf, textsOf } from './open-route.ts';
import type { Fate } from './smsc-fate.ts';

test('10,000 texts with every kind of trouble: none is accepted twice, and every result is right', async () => {
  const random = seededRandom('smpp/troubles');
  const draw = (): Fate => {
    const at = random.next();
    if (at < 0.001) return { connection: 'cut' };
    if (at < 0.0018) return { connection: 'half a response' };
    if (at < 0.0026) return { connection: 'garbage' };
    if (at < 0.003) return { connection: 'wrong length' };
    if (at < 0.0034) return { connection: 'unbind' };
    if (at < 0.004) return { ignore: true, connection: 'cut' };
    if (at < 0.0043) return { refuse: status.throttled };
    if (at < 0.05) return { refuse: 0xb };
    if (at < 0.1) return { respondAfter: random.between(1, 60), receipts: [{ stat: 'DELIVRD' }] };
    if (at < 0.15) return { respondAfter: 5, receipts: [{ stat: 'DELIVRD', early: true }] };
    if (at < 0.2) return { receipts: [{ stat: 'UNDELIV' }, { stat: 'UNDELIV', after: 20 }] };
    return { receipts: [{ stat: 'DELIVRD', after: random.between(0, 30) }] };
  };
  const smsc = await smscOf({ fate: draw });
  const route = await boundRoute(smsc, { settings: { connections: 2, window: 20 } });
  const outcomes = new Map<string, string>();
  let listening = true;
  const polling = (async () => {
    while (listening) {
      const events = route.text.events();
      for (const one of events) {
        if (one.kind === 'receipt') outcomes.set(one.textId ?? one.phone, one.outcome);
      }
      route.text.acknowledge(events);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  const final = new Map<string, Submission>();
  let waiting = textsOf(10_000);
  while (waiting.length > 0) {
    const some = waiting.slice(0, 500);
    const submissions = await route.text.submit(some);
    const again = some.filter((text, n) => {
      const submission = submissions[n];
      if (!submission) throw new Error('no submission');
      if (submission.kind === 'rejected' && submission.retryable) return true;
      final.set(text.to, submission);
      return false;
    });
    waiting = [...waiting.slice(some.length), ...again];
    if (again.length > 0) await until(() => route.text.connected() || undefined);
  }
  const sent = smsc.taken.map(({ to }) => to);
  const once = new Set(sent);
  expect(once.size).toBe(sent.length);
  const of = (kind: Submission['kind']) =>
    [...final].filter(([, submission]) => submission.kind === kind).map(([to]) => to);
  expect(of('accepted').filter((to) => !once.has(to))).toEqual([]);
  expect(of('rejected').filter((to) => once.has(to))).toEqual([]);
  expect(of('rejected').length).toBeGreaterThan(100);
  expect(of('unknown').length).toBeGreaterThan(20);
  expect(smsc.counts.binds).toBeGreaterThan(20);
  // Every text with an id gets its receipt, whatever happened to the sessions.
  await until(
    () => of('accepted').every((to) => outcomes.has(idOf(to)) || outcomes.has(to)) || undefined,
  );
  listening = false;
  await polling;
}, 180_000);

const idOf = (to: string) => `1-1-${Number(to) - 13_034_000_000}`;
