/** A backup while calls are placed: a snapshot of one instant. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileSink } from '../../src/db/backup/file-writer.ts';
import { takeBackup } from '../../src/db/backup/take-backup.ts';
import { asPlatform, closeDatabase, openDatabase } from '../../src/db/database.ts';
import { ensureCallRecordMonth } from '../../src/db/queries/call-record-month.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { recount } from '../engine/recount.ts';
import { makeEngine } from '../engine/test-engine.ts';
import { makeCampaign, makeList } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { backupTo, emptyDatabase, fillWithAll, restoreFrom, temporaryFolder } from './world.ts';

const db = await freshDatabase();
const folder = temporaryFolder();

test('while a campaign calls: every attempt has its entry, every counter agrees, nothing is torn', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 6_000 });
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 6_000 });
  await requestStart(db, clientId, campaignId);
  const { engine, run } = makeEngine(db);
  await run(20_000);
  const first = await recount(db, clientId);
  const files: string[] = [];
  let atWork = true;
  const calling = (async () => {
    while (atWork) await run(250);
  })();
  for (const name of ['one', 'two', 'three']) {
    const file = join(folder, `${name}.backup`);
    await backupTo(file, db.owner);
    files.push(file);
    await run(2_000);
  }
  atWork = false;
  await calling;
  await engine.stop();
  let attempts = first.attempts;
  let open = 0;
  for (const file of files) {
    const target = await emptyDatabase();
    await restoreFrom(file, target.owner);
    const restored = openDatabase({ ...target.owner, max: 2 });
    const found = await recount(restored, clientId).finally(() => closeDatabase(restored));
    expect(found).toMatchObject({ mismatches: 0, wrongCounts: [] });
    expect(found.attempts).toBe(found.callRecords + found.openAttempts);
    expect(found.attempts).toBeGreaterThanOrEqual(attempts);
    attempts = found.attempts;
    open += found.openAttempts;
  }
  expect(attempts).toBeGreaterThan(first.attempts);
  expect(open).toBeGreaterThan(0);
});

test('a month and a large list that come while it reads wait for nothing, and are not in it', async () => {
  const source = await freshDatabase();
  const file = join(folder, 'meanwhile.backup');
  const sink = await fileSink(file);
  let begun = false;
  const meanwhile = {
    ...sink,
    // The first bytes come when the snapshot is taken.
    async write(bytes: Buffer) {
      if (!begun) {
        begun = true;
        await asPlatform(source, (tx) =>
          ensureCallRecordMonth(tx, new Date('2029-05-05T00:00:00Z')),
        );
        await fillWithAll(source);
      }
      await sink.write(bytes);
    },
  };
  const { footer } = await takeBackup(source.owner, meanwhile, { carillon: '1.2.3' });
  const rowsOf = (table: string) =>
    footer.parts.filter((part) => part.table === table).reduce((sum, { rows }) => sum + rows, 0);
  expect([rowsOf('client'), rowsOf('call_record'), rowsOf('list_entry')]).toEqual([0, 0, 0]);
  expect(footer.parts.map(({ partition }) => partition)).not.toContain('call_record_202905');
  const target = await emptyDatabase();
  await restoreFrom(file, target.owner);
});
