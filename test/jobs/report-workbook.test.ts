/** Exports beyond the documented CSV: workbooks, chosen columns, a name, the filters written in. */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { callRecordColumns, callRecordTable } from '../../src/contract/call-record-columns.ts';
import { asClient } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import {
  beginArchive,
  type ExportGiven,
  newestArchives,
} from '../../src/db/queries/report-archive.ts';
import { readParts } from '../../src/db/queries/report-part.ts';
import { beginRun } from '../../src/db/queries/report-run.ts';
import { reportExport } from '../../src/jobs/report-export.ts';
import { workbookPieces } from '../../src/jobs/report-workbook.ts';
import { fliteSpeaker } from '../../src/speech/flite/flite.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeClient } from '../harness/clients.ts';
import { parseCsv } from '../harness/csv.ts';
import { freshDatabase } from '../harness/database.ts';
import { readSheets } from '../harness/workbook.ts';

const db = await freshDatabase();
const vault = createVault(Buffer.alloc(32, 7));
const { clientId, manager } = await makeClient(db);
const log = pino({ level: 'silent' });
const { signal } = new AbortController();
const context = { db, vault, log, speaker: fliteSpeaker(), lastTry: false, signal };
const evil = '=HYPERLINK("http://x")';

await addCallRecords(
  db,
  clientId,
  vault,
  Array.from({ length: 1200 }, (_, at) => ({
    startedAt: new Date(Date.parse('2026-11-20T15:00:00Z') + at * 1000).toISOString(),
    lastName: at === 0 ? evil : `Name ${at} & <b> "ü" _x0041_\u0001`,
    duration: at,
    cost: 10_151,
    externalId: '00123',
    ssn: '123-45-6789',
    dateOfBirth: '03/14/1968',
    messageVersion: at === 1 ? 7 : 0,
    marks: at === 2 ? 1 : 0,
  })),
);

async function exported(given: Partial<ExportGiven>) {
  const { managerId } = manager;
  const whole = { managerId, filters: {}, utcOffset: -300, includeFullSsn: false, ...given };
  const id = await asClient(db, clientId, (tx) => beginArchive(tx, clientId, whole, vault));
  await reportExport(
    context,
    { clientId, reportArchiveId: id },
    { partBytes: 20_000, fileBytes: 4e9 },
  );
  const [archive] = await asClient(db, clientId, (tx) => newestArchives(tx, clientId, 1, vault));
  if (archive?.reportStatusName !== 'READY') throw new Error('It is not ready.');
  const parts = await asClient(db, clientId, (tx) =>
    tx.rows('SELECT FROM report_part WHERE report_archive_id = $1', [id]),
  );
  const pieces: Buffer[] = [];
  const file = { clientId, reportArchiveId: id, partCount: parts.length };
  for await (const piece of readParts(db, vault, file)) pieces.push(piece);
  return { archive, bytes: Buffer.concat(pieces), parts: parts.length };
}

test('a workbook has every record with numbers and times as such, and texts that run nothing', async () => {
  const { bytes, archive, parts } = await exported({
    ...{ format: 'xlsx', columns: callRecordColumns, name: '  Fall: "all" ' },
    filters: { duration: { begin: 0, end: 1198 }, ssn: '6789' },
  });
  expect(parts).toBeGreaterThan(1);
  expect(archive.url).toMatch(/\/Fall-all-2026-\d\d-\d\d-\d+\.xlsx$|\/Fall-all-\d{4}/);
  const [records, filters, ...others] = await readSheets(bytes);
  expect(others).toEqual([]);
  expect(records?.name).toBe('Call records');
  const [header = [], ...rows] = records?.rows ?? [];
  expect(header).toEqual(callRecordColumns.map((column) => callRecordTable[column].heading));
  expect(rows).toHaveLength(1199);
  const value = (row: number, heading: string) => rows[row]?.[header.indexOf(heading)];
  expect(value(0, 'Duration')).toBe(1198);
  expect(value(0, 'Cost')).toBe(0.010151);
  expect(value(0, 'External Id')).toBe('00123');
  expect(value(0, 'Last Name')).toBe('Name 1198 & <b> "ü" _x0041_');
  expect(value(1198, 'Last Name')).toBe(evil);
  expect(value(0, 'SSN')).toBe('***-**-6789');
  expect(value(1196, 'Outcome')).toBe('Opted out');
  expect(value(1197, 'Message Version')).toBe(7);
  const started = value(1198, 'Start Time');
  // 10:00 Eastern: a spreadsheet's times have no zone.
  expect(started instanceof Date && started.toISOString()).toBe('2026-11-20T10:00:00.000Z');
  expect(filters).toEqual({
    name: 'Filters',
    rows: [
      ['Filters'],
      ['Duration: 0 to 1198 seconds'],
      ['SSN: ***-**-6789'],
      ['Times are in UTC-05:00.'],
    ],
  });
});

test('a workbook goes on in another sheet where one is full', async () => {
  const run = await asClient(db, clientId, async (tx) => {
    const { managerId } = manager;
    const given = { managerId, filters: {}, utcOffset: 0, includeFullSsn: false };
    const id = await beginArchive(tx, clientId, { ...given, columns: ['duration'] }, vault);
    return beginRun(tx, { clientId, reportArchiveId: id }, vault);
  });
  if (!run) throw new Error('It does not begin.');
  const format = workbookPieces(run, [], 4);
  const file = Buffer.concat([
    format.begin(),
    format.rows([['1'], ['2']], [undefined]),
    format.rows([['3'], ['4'], ['5'], ['6'], ['7']], [undefined]),
    format.end(),
  ]);
  const sheets = await readSheets(file);
  expect(sheets.map(({ name }) => name)).toEqual([
    'Call records',
    'Call records 2',
    'Call records 3',
    'Filters',
  ]);
  expect(sheets.flatMap(({ rows }) => rows.slice(1).map(([cell]) => cell)).slice(0, 7)).toEqual([
    1, 2, 3, 4, 5, 6, 7,
  ]);
});

test('a CSV has the columns that were chosen in the order of the report, and the filters above if wanted', async () => {
  const { bytes, archive } = await exported({
    ...{ columns: ['lastName', 'outcome', 'phoneNumber'], filtersInFile: true },
    timeZone: 'America/Los_Angeles',
    filters: { outcome: ['opted_out'], lastName: '=2+3' },
  });
  expect(bytes.toString('utf8').slice(1).split('\r\n')).toEqual([
    'Outcome: Opted out',
    'Last Name: =2+3',
    'Times are in Pacific Time.',
    'Phone Number,Outcome,Last Name',
    '',
  ]);
  expect(archive).toMatchObject({ filters: ['Outcome: Opted out', 'Last Name: =2+3'] });
  const without = await exported({ columns: ['outcome'], filters: { outcome: ['opted_out'] } });
  expect(parseCsv(without.bytes.toString('utf8').slice(1))).toEqual([['Outcome'], ['Opted out']]);
});
