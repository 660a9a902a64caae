/** When a text that waits is not to go out any more, and when its answer is not waited for any longer. */
import { describe, expect, test } from 'vitest';
import { status } from '../../src/carriers/smpp/status.ts';
import type { Submission } from '../../src/carriers/text-port.ts';
import { until } from '../harness/until.ts';
import { boundRoute, smscOf, textOf, textsOf } from './open-route.ts';

const kinds = (answers: Submission[]) => answers.map(({ kind }) => kind);
const isLater = (one: Submission) => one.kind === 'rejected' && one.retryable;

describe('A text that waits for its SMSC', () => {
  test('is asked about right before it is written: what is not to go out any more waits in its list', async () => {
    const smsc = await smscOf({ fate: () => ({ answerAfter: 20 }) });
    const route = await boundRoute(smsc, {
      settings: { window: 1 },
      timing: { patienceMs: 5_000 },
    });
    const answers = await route.text.submit(textsOf(40), () => smsc.taken.length < 3);
    expect(smsc.taken.length).toBe(3);
    expect(kinds(answers.slice(0, 3))).toEqual(['accepted', 'accepted', 'accepted']);
    expect(answers.slice(3).every(isLater)).toBe(true);
    // Nobody else's texts wait for that.
    expect(kinds(await route.text.submit([textOf(50)]))).toEqual(['accepted']);
  });

  test.each([true, false])(
    'because its session ended is asked about when the next one is bound (%s)',
    async (isWanted) => {
      const smsc = await smscOf({ fate: () => (smsc.counts.binds > 1 ? {} : { answerAfter: -1 }) });
      const route = await boundRoute(smsc, {
        settings: { window: 1 },
        timing: { patienceMs: 5_000, rebindMs: 100, responseMs: 5_000 },
      });
      let asked = 0;
      const answers = route.text.submit(textsOf(3), () => {
        asked += 1;
        return smsc.counts.binds < 2 || isWanted;
      });
      await until(() => smsc.taken.length === 1 || undefined);
      const before = asked;
      smsc.cut();
      const others = isWanted ? 'accepted' : 'rejected';
      expect(kinds(await answers)).toEqual(['unknown', others, others]);
      expect(smsc.counts.binds).toBe(2);
      expect(smsc.taken.length).toBe(isWanted ? 3 : 1);
      expect(asked).toBeGreaterThanOrEqual(before + 2);
    },
  );

  test('is asked about once more when it was one too many', async () => {
    let refused = 0;
    const fate = () => {
      refused += 1;
      return { refuse: status.throttled };
    };
    const route = await boundRoute(await smscOf({ fate }), { timing: { patienceMs: 3_000 } });
    const answers = await route.text.submit([textOf(1)], () => refused === 0);
    expect(answers.every(isLater)).toBe(true);
    expect(refused).toBe(1);
  });

  test('goes on when its first part is out: half a text is none', async () => {
    const smsc = await smscOf({ fate: () => ({}) });
    const route = await boundRoute(smsc);
    const words = 'A long text that needs several parts. '.repeat(9);
    const [answer] = await route.text.submit([textOf(1, words)], () => smsc.taken.length === 0);
    expect(smsc.taken.map(({ text }) => text).join('')).toBe(words);
    expect(answer?.kind).toBe('accepted');
  });
});

test('a text whose answer takes too long is unknown, and the others of its hand-over are told what they are', async () => {
  const { to } = textOf(1);
  const smsc = await smscOf({
    fate: ({ destination }) => (destination.digits === to ? { answerAfter: 1_500 } : {}),
  });
  const route = await boundRoute(smsc, { timing: { answerMs: 300, responseMs: 20_000 } });
  const answers = await route.text.submit([textOf(0), textOf(1), textOf(2)]);
  expect(kinds(answers)).toEqual(['accepted', 'unknown', 'accepted']);
  // Its answer is still to come: the connection has not been given up.
  expect([smsc.counts.binds, route.text.connected()]).toEqual([1, true]);
  expect(smsc.taken.length).toBe(3);
});

test('the rest of a long text is not written any more when its answer is not waited for any longer', async () => {
  const smsc = await smscOf({ fate: () => ({ answerAfter: 600 }) });
  const route = await boundRoute(smsc, { timing: { answerMs: 300, responseMs: 20_000 } });
  const words = 'A long text that needs several parts. '.repeat(9);
  expect(kinds(await route.text.submit([textOf(1, words)]))).toEqual(['unknown']);
  // Behind the answer to the first part.
  expect(kinds(await route.text.submit([textOf(2)]))).toEqual(['unknown']);
  expect(smsc.taken.filter(({ to }) => to === textOf(1).to).length).toBe(1);
});
