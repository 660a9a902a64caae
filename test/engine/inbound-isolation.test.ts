/** A client whose rows are locked keeps no other client's STOP or receipts waiting. */

import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { realMs } from '../../src/domain/milliseconds.ts';
import { openEngineDatabases } from '../../src/engine/databases.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import {
  inboundText,
  makeTexting,
  quietReaders,
  textingNumberOf,
  watchedCarrier,
} from './text-world.ts';
import { afternoon } from './world.ts';

const db = await freshDatabase();
const databases = openEngineDatabases(db);
afterAll(databases.close);

async function lockClient(clientId: number) {
  const session = new pg.Client(db.owner);
  await session.connect();
  await session.query('BEGIN');
  await session.query('SELECT FROM client WHERE client_id = $1 FOR UPDATE', [clientId]);
  return async () => {
    await session.query('ROLLBACK');
    await session.end();
  };
}

const blocked = async (clientId: number) =>
  (
    await asClient(db, clientId, (tx) =>
      tx.rows<{ phone: string }>('SELECT phone FROM do_not_call WHERE client_id = $1', [clientId]),
    )
  ).length;

test('STOPs of a client whose row is locked keep no STOP of another client waiting', async () => {
  const [slow, quick] = [await makeTexting(db), await makeTexting(db)];
  const clock = virtualClock(afternoon);
  const carrier = watchedCarrier(clock, temporaryFolder(), quietReaders);
  const deps = { db: databases.db, leaseDb: databases.leaseDb, patienceMs: realMs(50) };
  const textCarriers = new Map([['simulated', carrier]]);
  const { engine, run } = makeEngine(db, { clock, deps: { ...deps, textCarriers } });
  const emit = async (of: typeof slow, n: number) => {
    const about = { ref: `${of.clientId}-${n}`, phone: String(12_127_770_000 + n), body: 'STOP' };
    const textingNumber = await textingNumberOf(db, of);
    carrier.emit(inboundText({ ...about, textingNumber, at: clock.now() }));
  };
  const letGo = await lockClient(slow.clientId);
  for (let n = 0; n < 40; n += 1) await emit(slow, n);
  await run(2_000, 100);
  await emit(quick, 1);
  // Each step waits 50 real milliseconds at most; of the locked client's texts each would wait 500.
  await run(6_000, 100);
  expect(await blocked(quick.clientId)).toBe(1);
  expect(await blocked(slow.clientId)).toBe(0);
  await letGo();
  await expect
    .poll(async () => {
      await run(500, 100);
      return blocked(slow.clientId);
    })
    .toBe(40);
  await engine.stop();
}, 120_000);
