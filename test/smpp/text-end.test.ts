/** The end of a text, by the engine's clock: no part is written after it, or begun too late to finish. */

import { expect, test } from 'vitest';
import type { Submission } from '../../src/carriers/text-port.ts';
import { realMs, simMs } from '../../src/domain/milliseconds.ts';
import { until } from '../harness/until.ts';
import { boundRoute, type RouteWish, smscOf, textOf } from './open-route.ts';
import type { SmscWish } from './smsc.ts';

const fiveParts = 'A long text that needs several parts. '.repeat(19);
const now = Date.parse('2026-11-21T01:59:50Z');

/** A clock that only tests move, and one second for all responses of the SMSC. */
async function world(wish: { fate?: SmscWish['fate']; settings?: RouteWish['settings'] } = {}) {
  const clock = { at: now, now: () => simMs(clock.at) };
  const smsc = await smscOf({ fate: wish.fate ?? (() => ({})) });
  const timing = {
    responseMs: realMs(3_000),
    restPatienceMs: realMs(600),
    patienceMs: realMs(5_000),
  };
  const settings = { perSecond: 0, ...wish.settings };
  return { clock, smsc, route: await boundRoute(smsc, { clock, timing, settings }) };
}

const wants = (n: number, until: number) => textOf(n, fiveParts, until);
const isLater = (submission?: Submission) =>
  submission?.kind === 'rejected' && submission.retryable;

test('the rest of a long text is not written after its end, and the text is not reported as sent', async () => {
  const end = now + 60_000;
  const run = await world();
  run.smsc.behaviour.fate = () => {
    run.clock.at = end - 500;
    return {};
  };
  const [submission] = await run.route.text.submit([wants(1, end)]);
  expect(run.smsc.taken.length).toBe(1);
  expect(submission).toEqual({
    ...{ kind: 'rejected', retryable: false },
    note: {
      code: 'partly_accepted',
      accepted: 1,
      parts: 5,
      because: { code: 'remaining_parts_too_late' },
    },
  });
});

test.each([
  // The response to the first part, the wait for the rest, and a second of validity.
  ['that no pace limits', 0, 4_600],
  // And four parts at two a second.
  ['at two parts a second', 2, 6_600],
])(
  'a long text %s is begun if all of it surely fits before its end',
  async (_, perSecond, least) => {
    const run = await world({ settings: { perSecond } });
    const [late] = await run.route.text.submit([wants(1, now + least - 100)]);
    expect(isLater(late)).toBe(true);
    expect(run.smsc.taken).toEqual([]);
    const [inTime] = await run.route.text.submit([wants(2, now + least + 100)]);
    expect(inTime?.kind).toBe('accepted');
    expect(run.smsc.taken.length).toBe(5);
  },
);

test('a long text is not begun if those begun before it take the time', async () => {
  const { to } = textOf(1);
  const run = await world({
    fate: ({ destination }) => (destination.digits === to ? { respondAfter: -1 } : {}),
    settings: { perSecond: 2 },
  });
  void run.route.text.submit([wants(1, Number.POSITIVE_INFINITY)]);
  const [second] = await run.route.text.submit([wants(2, now + 7_500)]);
  expect(isLater(second)).toBe(true);
  await until(() => run.smsc.taken.length > 0 || undefined);
  expect(run.smsc.taken.map((one) => one.to)).toEqual([to]);
});

test('no part of a text that came too late is written, in one part or in several', async () => {
  const run = await world();
  const submissions = await run.route.text.submit([
    textOf(1, 'Short.', now + 900),
    textOf(2, 'Short.', now - 5_000),
    wants(3, now - 5_000),
  ]);
  expect(submissions.every(isLater)).toBe(true);
  expect(run.smsc.taken).toEqual([]);
});
