/** Texts of a client whose rows are locked never hold up those of another client. */
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { isolationWorld } from './isolation-world.ts';
import { inboundText, makeTexting, textingNumberOf } from './text-world.ts';

const { db, engineOf, holdAll } = await isolationWorld();

test("texts of a client whose rows are locked neither delay nor hide another client's STOP", async () => {
  const slow = await makeTexting(db);
  const quick = await makeTexting(db);
  const { engine, clock, run, texts } = engineOf();
  const [slowNumber, quickNumber] = [
    await textingNumberOf(db, slow),
    await textingNumberOf(db, quick),
  ];
  const asks = '12127770002';
  await asClient(db, slow.clientId, (tx) =>
    tx.run("INSERT INTO do_not_call (client_id, phone, source) VALUES ($1, $2, 'manager')", [
      slow.clientId,
      asks,
    ]),
  );
  const letGo = await holdAll('do_not_call', slow.clientId);
  const write = (ref: string, phone: string, textingNumber: string, body: string) =>
    texts.emit(inboundText({ ref, phone, textingNumber, at: clock.now(), body }));
  write('first', asks, slowNumber, 'STOP');
  // More than one poll takes in.
  for (let n = 0; n < 2_500; n += 1) write(`slow-${n}`, `1212888${1_000 + n}`, slowNumber, 'Hello');
  await run(300);
  const person = '12127770003';
  write('second', person, quickNumber, 'STOP');
  await run(300);
  const isBlocked = async () => {
    const rows = await asClient(db, quick.clientId, (tx) =>
      tx.rows('SELECT FROM do_not_call WHERE client_id = $1 AND phone = $2', [
        quick.clientId,
        person,
      ]),
    );
    return rows.length === 1;
  };
  for (let rounds = 0; rounds < 20 && !(await isBlocked()); rounds += 1) await run(100);
  expect(await isBlocked()).toBe(true);
  await letGo();
  const stored = async () => {
    const row = await asClient(db, slow.clientId, (tx) =>
      tx.row<{ count: number }>('SELECT count(*) FROM inbound_text WHERE client_id = $1', [
        slow.clientId,
      ]),
    );
    return row?.count;
  };
  for (let rounds = 0; rounds < 600 && (await stored()) !== 2_501; rounds += 1) await run(100);
  expect(await stored()).toBe(2_501);
  await engine.stop();
}, 120_000);

test('texts and receipts that cannot be stored hold up no STOP of another client', async () => {
  const slow = await makeTexting(db);
  const quick = await makeTexting(db);
  const [slowNumber, number] = [await textingNumberOf(db, slow), await textingNumberOf(db, quick)];
  const { engine, clock, run, texts } = engineOf();
  const letGo = await holdAll('client', slow.clientId);
  for (let n = 10; n < 30; n += 1) {
    const about = { phone: `121255501${n}`, textingNumber: slowNumber, at: clock.now() };
    texts.emit(inboundText({ ...about, ref: `held-${n}`, body: 'Hello' }));
    texts.emit({ ...about, kind: 'receipt', carrierRef: `held-${n}`, outcome: 'delivered' });
  }
  await run(500);
  const phone = '12127770002';
  const stop = { ref: 'free', phone, body: 'STOP', textingNumber: number, at: clock.now() };
  texts.emit(inboundText(stop));
  await run(1_000);
  const blocked = await asClient(db, quick.clientId, (tx) =>
    tx.rows('SELECT FROM do_not_call WHERE client_id = $1 AND phone = $2', [quick.clientId, phone]),
  );
  expect(blocked.length).toBe(1);
  await letGo();
  await engine.stop();
}, 120_000);
