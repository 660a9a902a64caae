/** Inbound texts that a carrier reports in one poll. */

import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { inboundText, makeTexting, textingNumberOf, watchedCarrier } from './text-world.ts';
import { afternoon } from './world.ts';

const db = await freshDatabase();

async function inbox() {
  const campaign = await makeTexting(db);
  const { clientId } = campaign;
  const clock = virtualClock(afternoon);
  const carrier = watchedCarrier(clock, temporaryFolder());
  const engine = makeEngine(db, {
    clock,
    deps: { textCarriers: new Map([['simulated', carrier]]) },
  });
  const textingNumber = await textingNumberOf(db, campaign);
  let refs = 0;
  /** Reported in the next poll, a moment after the one before. */
  const write = (phone: string, body: string) => {
    refs += 1;
    const at = clock.now() + refs * 10;
    carrier.emit(
      inboundText({ ref: `${clientId}-${refs}`, phone, textingNumber, at: simMs(at), body }),
    );
  };
  const rows = <Row>(sql: string) => asClient(db, clientId, (tx) => tx.rows<Row>(sql, [clientId]));
  const blocked = async () => {
    const list = await rows<{ phone: string }>(
      'SELECT phone FROM do_not_call WHERE client_id = $1 ORDER BY phone',
    );
    return list.map(({ phone }) => phone);
  };
  const confirmed = () =>
    carrier.sent
      .filter(({ textId }) => textId.startsWith(`reply-${clientId}-`))
      .map(({ to }) => to);
  return { clientId, carrier, write, rows, blocked, confirmed, ...engine };
}

const phoneOf = (n: number) => String(12_122_500_000 + n);

test('what several people write in one poll is obeyed in the order in which each wrote it', async () => {
  const box = await inbox();
  const [ann, ben, cleo, dan] = [phoneOf(1), phoneOf(2), phoneOf(3), phoneOf(4)];
  for (const [phone, word] of [
    ...[[ann, 'STOP'] as const, [ben, 'STOP'] as const, [cleo, 'START'] as const],
    ...[[ben, 'START'] as const, [cleo, 'STOP'] as const, [dan, 'START'] as const],
    ...[[ben, 'HELP'] as const, [ann, 'START'] as const, [ann, 'STOP'] as const],
  ])
    box.write(phone, word);
  await box.run(3_000);
  expect(await box.blocked()).toEqual([ann, cleo]);
  const stored = await box.rows<{ phone: string; message: string }>(
    'SELECT phone, message FROM inbound_text WHERE client_id = $1 ORDER BY received',
  );
  expect(stored.filter(({ phone }) => phone === ann).map(({ message }) => message)).toEqual([
    'STOP',
    'START',
    'STOP',
  ]);
  // What Ann's and Ben's opt-in lifted is not confirmed any more; Ben's HELP is answered.
  expect(box.confirmed().toSorted()).toEqual([ann, ben, cleo]);
  await box.engine.stop();
});

test('one text that cannot be stored holds up none of the 300 that came with it', async () => {
  const box = await inbox();
  const bad = phoneOf(150);
  const name = `bad_text_${box.clientId}`;
  await db.pool.query(
    `ALTER TABLE inbound_text ADD CONSTRAINT ${name} CHECK (phone <> '${bad}') NOT VALID`,
  );
  for (let n = 0; n < 300; n += 1) box.write(phoneOf(n), n % 3 === 0 ? 'STOP' : 'Who is this?');
  await box.runUntil(async () => box.carrier.events().length <= 1);
  const [stored] = await box.rows<{ n: number }>(
    'SELECT count(*)::int AS n FROM inbound_text WHERE client_id = $1',
  );
  expect(stored?.n).toBe(299);
  expect(await box.blocked()).toHaveLength(99);
  // Not acknowledged: it is reported again, and stored once it can be.
  await db.pool.query(`ALTER TABLE inbound_text DROP CONSTRAINT ${name}`);
  await box.runUntil(async () => box.carrier.events().length === 0);
  expect(await box.blocked()).toHaveLength(100);
  await box.runUntil(async () => box.confirmed().length === 100);
  expect(new Set(box.confirmed()).size).toBe(100);
  await box.engine.stop();
});
