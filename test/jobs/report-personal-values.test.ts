import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { beginArchive } from '../../src/db/queries/report-archive.ts';
import { readParts } from '../../src/db/queries/report-part.ts';
import { beginRun } from '../../src/db/queries/report-run.ts';
import { writeReport } from '../../src/jobs/write-report.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeClient } from '../harness/clients.ts';
import { parseCsv } from '../harness/csv.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const vault = createVault(Buffer.alloc(32, 7));
const { clientId, manager } = await makeClient(db);
/** Of three pages: the values of the first are opened here, those of the others in a thread. */
const records = 2300;
const first = Date.parse('2026-11-20T15:00:00Z');
const ssnOf = (at: number) => (at % 3 === 0 ? '' : String(100_000_000 + at));
const birthOf = (at: number) => (at % 5 === 0 ? '' : at % 7 === 0 ? `Año ${at}` : `1/2/${at}`);

await addCallRecords(
  db,
  clientId,
  vault,
  Array.from({ length: records }, (_, at) => ({
    startedAt: new Date(first + at * 1000).toISOString(),
    externalId: String(at),
    ssn: ssnOf(at),
    dateOfBirth: birthOf(at),
  })),
);

async function begin() {
  const given = { managerId: manager.managerId, filters: {}, utcOffset: 0, includeFullSsn: true };
  return asClient(db, clientId, async (tx) => {
    const reportArchiveId = await beginArchive(tx, clientId, given, vault);
    const run = await beginRun(tx, { clientId, reportArchiveId }, vault);
    if (!run) throw new Error('It does not begin.');
    return run;
  });
}

test('each record of every page has its own SSN and date of birth', async () => {
  const run = await begin();
  await writeReport({ db, vault }, run, { partBytes: 50_000, fileBytes: 1e9 });
  const pieces: Buffer[] = [];
  const { partCount } = await asClient(db, clientId, async (tx) => {
    const sql = `SELECT part_count AS "partCount" FROM report_archive WHERE report_archive_id = $1`;
    return (await tx.row<{ partCount: number }>(sql, [run.reportArchiveId])) ?? { partCount: 0 };
  });
  const file = { clientId, reportArchiveId: run.reportArchiveId, partCount };
  for await (const piece of readParts(db, vault, file)) pieces.push(piece);
  const [header = [], ...rows] = parseCsv(Buffer.concat(pieces).toString('utf8').slice(1));
  const column = (name: string) => {
    const index = header.indexOf(name);
    expect(index, name).toBeGreaterThanOrEqual(0);
    return rows.map((row) => row[index]);
  };
  const numbers = Array.from({ length: records }, (_, at) => records - 1 - at);
  expect(column('External Id')).toEqual(numbers.map(String));
  expect(column('SSN').map((ssn) => ssn?.replaceAll('-', ''))).toEqual(numbers.map(ssnOf));
  expect(column('Date of Birth')).toEqual(numbers.map(birthOf));
});

test.each([
  ['first', records - 1],
  ['last', 1],
])('a changed value on the %s page fails the report', async (_, at) => {
  const spoil = (id: number) =>
    asClient(db, clientId, (tx) =>
      tx.run(
        `UPDATE call_record SET ssn = set_byte(ssn, 20, get_byte(ssn, 20) # 1)
         WHERE client_id = $1 AND external_id = $2`,
        [clientId, String(id)],
      ),
    );
  expect(await spoil(at)).toBe(1);
  await expect(writeReport({ db, vault }, await begin())).rejects.toThrow('belongs elsewhere');
  await spoil(at);
});
