/** Answers to inbound texts: within five minutes, inside the person's hours, or not at all. */
import { expect, test } from 'vitest';
import type { Submission } from '../../src/carriers/text-port.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { inboundText, makeTexting, textingNumberOf, watchedCarrier } from './text-world.ts';
import { afternoon, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();
/** Of New York. */
const ann = '12122330001';
const minute = 60_000;
/** 2 AM Eastern, and the first and the last minutes of the day's calling hours. */
const night = Date.parse('2026-11-20T07:00:00Z');
const opening = Date.parse('2026-11-20T13:00:00Z');
const closing = Date.parse('2026-11-21T02:00:00Z');

async function box(at = afternoon) {
  const campaign = await makeTexting(db);
  const { clientId } = campaign;
  const clock = virtualClock(at);
  const carrier = watchedCarrier(clock, temporaryFolder());
  let isUp = true;
  const wrapped = { ...carrier, connected: () => isUp };
  const deps = { textCarriers: new Map([['simulated', wrapped]]) };
  const engine = makeEngine(db, { clock, deps });
  const textingNumber = await textingNumberOf(db, campaign);
  let refs = 0;
  const tell = (body: string, ago = 0, phone = ann) => {
    refs += 1;
    const about = { phone, textingNumber, at: clock.now() - ago, body };
    carrier.tell(inboundText({ ref: `${clientId}-${refs}`, ...about }));
  };
  const rows = <Row>(sql: string) => asClient(db, clientId, (tx) => tx.rows<Row>(sql, [clientId]));
  const kindOf = (body: string) => (body.includes('For help') ? 'help' : 'opt_out');
  return {
    ...{ clientId, clock, wrapped, tell, rows, end: () => engine.engine.stop(), run: engine.run },
    connect: (up: boolean) => {
      isUp = up;
    },
    sent: () => carrier.sent.map(({ body }) => kindOf(body)),
    replies: () =>
      rows<{ kind: string; outcome: string | null; note: string | null }>(
        'SELECT kind, outcome, note FROM text_reply WHERE client_id = $1 ORDER BY text_reply_id',
      ),
  };
}

const late = 'Not sent: five minutes had passed since the text.';

test('a carrier that was away for five minutes sends neither the confirmation nor the help', async () => {
  const run = await box();
  run.connect(false);
  run.tell('HELP');
  run.tell('STOP');
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
  // Nobody has told this person yet: the next STOP is confirmed.
  run.tell('STOP');
  await run.run(2_000);
  expect(run.sent()).toEqual(['opt_out']);
  await run.end();
});

test('a carrier that is back within five minutes sends the confirmation, and no help after a STOP', async () => {
  const run = await box();
  run.connect(false);
  run.tell('HELP');
  await run.run(10_000, 2_000);
  run.tell('STOP');
  await run.run(4 * minute, 20_000);
  run.connect(true);
  await run.run(10_000, 2_000);
  expect(run.sent()).toEqual(['opt_out']);
  expect(await run.replies()).toMatchObject([
    { kind: 'help', outcome: 'dropped', note: 'Not sent: the number is on the do not call list.' },
    { kind: 'opt_out', outcome: 'delivered' },
  ]);
  run.tell('HELP');
  await run.run(2_000);
  expect(run.sent()).toEqual(['opt_out']);
  await run.end();
});

test('a text that is told six minutes late is obeyed and not answered', async () => {
  const run = await box();
  run.tell('STOP', 6 * minute);
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
    return texts.map(() => ({ kind: 'rejected', code: 'throttled', retryable: true }));
  };
  run.tell('STOP');
  await run.run(6 * minute, 5_000);
  expect(tries).toBeGreaterThan(3);
  const [reply] = await run.replies();
  expect(reply).toMatchObject({ outcome: 'dropped', note: `${late} throttled` });
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
    run.clock.advance(5 * minute);
    asked = first && !mayWrite();
    return texts.map(() => ({ kind: 'rejected', code: 'not wanted', retryable: true }));
  };
  run.tell('STOP');
  await run.run(2_000);
  expect(asked).toBe(true);
  expect((await run.replies())[0]?.outcome).toBe('dropped');
  await run.end();
});

test.each([
  ['this engine hears of', 'text'],
  ['another process stores', 'key'],
] as const)(
  'a HELP answer that waits in its carrier is not written after a stop that %s',
  async (_, how) => {
    const run = await box();
    let mayWrite = () => true;
    let answer: (answers: Submission[]) => void = () => {};
    const { submit } = run.wrapped;
    run.wrapped.submit = (texts, may = () => true) => {
      if (!texts.some(({ body }) => body.includes('For help'))) return submit(texts, may);
      mayWrite = may;
      return new Promise((resolve) => {
        answer = resolve;
      });
    };
    run.tell('HELP');
    await run.run(1_000);
    expect(mayWrite()).toBe(true);
    if (how === 'text') run.tell('STOP');
    else await asClient(db, run.clientId, (tx) => optOut(tx, run.clientId, ann, 'key'));
    await until(async () => {
      await run.run(500);
      return !mayWrite() || undefined;
    });
    answer([{ kind: 'rejected', code: 'not wanted', retryable: true }]);
    await run.run(10_000, 1_000);
    expect(run.sent()).toEqual(how === 'text' ? ['opt_out'] : []);
    expect((await run.replies())[0]).toEqual({
      ...{ kind: 'help', outcome: 'dropped' },
      note: 'Not sent: the number is on the do not call list.',
    });
    await run.end();
  },
);

test('in the night a STOP is confirmed at once, and HELP is not answered, now or in the morning', async () => {
  const run = await box(night);
  run.tell('HELP');
  await run.run(2_000);
  expect(await run.replies()).toEqual([
    {
      ...{ kind: 'help', outcome: 'dropped' },
      note: 'Not sent: it was outside the calling hours of this number.',
    },
  ]);
  run.tell('STOP');
  await run.run(2_000);
  expect(run.sent()).toEqual(['opt_out']);
  run.clock.advance(10 * 60 * minute);
  await run.run(10_000, 2_000);
  expect(run.sent()).toEqual(['opt_out']);
  await run.end();
});

test.each([
  ['four minutes before the hours begin is answered when they do', opening - 4 * minute, ['help']],
  ['six minutes before they begin is not', opening - 6 * minute, []],
  ['in their last seconds is not', closing - 1_000, []],
  ['a minute before they end is', closing - minute, ['help']],
])('a HELP %s', async (_, at, sent) => {
  const run = await box(at);
  run.tell('HELP');
  await run.run(2_000);
  expect(run.sent()).toEqual(at === closing - minute ? sent : []);
  await run.run(7 * minute, 10_000);
  expect(run.sent()).toEqual(sent);
  await run.end();
});

test.each([
  ['a premium-rate number', '19002330001', [], []],
  ['a number of Jamaica', '18762330001', [], ['opt_out', 'help']],
  ['a number of Ontario', '14162330001', ['opt_out', 'help'], ['opt_out', 'help']],
])(
  '%s is answered only where the client may text it; its STOP counts',
  async (_, phone, usual, allowed) => {
    for (const countries of [
      ['US', 'CA'],
      ['US', 'CA', 'JM'],
    ]) {
      const run = await box();
      await asPlatform(db, (tx) =>
        tx.run('UPDATE client SET countries = $2 WHERE client_id = $1', [run.clientId, countries]),
      );
      run.tell('HELP', 0, phone);
      await run.run(2_000);
      run.tell('STOP', 0, phone);
      await run.run(2_000);
      expect(run.sent().sort().reverse()).toEqual(countries.includes('JM') ? allowed : usual);
      expect(await run.rows('SELECT phone FROM do_not_call WHERE client_id = $1')).toEqual([
        { phone },
      ]);
      await run.end();
    }
  },
);

test('the client’s own, stricter hours count', async () => {
  const run = await box(afternoon);
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE client SET calling_hours = '{"close": "14:00"}' WHERE client_id = $1`, [
      run.clientId,
    ]),
  );
  run.tell('HELP');
  await run.run(2_000);
  expect(run.sent()).toEqual([]);
  await run.end();
});

test.each([
  ['at 9 AM Eastern', Date.parse('2026-11-20T14:00:00Z'), []],
  ['at 11:10 AM Eastern', Date.parse('2026-11-20T16:10:00Z'), ['help']],
])('the HELP of a New York number whose list says California: %s', async (_, at, sent) => {
  const run = await box(at);
  const { clientId } = run;
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 60 });
  await makeList(db, campaign, { entries: 1, firstPhone: Number(ann), state: 'CA' });
  run.tell('HELP');
  await run.run(2_000);
  expect(run.sent()).toEqual(sent);
  await run.end();
});

test('«Yes. Thank you.» after the confirmation lifts nothing; START and UNSTOP do, only what a text made', async () => {
  const run = await box();
  const listed = () =>
    run.rows<{ source: string }>('SELECT source FROM do_not_call WHERE client_id = $1');
  for (const word of ['START', 'Unstop']) {
    run.tell('Remove me from your list');
    await run.run(1_000);
    for (const yes of ['Yes. Thank you.', 'YES', 'ok yes']) run.tell(yes);
    await run.run(2_000);
    expect(await listed()).toEqual([{ source: 'text' }]);
    run.tell(word);
    await run.run(1_000);
    expect(await listed()).toEqual([]);
  }
  for (const source of ['manager', 'operator', 'key'] as const) {
    await asClient(db, run.clientId, (tx) => optOut(tx, run.clientId, ann, source));
    run.tell('START');
    await run.run(1_000);
    expect(await listed()).toEqual([{ source }]);
    await run.rows('DELETE FROM do_not_call WHERE client_id = $1');
  }
  await run.end();
});
