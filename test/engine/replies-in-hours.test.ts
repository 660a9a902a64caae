/** Auto-replies: inside the calling hours and the countries of the person. */

import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { ann, minute, repliesWorld } from './late-replies-world.ts';
import { afternoon, makeCampaign, makeList } from './world.ts';

const { db, box } = await repliesWorld();

/** 2 AM Eastern, and the first and the last minutes of the day's calling hours. */
const night = Date.parse('2026-11-20T07:00:00Z');
const opening = Date.parse('2026-11-20T13:00:00Z');
const closing = Date.parse('2026-11-21T02:00:00Z');

test('in the night a STOP is confirmed at once, and HELP gets no auto-reply, now or in the morning', async () => {
  const run = await box(simMs(night));
  run.emit('HELP');
  await run.run(2_000);
  expect(await run.replies()).toEqual([
    {
      ...{ kind: 'help', outcome: 'dropped' },
      note: { code: 'reply_outside_hours' },
    },
  ]);
  run.emit('STOP');
  await run.run(2_000);
  expect(run.sent()).toEqual(['opt_out']);
  run.clock.advance(simMs(10 * 60 * minute));
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
  const run = await box(simMs(at));
  run.emit('HELP');
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
  '%s gets an auto-reply only where the client may text it; its STOP counts',
  async (_, phone, usual, allowed) => {
    for (const countries of [
      ['US', 'CA'],
      ['US', 'CA', 'JM'],
    ]) {
      const run = await box();
      await asPlatform(db, (tx) =>
        tx.run('UPDATE client SET countries = $2 WHERE client_id = $1', [run.clientId, countries]),
      );
      run.emit('HELP', 0, phone);
      await run.run(2_000);
      run.emit('STOP', 0, phone);
      await run.run(2_000);
      expect(run.sent().sort().reverse()).toEqual(countries.includes('JM') ? allowed : usual);
      expect(await run.rows('SELECT phone FROM do_not_call WHERE client_id = $1')).toEqual([
        { phone },
      ]);
      await run.end();
    }
  },
);

test("the client's own, stricter hours count", async () => {
  const run = await box(afternoon);
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE client SET calling_hours = '{"close": "14:00"}' WHERE client_id = $1`, [
      run.clientId,
    ]),
  );
  run.emit('HELP');
  await run.run(2_000);
  expect(run.sent()).toEqual([]);
  await run.end();
});

test.each([
  ['at 9 AM Eastern', Date.parse('2026-11-20T14:00:00Z'), []],
  ['at 11:10 AM Eastern', Date.parse('2026-11-20T16:10:00Z'), ['help']],
])('the HELP of a New York number whose list says California: %s', async (_, at, sent) => {
  const run = await box(simMs(at));
  const { clientId } = run;
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 60 });
  await makeList(db, campaign, { entries: 1, firstPhone: Number(ann), state: 'CA' });
  run.emit('HELP');
  await run.run(2_000);
  expect(run.sent()).toEqual(sent);
  await run.end();
});
