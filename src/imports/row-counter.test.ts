/** What the wizard counts before an upload is what the import counts, whatever the file holds. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { RowCounter } from '#domain/contact-file/row-counter.ts';
import { usualCountries } from '#domain/dialing.ts';
import { AccountWriter } from './account-writer.ts';
import { bufferScanner } from './buffer-scanner.ts';
import { DroppedFile } from './dropped-file.ts';
import type { FieldColumn, ImportPlan } from './import-plan.ts';
import { RejectFile } from './reject-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'carillon-count-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const field = (column: number, kind: FieldColumn['kind'], size: number): FieldColumn => ({
  ...{ column, kind, size, customIndex: 1 },
  target: { text: 'city', state: 'state_code', ssn: 'ssn', custom: 'custom' }[kind as 'text'] ?? '',
});
const plan: ImportPlan = {
  columns: 6,
  phones: [
    { column: 0, name: 'Home' },
    { column: 1, name: 'Cell' },
  ],
  fields: [
    ...[field(2, 'text', 4), field(3, 'state', 2), field(4, 'ssn', 11)],
    { ...field(5, 'consent', 255), part: 'kind' },
  ],
  latestConsent: '2026-11-21',
};

/** Both counts of a text of rows below a header. */
function countedBoth(text: string, unique: boolean) {
  const rejects = new RejectFile(folder);
  const dropped = new DroppedFile(folder);
  const writer = new AccountWriter({ plan, rejects, dropped, unique, countries: usualCountries });
  const counter = new RowCounter({
    ...{ columns: 6, phones: [0, 1], unique, countries: usualCountries },
    latestConsent: '2026-11-21',
    fields: plan.fields.map(({ column, size, kind, part }) => ({
      ...{ column, size, ...(part && { part }) },
      kind: kind === 'state' || kind === 'ssn' || kind === 'consent' ? kind : 'text',
    })),
  });
  try {
    const scanner = bufferScanner(',', (record) => {
      writer.consume(record);
      counter.consume(record);
    });
    scanner.push(Buffer.from(text));
    scanner.end();
    return { imported: writer.counts, reasons: rejects.reasons, checked: counter.count };
  } finally {
    rejects.close();
    dropped.close();
  }
}

const cells = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '(302) 555-0148',
      '3025550148',
      '+1 302 555 0148',
      '302555014.0',
      '+44 20 7946 0958',
    ],
    ...[
      '9005550148',
      '8005550148',
      '5550148',
      '416-555-0148',
      '8765550148',
      '305 911 1234',
      '\u00a0',
    ],
    ...['TX', 'tx', 'Texas', 'N. Dakota', 'TXLONG', 'ZZ', 'México', '812-67-5363', ' 812 67 5363 '],
    ...[
      '8126753630000',
      '-12-',
      'O"Hara',
      '""',
      'straße',
      'a,b',
      'line\nbreak',
      'ñandú',
      '🙂🙂🙂🙂🙂',
    ],
  ),
  fc.string({ maxLength: 14, unit: 'grapheme' }),
);
const written = (cell: string) =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
const usable = (cell: string) => !cell.includes('\0') && cell.isWellFormed();
const row = fc.array(cells.filter(usable), { minLength: 6, maxLength: 6 });

test('a check of the rows counts exactly what the import counts', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 20 }), fc.boolean(), (rows, unique) => {
      const text = rows.map((one) => `${one.map(written).join(',')}\n`).join('');
      const { imported, reasons, checked } = countedBoth(text, unique);
      expect({
        accounts: checked.accounts,
        accountsWritten: checked.accountsWithNumbers,
        phones: checked.phones,
        entries: checked.numbers,
        wrongFormat: checked.wrongFormat,
        duplicates: checked.duplicates,
        truncated: checked.truncated,
        unknownStates: checked.unknownStates,
        unclearConsents: checked.unclearConsents,
      }).toEqual(imported);
      const sorted = (all: readonly object[]) => all.map((one) => JSON.stringify(one)).sort();
      expect(sorted(checked.reasons)).toEqual(sorted(reasons));
    }),
    { numRuns: 300 },
  );
});

test('rows with other columns than the header are counted apart, and the rest goes on', () => {
  const counter = new RowCounter({
    ...{ columns: 2, phones: [0], fields: [], unique: true, countries: usualCountries },
  });
  const scanner = bufferScanner(',', (record) => counter.consume(record));
  scanner.push(Buffer.from('3025550148,a\n1,2,3\nx\n1,2,3\n\n3025550149,b\n'));
  scanner.end();
  expect(counter.count).toMatchObject({
    ...{ accounts: 2, numbers: 2 },
    tooManyColumns: { rows: 2, lines: [2, 4] },
    tooFewColumns: { rows: 1, lines: [3] },
  });
});
