/** Opt-outs and late texts that carriers report, many at a time. */

import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { inboundText, makeTexting, textingNumberOf, watchedCarrier } from './text-world.ts';
import { afternoon, makeList } from './world.ts';

const db = await freshDatabase();
const firstPhone = 12_122_600_000;
const phoneOf = (n: number) => String(firstPhone + n);
const hour = 3_600_000;

async function openSite() {
  const campaign = await makeTexting(db);
  const { clientId } = campaign;
  await makeList(db, campaign, { entries: 300, firstPhone });
  const clock = virtualClock(afternoon);
  const carrier = watchedCarrier(clock, temporaryFolder());
  const textCarriers = new Map([['simulated', carrier]]);
  const engine = makeEngine(db, { clock, deps: { textCarriers } });
  const textingNumber = await textingNumberOf(db, campaign);
  const rows = <Row>(sql: string) => asClient(db, clientId, (tx) => tx.rows<Row>(sql, [clientId]));
  const blocked = async () => {
    const list = await rows<{ phone: string }>(
      'SELECT phone FROM do_not_call WHERE client_id = $1 ORDER BY phone',
    );
    return list.map(({ phone }) => phone);
  };
  const replies = () => carrier.sent.filter(({ textId }) => textId.startsWith('reply-'));
  return { clientId, carrier, textingNumber, rows, blocked, replies, ...engine };
}

const everyThird = Array.from({ length: 100 }, (_, n) => phoneOf(3 * n));

test('of 300 receipts in one poll those that say stop block their numbers and bar what waits, each before it is acknowledged', async () => {
  const site = await openSite();
  const { carrier, textingNumber, clock } = site;
  const bad = phoneOf(150);
  const name = `bad_number_${site.clientId}`;
  await db.pool.query(
    `ALTER TABLE do_not_call ADD CONSTRAINT ${name} CHECK (phone <> '${bad}') NOT VALID`,
  );
  for (let n = 0; n < 300; n += 1) {
    carrier.emit({
      ...{ kind: 'receipt', carrierRef: `stop-${n}`, phone: phoneOf(n), textingNumber },
      ...{ at: clock.now(), outcome: 'failed', optedOut: n % 3 === 0 },
    });
  }
  await site.runUntil(async () => carrier.events().length <= 1);
  expect(carrier.events()).toMatchObject([{ phone: bad }]);
  expect(await site.blocked()).toEqual(everyThird.filter((phone) => phone !== bad));
  await db.pool.query(`ALTER TABLE do_not_call DROP CONSTRAINT ${name}`);
  await site.runUntil(async () => carrier.events().length === 0);
  expect(await site.blocked()).toEqual(everyThird);
  const barred = await site.rows<{ n: number }>(
    'SELECT count(*)::int AS n FROM list_entry WHERE client_id = $1 AND state <> 0',
  );
  expect(barred).toEqual([{ n: 100 }]);
  // Nobody wrote: there is no auto-reply.
  await site.run(3_000);
  expect(site.replies()).toEqual([]);
  await site.engine.stop();
});

test('among many texts in one poll the late ones are obeyed without auto-replies, and what a carrier took for an opt-out is one', async () => {
  const site = await openSite();
  const { carrier, textingNumber, clock } = site;
  const write = (n: number, body: string, given: { late?: boolean; optedOut?: boolean } = {}) => {
    const at = clock.now() - (given.late ? 2 * hour : 0);
    const ref = `${site.clientId}-${n}`;
    const { optedOut } = given;
    const text = inboundText({ ref, phone: phoneOf(n), textingNumber, at: simMs(at), body });
    carrier.emit({ ...text, ...(optedOut && { optedOut }) });
  };
  write(1, 'STOP');
  write(2, 'STOP', { late: true });
  write(3, 'HELP');
  write(4, 'HELP', { late: true });
  write(5, 'Genug davon', { optedOut: true });
  write(6, 'Genug davon');
  await site.run(5_000);
  expect(await site.blocked()).toEqual([phoneOf(1), phoneOf(2), phoneOf(5)]);
  expect(
    site
      .replies()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual([phoneOf(1), phoneOf(3), phoneOf(5)]);
  await site.engine.stop();
});
