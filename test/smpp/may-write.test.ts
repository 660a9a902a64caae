/** When a waiting text must no longer be sent, and when its response is no longer awaited. */

import { describe, expect, test } from 'vitest';
import { status } from '../../src/carriers/smpp/status.ts';
import type { Submission } from '../../src/carriers/text-port.ts';
import { realMs } from '../../src/domain/milliseconds.ts';
import { until } from '../harness/until.ts';
import { boundRoute, smscOf, textOf, textsOf } from './open-route.ts';

const kinds = (submissions: Submission[]) => submissions.map(({ kind }) => kind);
const isLater = (one: Submission) => one.kind === 'rejected' && one.retryable;

describe('A text that waits for its SMSC', () => {
  test('is checked right before it is written: a text that must no longer go out stays in its contact list', async () => {
    const smsc = await smscOf({ fate: () => ({ respondAfter: 20 }) });
    const route = await boundRoute(smsc, {
      settings: { window: 1 },
      timing: { patienceMs: realMs(5_000) },
    });
    const submissions = await route.text.submit(textsOf(40), () => smsc.taken.length < 3);
    expect(smsc.taken.length).toBe(3);
    expect(kinds(submissions.slice(0, 3))).toEqual(['accepted', 'accepted', 'accepted']);
    expect(submissions.slice(3).every(isLater)).toBe(true);
    // Other texts do not wait for that.
    expect(kinds(await route.text.submit([textOf(50)]))).toEqual(['accepted']);
  });

  test.each([true, false])(
    'because its session ended is checked when the next one is bound (%s)',
    async (isWanted) => {
      const smsc = await smscOf({
        fate: () => (smsc.counts.binds > 1 ? {} : { respondAfter: -1 }),
      });
      const route = await boundRoute(smsc, {
        settings: { window: 1 },
        timing: { patienceMs: realMs(5_000), rebindMs: realMs(100), responseMs: realMs(5_000) },
      });
      let checks = 0;
      const submissions = route.text.submit(textsOf(3), () => {
        checks += 1;
        return smsc.counts.binds < 2 || isWanted;
      });
      await until(() => smsc.taken.length === 1 || undefined);
      const before = checks;
      smsc.cut();
      const others = isWanted ? 'accepted' : 'rejected';
      expect(kinds(await submissions)).toEqual(['unknown', others, others]);
      expect(smsc.counts.binds).toBe(2);
      expect(smsc.taken.length).toBe(isWanted ? 3 : 1);
      expect(checks).toBeGreaterThanOrEqual(before + 2);
    },
  );

  test('is checked again after it was throttled', async () => {
    let refused = 0;
    const fate = () => {
      refused += 1;
      return { refuse: status.throttled };
    };
    const route = await boundRoute(await smscOf({ fate }), {
      timing: { patienceMs: realMs(3_000) },
    });
    const submissions = await route.text.submit([textOf(1)], () => refused === 0);
    expect(submissions.every(isLater)).toBe(true);
    expect(refused).toBe(1);
  });

  test('continues after its first part, because half a text is useless', async () => {
    const smsc = await smscOf({ fate: () => ({}) });
    const route = await boundRoute(smsc);
    const words = 'A long text that needs several parts. '.repeat(9);
    const [submission] = await route.text.submit([textOf(1, words)], () => smsc.taken.length === 0);
    expect(smsc.taken.map(({ text }) => text).join('')).toBe(words);
    expect(submission?.kind).toBe('accepted');
  });
});

test('a text whose response takes too long is unknown, and the others in its batch get their results', async () => {
  const { to } = textOf(1);
  const smsc = await smscOf({
    fate: ({ destination }) => (destination.digits === to ? { respondAfter: 1_500 } : {}),
  });
  const route = await boundRoute(smsc, {
    timing: { returnMs: realMs(300), responseMs: realMs(20_000) },
  });
  const submissions = await route.text.submit([textOf(0), textOf(1), textOf(2)]);
  expect(kinds(submissions)).toEqual(['accepted', 'unknown', 'accepted']);
  // Its response may still come: the connection is kept.
  expect([smsc.counts.binds, route.text.connected()]).toEqual([1, true]);
  expect(smsc.taken.length).toBe(3);
});

test('the rest of a long text is not written once its response is no longer awaited', async () => {
  const smsc = await smscOf({ fate: () => ({ respondAfter: 600 }) });
  const route = await boundRoute(smsc, {
    timing: { returnMs: realMs(300), responseMs: realMs(20_000) },
  });
  const words = 'A long text that needs several parts. '.repeat(9);
  expect(kinds(await route.text.submit([textOf(1, words)]))).toEqual(['unknown']);
  // After the response to the first part.
  expect(kinds(await route.text.submit([textOf(2)]))).toEqual(['unknown']);
  expect(smsc.taken.filter(({ to }) => to === textOf(1).to).length).toBe(1);
});
