/** Auto-replies: within five minutes, or not at all. */

import { expect, test } from 'vitest';
import type { Submission } from '../../src/carriers/text-port.ts';
import { asClient } from '../../src/db/database.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { until } from '../harness/until.ts';
import { ann, minute, repliesWorld } from './late-replies-world.ts';

const { db, box } = await repliesWorld();

const late = { code: 'reply_late' };

test('a carrier that was disconnected for five minutes sends neither the confirmation nor the help', async () => {
  const run = await box();
  run.connect(false);
  run.emit('HELP');
  run.emit('STOP');
  await run.run(5 * minute, 20_000);
  run.connect(true);
  await run.run(minute, 10_000);
  expect(run.sent()).toEqual([]);
  expect(await run.replies()).toMatchObject([
    { kind: 'help', outcome: 'dropped' },
    { kind: 'opt_out', outcome: 'dropped', note: late },
  ]);
  // It was obeyed all the same.
  expect(await run.rows('SELECT phone FROM do_not_call WHERE client_id = $1')).toEqual([
    { phone: ann },
  ]);
  // This person has no confirmation yet: the next STOP is confirmed.
  run.emit('STOP');
  await run.run(2_000);
  expect(run.sent()).toEqual(['opt_out']);
  await run.end();
});

test('a carrier that is connected again within five minutes sends the confirmation, and no help after a STOP', async () => {
  const run = await box();
  run.connect(false);
  run.emit('HELP');
  await run.run(10_000, 2_000);
  run.emit('STOP');
  await run.run(4 * minute, 20_000);
  run.connect(true);
  await run.run(10_000, 2_000);
  expect(run.sent()).toEqual(['opt_out']);
  expect(await run.replies()).toMatchObject([
    { kind: 'help', outcome: 'dropped', note: { code: 'reply_blocked' } },
    { kind: 'opt_out', outcome: 'delivered' },
  ]);
  run.emit('HELP');
  await run.run(2_000);
  expect(run.sent()).toEqual(['opt_out']);
  await run.end();
});

test('a text that is reported six minutes late is obeyed and gets no auto-reply', async () => {
  const run = await box();
  run.emit('STOP', 6 * minute);
  await run.run(2_000);
  expect(run.sent()).toEqual([]);
  expect(await run.replies()).toMatchObject([{ kind: 'opt_out', outcome: 'dropped', note: late }]);
  expect(await run.rows('SELECT phone FROM do_not_call WHERE client_id = $1')).toHaveLength(1);
  await run.end();
});

test('a carrier that refuses for now is not tried beyond the five minutes', async () => {
  const run = await box();
  let tries = 0;
  run.wrapped.submit = async (texts) => {
    tries += 1;
    return texts.map(() => ({ kind: 'rejected', note: { code: 'throttled' }, retryable: true }));
  };
  run.emit('STOP');
  await run.run(6 * minute, 5_000);
  expect(tries).toBeGreaterThan(3);
  const [reply] = await run.replies();
  expect(reply).toMatchObject({
    outcome: 'dropped',
    note: { ...late, because: { code: 'throttled' } },
  });
  const before = tries;
  await run.run(5 * minute, 30_000);
  expect(tries).toBe(before);
  await run.end();
});

test('a text that has to wait at its carrier is not written once it is late', async () => {
  const run = await box();
  let asked: boolean | undefined;
  run.wrapped.submit = async (texts, mayWrite = () => true) => {
    const first = mayWrite();
    run.clock.advance(simMs(5 * minute));
    asked = first && !mayWrite();
    return texts.map(() => ({
      kind: 'rejected',
      note: { code: 'withdrawn', what: 'text' },
      retryable: true,
    }));
  };
  run.emit('STOP');
  await run.run(2_000);
  expect(asked).toBe(true);
  expect((await run.replies())[0]?.outcome).toBe('dropped');
  await run.end();
});

test.each([
  ['this engine receives', 'text'],
  ['another process stores', 'key'],
] as const)(
  'a HELP auto-reply that waits in its carrier is not written after a stop that %s',
  async (_, how) => {
    const run = await box();
    let mayWrite = () => true;
    let finish: (submissions: Submission[]) => void = () => {};
    const { submit } = run.wrapped;
    run.wrapped.submit = (texts, may = () => true) => {
      if (!texts.some(({ body }) => body.includes('For help'))) return submit(texts, may);
      mayWrite = may;
      return new Promise((resolve) => {
        finish = resolve;
      });
    };
    run.emit('HELP');
    await run.run(1_000);
    expect(mayWrite()).toBe(true);
    if (how === 'text') run.emit('STOP');
    else await asClient(db, run.clientId, (tx) => optOut(tx, run.clientId, ann, 'key'));
    await until(async () => {
      await run.run(500);
      return !mayWrite() || undefined;
    });
    finish([{ kind: 'rejected', note: { code: 'withdrawn', what: 'text' }, retryable: true }]);
    await run.run(10_000, 1_000);
    expect(run.sent()).toEqual(how === 'text' ? ['opt_out'] : []);
    expect((await run.replies())[0]).toEqual({
      ...{ kind: 'help', outcome: 'dropped' },
      note: { code: 'reply_blocked' },
    });
    await run.end();
  },
);

test('"Yes. Thank you." after the confirmation lifts nothing; START and UNSTOP do, only what a text made', async () => {
  const run = await box();
  const blocked = () =>
    run.rows<{ source: string }>('SELECT source FROM do_not_call WHERE client_id = $1');
  for (const word of ['START', 'Unstop']) {
    run.emit('Remove me from your list');
    await run.run(1_000);
    for (const yes of ['Yes. Thank you.', 'YES', 'ok yes']) run.emit(yes);
    await run.run(2_000);
    expect(await blocked()).toEqual([{ source: 'text' }]);
    run.emit(word);
    await run.run(1_000);
    expect(await blocked()).toEqual([]);
  }
  for (const source of ['manager', 'operator', 'key'] as const) {
    await asClient(db, run.clientId, (tx) => optOut(tx, run.clientId, ann, source));
    run.emit('START');
    await run.run(1_000);
    expect(await blocked()).toEqual([{ source }]);
    await run.rows('DELETE FROM do_not_call WHERE client_id = $1');
  }
  await run.end();
});
