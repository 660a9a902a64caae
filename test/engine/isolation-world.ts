/** Engines in real time, and clients whose rows are locked or whose statements are slow. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { asOwner, type Database } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { realMs } from '../../src/domain/milliseconds.ts';
import { openEngineDatabases } from '../../src/engine/databases.ts';
import { freshDatabase } from '../harness/database.ts';
import { held } from '../harness/held.ts';
import { runningClock } from '../harness/running-clock.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { quietReaders, watchedCarrier } from './text-world.ts';
import { afternoon, type Campaign, makeCampaign, makeList } from './world.ts';

export async function isolationWorld() {
  const db = await freshDatabase();
  const databases = openEngineDatabases(db);
  afterAll(databases.close);

  // As over rows that were never vacuumed. Made before any engine runs: DDL locks out everybody.
  await asOwner(db, async (tx) => {
    await tx.run('CREATE TABLE dawdling (client_id integer PRIMARY KEY)');
    await tx.run('GRANT SELECT ON dawdling TO carillon_client, carillon_platform');
    await tx.run(
      `CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         PERFORM pg_sleep(0.8) FROM dawdling WHERE client_id = new.client_id;
         RETURN NULL;
       END $$`,
    );
    for (const table of ['call_list_count', 'campaign', 'do_not_call']) {
      await tx.run(
        `CREATE TRIGGER dawdle AFTER INSERT OR UPDATE ON ${table}
         FOR EACH ROW EXECUTE FUNCTION dawdle()`,
      );
    }
  });

  async function running(perMinute: number): Promise<Campaign> {
    const campaign = await makeCampaign(db, { callsPerMinute: perMinute });
    await makeList(db, campaign, { entries: 2_000 });
    await requestStart(db, campaign.clientId, campaign.campaignId);
    return campaign;
  }

  function engineOf(given: Partial<{ db: Database; leaseDb: Database }> = databases) {
    // In real time: a machine that is slow is slow for everybody, and that is not what is judged here.
    const clock = { ...runningClock(afternoon), advance() {} };
    const texts = watchedCarrier(clock, temporaryFolder(), quietReaders);
    const made = makeEngine(db, {
      clock,
      deps: {
        ...{ db: databases.db, leaseDb: databases.leaseDb, ...given },
        ...{ patienceMs: realMs(50), textCarriers: new Map([['simulated', texts]]) },
      },
    });
    const run = async (ms: number) => {
      for (const end = performance.now() + ms; performance.now() < end; await sleep(20)) {
        await made.engine.tick();
      }
    };
    return { ...made, run, clock, texts };
  }

  const holdAll = (table: string, clientId: number) =>
    held(db, clientId, `SELECT FROM ${table} WHERE client_id = $1 FOR UPDATE`);

  return { db, running, engineOf, holdAll };
}
