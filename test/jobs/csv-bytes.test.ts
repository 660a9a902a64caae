/** The CSV of a report is the same to the byte as one made cell by cell, whatever the records hold. */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { CallRecordFilters } from '../../src/contract/call-record.ts';
import {
  type CallRecordColumn,
  callRecordColumns,
  exportedColumns,
} from '../../src/contract/call-record-columns.ts';
import { asClient } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { countCallRecords } from '../../src/db/queries/call-record.ts';
import { copyCallRecords } from '../../src/db/queries/call-record-copy.ts';
import { beginArchive, type ExportGiven } from '../../src/db/queries/report-archive.ts';
import { readParts } from '../../src/db/queries/report-part.ts';
import { CsvLines, filled } from '../../src/jobs/csv-lines.ts';
import { reportExport } from '../../src/jobs/report-export.ts';
import { openBatch } from '../../src/jobs/sealed-batch.ts';
import { fliteSpeaker } from '../../src/speech/flite/flite.ts';
import { addCallRecords, type CallRecordFixture } from '../harness/call-records.ts';
import { makeClient } from '../harness/clients.ts';
import { plainCsv } from '../harness/csv-report.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const vault = createVault(Buffer.alloc(32, 7));
const { clientId, manager } = await makeClient(db);
const log = pino({ level: 'silent' });
const { signal } = new AbortController();
const context = { db, vault, log, speaker: fliteSpeaker(), lastTry: false, signal };

const awkward = [
  ...['', ' ', 'O"Brien', '"', '""', '=1+1', '=HYPERLINK("http://x","y")', '-2+3', '-12.50'],
  ...['+13025550148', '@sum', '\t=1', '\r\n=1', 'a;=1', 'a;b', 'a\tb', 'Smith-Jones', 'x\n"=1";-2'],
  ...[
    '＝1+1',
    '＋',
    '－2',
    '＠x',
    'Zoë',
    '漢字',
    'ﬁ',
    '😀',
    '\u200b=1',
    '\ufeff-1',
    "'",
    "'=1",
    '\\.',
  ],
  ...[
    '\\N',
    'NULL',
    '\u0001',
    'x'.repeat(300),
    '"'.repeat(255),
    '＝'.repeat(90),
    'comma, and "quote"',
  ],
];
const of = (at: number, step: number) => awkward[(at * step + step) % awkward.length] ?? '';
const instants = [
  '2026-11-20T05:00:00Z',
  '2026-11-20T16:59:59.999999Z',
  '2026-11-20T17:00:00Z',
  '2026-03-08T06:59:59.5Z',
  '2026-03-08T07:00:00Z',
  '2026-11-01T05:30:00Z',
  '2026-11-01T06:30:00Z',
  '2024-02-29T23:59:59Z',
  '1999-12-31T23:59:59.25Z',
  '2026-01-01T00:00:00.000001Z',
];

/** More than a page of lines, and one value after the other where they must not change places. */
const records = Array.from(
  { length: 1_030 },
  (_, at): CallRecordFixture => ({
    startedAt: new Date(Date.parse('2026-11-20T15:00:00Z') + at * 1117).toISOString(),
    answeredAt: at % 3 === 0 ? null : (instants[at % instants.length] ?? null),
    finishedAt: instants[(at * 7) % instants.length] ?? null,
    ...{ firstName: of(at, 1), lastName: of(at, 5), middleName: of(at, 7), city: of(at, 11) },
    ...{ campaignName: of(at, 13), callListName: of(at, 17), carrierWords: of(at, 19) },
    ...{
      externalId: of(at, 23),
      zipCode: at % 2 ? '00123' : '',
      callerId: at % 5 ? '' : '13025550148',
    },
    ...{ callerIdType: at % 5, duration: at * 37, billedDuration: at % 90 },
    ...{ cost: [0, 1, 999_999, 1_000_000, 10_150, 123_456_789_012][at % 6] ?? 0 },
    ...{ minuteCost: at, messageVersion: at % 4, marks: at % 8, abandoned: at % 9 === 0 },
    result:
      (['person', 'machine', 'no_answer', 'busy', 'failed', 'unknown'] as const)[at % 6] ?? 'busy',
    keyPressed: at % 10 === 0 ? '*' : '',
    ssn: at % 3 === 1 ? '' : at % 7 === 0 ? of(at, 3) : String(100_000_000 + at * 7919),
    dateOfBirth: at % 4 === 1 ? '' : at % 11 === 0 ? of(at, 3) : `03/14/${1930 + (at % 70)}`,
  }),
);
await addCallRecords(db, clientId, vault, records);

async function exported(given: Partial<ExportGiven>): Promise<string> {
  const { managerId } = manager;
  const whole = { managerId, filters: {}, utcOffset: 0, includeFullSsn: false, ...given };
  const id = await asClient(db, clientId, (tx) => beginArchive(tx, clientId, whole, vault));
  const job = { clientId, reportArchiveId: id };
  await reportExport(context, job, { partBytes: 100_000, fileBytes: 4e9 });
  const parts = await asClient(db, clientId, (tx) =>
    tx.rows('SELECT FROM report_part WHERE report_archive_id = $1', [id]),
  );
  const pieces: Buffer[] = [];
  for await (const piece of readParts(db, vault, { ...job, partCount: parts.length })) {
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

test.each([
  { full: false, zone: 'UTC+05:00', given: { utcOffset: -300 } },
  { full: true, zone: 'UTC-05:45', given: { utcOffset: 345 } },
  { full: true, zone: 'America/New_York', given: { timeZone: 'America/New_York' } },
])('a file in $zone, personal values in full: $full', async ({ full, zone, given }) => {
  const file = await exported({ ...given, includeFullSsn: full });
  const expected = await plainCsv(db, vault, { clientId, columns: exportedColumns, zone, full });
  expect(file === expected || firstDifference(file, expected)).toBe(true);
});

test.each<{ columns: CallRecordColumn[] }>([
  { columns: [...callRecordColumns] },
  { columns: ['ssn'] },
  { columns: ['lastName', 'dateOfBirth'] },
  { columns: ['startTime', 'outcome'] },
])('a file with the columns $columns', async ({ columns }) => {
  const file = await exported({ columns, includeFullSsn: true });
  const expected = await plainCsv(db, vault, { clientId, columns, zone: 'UTC', full: true });
  expect(file === expected || firstDifference(file, expected)).toBe(true);
});

/** The statement of the file has no parameters: what a filter holds must stay a value all the same. */
test.each<CallRecordFilters>([
  { lastName: "O'Brien" },
  { lastName: '"' },
  { lastName: '\\' },
  { firstName: "\\'; DROP TABLE call_record; --" },
  { city: '$1' },
  { lastName: '%' },
  { campaignName: '=HYPERLINK("http://x","y")' },
  { ssn: '100000000', campaigns: [1, 2, 3] },
  { startTime: { beginDateTime: '0000-01-01T00:00:00Z', endDateTime: '9999-12-31T23:59:59Z' } },
  { cost: { begin: -1e12, end: 0.01015 }, outcome: ['person', 'busy'] },
])('a file filtered by %j has as many records as the report', async (filters) => {
  const counted = await countCallRecords(db, { clientId, filters, blind: vault });
  const columns: CallRecordColumn[] = ['duration'];
  const lines = (await exported({ columns, filters })).split('\r\n');
  expect(lines.length - 2).toBe(counted);
});

test('a client without records gets none of another client', async () => {
  const other = await makeClient(db);
  const question = {
    clientId: other.clientId,
    filters: { lastName: "' OR true --" },
    blind: vault,
  };
  let bytes = 0;
  await copyCallRecords(db, question, exportedColumns, {
    async begin(total) {
      expect(total).toBe(0);
    },
    async piece(piece) {
      bytes += piece.length;
    },
  });
  // The head and the end of a binary COPY.
  expect(bytes).toBe(21);
});

test('a file that is given up halfway leaves no connection behind, and the next one is made', async () => {
  const question = { clientId, filters: {}, blind: vault };
  for (const _ of [1, 2, 3]) {
    const stopped = copyCallRecords(db, question, exportedColumns, {
      begin: async () => {},
      piece: () => Promise.reject(new Error('stopped')),
    });
    await expect(stopped).rejects.toThrow('stopped');
  }
  expect(db.pool.totalCount - db.pool.idleCount).toBe(0);
  expect((await exported({ columns: ['duration'] })).split('\r\n')).toHaveLength(
    records.length + 2,
  );
});

function firstDifference(file: string, expected: string): string {
  const lines = expected.split('\r\n');
  const at = file.split('\r\n').findIndex((line, n) => line !== lines[n]);
  return `line ${at}: ${file.split('\r\n')[at]} instead of ${lines[at]}`;
}

/** A row of a binary COPY: a text, a sealed value, list and entry. */
function copiedRow(text: string, sealed: Buffer | null, entryId: number): Buffer {
  const field = (bytes: Buffer | null) => {
    const size = Buffer.alloc(4);
    size.writeInt32BE(bytes ? bytes.length : -1);
    return bytes ? Buffer.concat([size, bytes]) : size;
  };
  const id = (value: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64BE(BigInt(value));
    return field(bytes);
  };
  return Buffer.concat([
    Buffer.of(0, 4),
    field(Buffer.from(text)),
    field(sealed),
    id(1),
    id(entryId),
  ]);
}

test('pieces that end anywhere make the same lines', async () => {
  const place = { table: 'call_record', clientId, callListId: 1, field: 'ssn' } as const;
  const rows = ['a,b', 'Zoë', '', '=1'].map((text, row) =>
    copiedRow(text, row === 2 ? null : vault.seal(`12345678${row}`, { ...place, row }), row),
  );
  const copied = Buffer.concat([Buffer.alloc(19), ...rows, Buffer.of(0xff, 0xff)]);
  for (let size = 1; size <= 23; size += 1) {
    let text = '';
    const lines = new CsvLines({ columns: ['lastName', 'ssn'], utcOffset: 0 }, async (page) => {
      const shown = { cells: true, full: true };
      text += filled(page, openBatch(vault, clientId, shown, page.sealed)).toString('utf8');
    });
    for (let at = 0; at < copied.length; at += size)
      await lines.piece(copied.subarray(at, at + size));
    await lines.end();
    expect(text).toBe(`"a,b",123-45-6780\r\nZoë,123-45-6781\r\n,\r\n'=1,123-45-6783\r\n`);
  }
});
