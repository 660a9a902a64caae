/**
 * Crashes of a PostgreSQL whose operator has turned synchronous_commit off: what it has committed of
 * late is not on its disk. A call that was placed because of such a commit would be placed again.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '../../src/db/database.ts';
import { isAlive } from '../../src/db/embedded/process-identity.ts';
import { type EmbeddedServer, startEmbedded } from '../../src/db/embedded/server.ts';
import { superuser } from '../../src/db/embedded/socket-address.ts';
import { migrate } from '../../src/db/migrate.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { makeEngine, temporaryFolder } from '../engine/test-engine.ts';
import { afternoon, makeCampaign, makeList, readCallLog } from '../engine/world.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-durable-'));
const crashes = 3;
const callsBetween = 150;
/** So that the next engine need not wait for long. */
const leaseSeconds = 0.5;

let server: EmbeddedServer = await startEmbedded({ dataFolder });
afterAll(async () => {
  await server.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

async function asDba(...statements: string[]): Promise<void> {
  const client = new Client(superuser(server));
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** As a crash does it: nothing that PostgreSQL has in memory reaches the disk. */
async function crash(): Promise<void> {
  process.kill(server.pid, 'SIGQUIT');
  while (isAlive(server.pid)) await sleep(10);
  server = await startEmbedded({ dataFolder });
}

test('where the server is set to commit later, nobody is called twice over three crashes of it', async () => {
  const { host, port, user, database } = server;
  await migrate({ host, port, user, database });
  await asDba(
    `ALTER ROLE ${user} SET synchronous_commit = off`,
    // As seldom as it goes: what waits in memory is lost for certain.
    "ALTER SYSTEM SET wal_writer_delay = '10s'",
    "ALTER SYSTEM SET wal_writer_flush_after = '2GB'",
    'SELECT pg_reload_conf()',
  );
  const folder = temporaryFolder();
  const clock = virtualClock(afternoon);
  const login = { host, port, user, database };
  let campaign: Awaited<ReturnType<typeof makeCampaign>> | undefined;
  for (let round = 0; round <= crashes; round += 1) {
    const db = openDatabase(login);
    if (!campaign) {
      campaign = await makeCampaign(db, { callsPerMinute: 600 });
      await makeList(db, campaign, { entries: (crashes + 1) * callsBetween * 2 });
      await requestStart(db, campaign.clientId, campaign.campaignId);
      // The world itself is there to stay.
      await asDba('CHECKPOINT');
    }
    const engine = makeEngine(db, { clock, folder, deps: { leaseSeconds } });
    const before = round === 0 ? 0 : readCallLog(folder).length;
    await engine.runUntil(async () => readCallLog(folder).length >= before + callsBetween, 500);
    if (round < crashes) await crash();
    await closeDatabase(db);
  }
  const called = readCallLog(folder).map(({ to }) => to);
  expect(called.length).toBeGreaterThan(crashes * callsBetween);
  expect(called.length - new Set(called).size).toBe(0);
}, 120_000);
