import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { exportedColumns } from '../../src/contract/call-record-columns.ts';
import type { ReportArchive } from '../../src/contract/report-archive.ts';
import { asClient, asOwner } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { readCallRecords } from '../../src/db/queries/call-record-export.ts';
import {
  beginArchive,
  cancelArchive,
  type ExportGiven,
  newestArchives,
} from '../../src/db/queries/report-archive.ts';
import { readParts } from '../../src/db/queries/report-part.ts';
import { beginRun } from '../../src/db/queries/report-run.ts';
import { reportExport } from '../../src/jobs/report-export.ts';
import { writeLimits, writeReport } from '../../src/jobs/write-report.ts';
import { fliteSpeaker } from '../../src/speech/flite/flite.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeClient } from '../harness/clients.ts';
import { parseCsv } from '../harness/csv.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const vault = createVault(Buffer.alloc(32, 7));
const { clientId, manager } = await makeClient(db);
const log = pino({ level: 'silent' });
const { signal } = new AbortController();
const context = { db, vault, log, speaker: fliteSpeaker(), lastTry: false, signal };
const records = 2300;
const first = Date.parse('2026-11-20T15:00:00Z');

await addCallRecords(
  db,
  clientId,
  vault,
  Array.from({ length: records }, (_, at) => ({
    startedAt: new Date(first + at * 1000).toISOString(),
    externalId: String(at),
    duration: at % 10,
    ssn: at % 2 === 0 ? '123-45-6789' : '',
  })),
);

beforeEach(() => asOwner(db, (tx) => tx.run('DROP TRIGGER IF EXISTS refuse ON report_part')));

async function begin(given: Partial<ExportGiven> = {}): Promise<number> {
  const { managerId } = manager;
  const whole = { managerId, filters: {}, utcOffset: 0, includeFullSsn: false, ...given };
  return asClient(db, clientId, (tx) => beginArchive(tx, clientId, whole, vault));
}

async function archiveOf(id: number): Promise<ReportArchive> {
  const all = await asClient(db, clientId, (tx) => newestArchives(tx, clientId, 500, vault));
  const archive = all.find(({ reportArchiveId }) => reportArchiveId === id);
  if (!archive) throw new Error('The archive is gone.');
  return archive;
}

const partsOf = (id: number) =>
  asClient(db, clientId, (tx) =>
    tx.rows<{ part: number; content: Buffer }>(
      'SELECT part, content FROM report_part WHERE report_archive_id = $1 ORDER BY part',
      [id],
    ),
  );

async function fileOf(id: number): Promise<string> {
  const partCount = (await partsOf(id)).length;
  const pieces: Buffer[] = [];
  const file = { clientId, reportArchiveId: id, partCount };
  for await (const piece of readParts(db, vault, file)) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

/** Makes PostgreSQL refuse the part of this number with an error code of its own. */
async function refusePart(part: number, code: string): Promise<void> {
  await asOwner(db, async (tx) => {
    await tx.run(
      `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${code}'; END $$`,
    );
    await tx.run(
      `CREATE TRIGGER refuse BEFORE INSERT ON report_part FOR EACH ROW
       WHEN (NEW.part = ${part}) EXECUTE FUNCTION refuse()`,
    );
  });
}

const small = { ...writeLimits, partBytes: 20_000 };

test('a report of many pages and parts holds every record once, newest first', async () => {
  const id = await begin();
  await reportExport(context, { clientId, reportArchiveId: id }, small);
  expect(await archiveOf(id)).toMatchObject({
    reportStatusName: 'READY',
    progress: 100,
    numberOfRecords: records,
    statusReason: null,
  });
  expect((await partsOf(id)).length).toBeGreaterThan(2);
  const [header, ...rows] = parseCsv(await fileOf(id));
  expect(header).toHaveLength(22);
  const externalId = header?.indexOf('External Id') ?? -1;
  const ids = rows.map((row) => Number(row[externalId]));
  expect(ids).toEqual(Array.from({ length: records }, (_, at) => records - 1 - at));
});

test('a report is of one instant: a record written after the count is not in it', async () => {
  let counted = 0;
  let read = 0;
  const question = { clientId, filters: { duration: { begin: 3, end: 3 } }, blind: vault };
  const shape = { columns: exportedColumns, utcOffset: 0 };
  await readCallRecords(db, question, shape, {
    async begin(total) {
      counted = total;
      const late = { startedAt: '2026-11-20T15:00:00.500Z', duration: 3, externalId: 'late' };
      await addCallRecords(db, clientId, vault, [late]);
    },
    async page(rows) {
      read += rows.length;
    },
  });
  expect([counted, read]).toEqual([records / 10, records / 10]);
  await asClient(db, clientId, (tx) =>
    tx.run(`DELETE FROM call_record WHERE client_id = $1 AND external_id = 'late'`, [clientId]),
  );
});

test('a report of nothing is READY with its header', async () => {
  const id = await begin({ filters: { lastName: 'nobody of that name' } });
  await reportExport(context, { clientId, reportArchiveId: id });
  expect(await archiveOf(id)).toMatchObject({ reportStatusId: 3, numberOfRecords: 0 });
  expect(parseCsv(await fileOf(id))).toHaveLength(1);
});

test('no SSN stands in the database in clear, neither of a full report nor of its filter', async () => {
  const id = await begin({ filters: { ssn: '123-45-6789' }, includeFullSsn: true });
  await reportExport(context, { clientId, reportArchiveId: id });
  expect(await fileOf(id)).toContain('123-45-6789');
  const stored = await asClient(db, clientId, async (tx) => {
    const archives = await tx.rows(
      `SELECT a::text, encode(sealed_filters, 'escape') AS filters FROM report_archive a`,
    );
    const audits = await tx.rows(`SELECT l::text FROM audit_log l`);
    return JSON.stringify([archives, audits]);
  });
  expect(stored).toContain('full_ssn_exported');
  expect(stored).not.toMatch(/123-?45-?6789/);
  for (const { content } of await partsOf(id)) {
    // What is stored may be compressed inside, but not be readable without the key.
    for (let at = 0; at < 40; at += 1) {
      expect(() => gunzipSync(content.subarray(at))).toThrow();
      expect(() => zstdDecompressSync(content.subarray(at))).toThrow();
    }
  }
});

test('a try that fails leaves no part, is repeated, and ends as ERROR after the fourth', async () => {
  await refusePart(1, 'XX000');
  const id = await begin();
  const job = { clientId, reportArchiveId: id };
  for (const _ of [1, 2, 3]) {
    await expect(reportExport(context, job, small)).rejects.toThrow('refused');
    expect((await archiveOf(id)).reportStatusName).toBe('IN PROGRESS');
    expect(await partsOf(id)).toEqual([]);
  }
  await reportExport(context, job, small);
  const end = { reportStatusName: 'ERROR', reason: { code: 'report_failed' }, progress: 0 };
  expect(await archiveOf(id)).toMatchObject(end);
  expect(await partsOf(id)).toEqual([]);
  await reportExport(context, job, small);
  expect((await archiveOf(id)).reportStatusName).toBe('ERROR');
});

test('a process that ends gives the report back, and that counts as no failure', async () => {
  const id = await begin();
  const job = { clientId, reportArchiveId: id };
  const ended = { ...context, signal: AbortSignal.abort() };
  for (const _ of [1, 2, 3, 4, 5]) {
    await expect(reportExport(ended, job, small)).rejects.toThrow('aborted');
  }
  expect((await archiveOf(id)).reportStatusName).toBe('IN PROGRESS');
  await reportExport(context, job, small);
  expect((await archiveOf(id)).reportStatusName).toBe('READY');
});

test('a failure that passes is repeated and ends as READY with the whole file', async () => {
  await refusePart(1, 'XX000');
  const id = await begin();
  const job = { clientId, reportArchiveId: id };
  await expect(reportExport(context, job, small)).rejects.toThrow('refused');
  await asOwner(db, (tx) => tx.run('DROP TRIGGER refuse ON report_part'));
  await reportExport(context, job, small);
  expect((await archiveOf(id)).reportStatusName).toBe('READY');
  expect(parseCsv(await fileOf(id))).toHaveLength(records + 1);
});

test('a full disk ends it as ERROR at once, with a sentence and nothing left behind', async () => {
  await refusePart(2, '53100');
  const id = await begin();
  await reportExport(context, { clientId, reportArchiveId: id }, small);
  const end = { reportStatusName: 'ERROR', reason: { code: 'report_no_room' } };
  expect(await archiveOf(id)).toMatchObject(end);
  expect(await partsOf(id)).toEqual([]);
});

test('a report over the size limit ends as ERROR and leaves nothing behind', async () => {
  const id = await begin();
  const job = { clientId, reportArchiveId: id };
  await reportExport(context, job, { partBytes: 20_000, fileBytes: 50_000 });
  const end = { reportStatusName: 'ERROR', reason: { code: 'report_too_large' } };
  expect(await archiveOf(id)).toMatchObject(end);
  expect(await partsOf(id)).toEqual([]);
});

test('a report whose tries end with their process is given up after ten', async () => {
  const id = await begin();
  const job = { clientId, reportArchiveId: id };
  const started = () => asClient(db, clientId, (tx) => beginRun(tx, job, vault));
  for (let run = 1; run <= 10; run += 1) expect(await started()).toMatchObject({ run });
  expect(await started()).toBeUndefined();
  expect(await archiveOf(id)).toMatchObject({ reportStatusName: 'ERROR', progress: 0 });
});

test('a process that was taken for dead and wakes spoils nothing of the next try', async () => {
  const id = await begin();
  const job = { clientId, reportArchiveId: id };
  const sleeper = await asClient(db, clientId, (tx) => beginRun(tx, job, vault));
  if (!sleeper) throw new Error('It does not begin.');
  await reportExport(context, job, small);
  await expect(writeReport({ db, vault }, sleeper, small)).rejects.toThrow();
  expect((await archiveOf(id)).reportStatusName).toBe('READY');
  expect(parseCsv(await fileOf(id))).toHaveLength(records + 1);
});

test('a report that is canceled while it is made stays canceled and keeps no part', async () => {
  const id = await begin();
  const job = { clientId, reportArchiveId: id };
  const run = await asClient(db, clientId, (tx) => beginRun(tx, job, vault));
  if (!run) throw new Error('It does not begin.');
  await asClient(db, clientId, (tx) => cancelArchive(tx, clientId, id));
  await expect(writeReport({ db, vault }, run, small)).rejects.toThrow();
  await reportExport(context, job, small);
  expect((await archiveOf(id)).reportStatusName).toBe('CANCELLED');
  expect(await partsOf(id)).toEqual([]);
});

test('parts of a file cannot be swapped, nor those of two clients', async () => {
  const id = await begin();
  await reportExport(context, { clientId, reportArchiveId: id }, small);
  await asClient(db, clientId, async (tx) => {
    const parts = await tx.rows<{ content: Buffer }>(
      'SELECT content FROM report_part WHERE report_archive_id = $1 AND part = 1',
      [id],
    );
    await tx.run('UPDATE report_part SET content = $2 WHERE report_archive_id = $1 AND part = 0', [
      id,
      parts[0]?.content,
    ]);
  });
  await expect(fileOf(id)).rejects.toThrow();
});
