import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { asOwner } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { leftovers } from './leftovers.ts';
import { mappingOf, previewForm, type UploadGiven, uploadForm } from './uploads.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const me = await api.signIn(client);
const campaignId = await makeCampaign(db, client.clientId, { name: 'Reminders' });

const headers = ['Name', 'Phone'];
const mapping = mappingOf(headers, ['Phone'], { 'Last Name': 'Name' });
const rows = 'Name,Phone\nAnn,2125550123\n';

async function upload(file: Uint8Array | string, given: Partial<UploadGiven> = {}) {
  return me.post('/api/calllist/upload', uploadForm(file, { campaignId, mapping, ...given }));
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const data = (name: string) => readFileSync(new URL(`../data/bad/${name}`, import.meta.url));

afterEach(async () => {
  expect(await leftovers(db, client.clientId)).toEqual({
    lists: 0,
    entries: 0,
    rejected: 0,
    tables: 0,
  });
});

const refused: [what: string, file: Uint8Array | string, sentence: string][] = [
  ['an empty file', '', 'The file is empty.'],
  ['blank lines only', '\n \n\r\n', 'The file has only blank lines.'],
  ['a header only', 'Name,Phone\n', 'The file has a header row, but no rows below it.'],
  [
    'an Excel workbook',
    data('workbook.xlsx'),
    'The file is an Excel workbook or a zip file. Save it as CSV, then upload that.',
  ],
  ['a picture', data('picture.png'), 'The file is a picture.'],
  [
    'binary rubbish',
    data('noise.bin'),
    'The file is not text: line 1 has a NUL byte. Save the table as CSV in UTF-8.',
  ],
  [
    'a byte that no encoding has',
    Buffer.from('Name,Phone\nA\x81,2125550123\n', 'latin1'),
    'The file is not text: line 2 has the byte 81, which is no character of UTF-8 or Windows-1252. Save the table as CSV in UTF-8.',
  ],
  [
    'a NUL byte',
    'Name,Phone\nAnn,2125550123\nB\0b,2125550124\n',
    'The file is not text: line 3 has a NUL byte. Save the table as CSV in UTF-8.',
  ],
  [
    'UTF-16 without a mark',
    Buffer.from(rows, 'utf16le'),
    'The file seems to be UTF-16 text without a byte order mark. Save it as CSV in UTF-8.',
  ],
  [
    'a NUL in UTF-16',
    utf16('Name,Phone\nA\0,2125550123\n'),
    'The file is not text: line 2 has a NUL character. Save the table as CSV in UTF-8.',
  ],
  [
    'a lone surrogate',
    utf16('Name,Phone\nAnn,2125550123\nB\ud83d,2125550124\n'),
    'Line 3 has half a character of UTF-16 (a lone surrogate). Export the file again as UTF-8.',
  ],
  [
    'a lone surrogate at the very end',
    utf16('Name,Phone\nAnn,2125550123\nB\ud83d'),
    'Line 3 has half a character of UTF-16 (a lone surrogate). Export the file again as UTF-8.',
  ],
  [
    'an odd byte of UTF-16',
    utf16(rows).subarray(0, -1),
    'The file is UTF-16 text that ends in the middle of a character. Export it again.',
  ],
  [
    'bad UTF-8 after a mark',
    Buffer.concat([
      Buffer.from('\ufeffName,Phone\nAnn,2125550123\nB'),
      Buffer.of(0xff),
      Buffer.from(',2125550124\n'),
    ]),
    'The file says that it is UTF-8, but line 3 has a character that is not. Export it again as UTF-8.',
  ],
  [
    'no header',
    'Ann,2125550123\nBob,2125550124\n',
    'The first row looks like data: its column 2 is the phone number 2125550123. Add a row with the names of the columns above it.',
  ],
  [
    'an empty header',
    ',\nAnn,2125550123\n',
    'The first row has no column names. Add a row with the names of the columns.',
  ],
  [
    'a row with fewer cells',
    'Name,Phone\n"A\nnn",2125550123\nBob\n',
    'Line 4 has 1 cell, but the header has 2 columns. Look for a missing delimiter or quote there.',
  ],
  [
    'a row with more cells',
    'Name,Phone\nAnn,2125550123\nBob,2125550124,x\n',
    'Line 3 has 3 cells, but the header has 2 columns. Look for a missing delimiter or quote there.',
  ],
  [
    'an unclosed quote',
    'Name,Phone\nAnn,2125550123\n"Bob,2125550124\nCy,2125550125\n',
    'The quote that opens in line 3 is never closed.',
  ],
  [
    'text after a closing quote',
    'Name,Phone\n"Ann\n" x,2125550123\n',
    'The quoted cell that begins in line 2 ends in line 3, and other text follows it before the next delimiter. A quote inside a quoted cell is written twice.',
  ],
  [
    'an unclosed quote before a megabyte',
    `Name,Phone\nAnn,2125550123\n"Bob,${'x,2125550124\n'.repeat(100_000)}`,
    'The row that begins in line 3 is longer than 1 MiB. A closing quote seems to be missing.',
  ],
  [
    'a million columns',
    `Name,Phone${',x'.repeat(1_000_000)}\n`,
    'Line 1 has more than 2,000 columns. Remove the columns that are not needed.',
  ],
  [
    'a row of a million cells',
    `Name,Phone\nAnn,2125550123${',x'.repeat(1_000_000)}\n`,
    'Line 2 has more than 2,000 columns. Remove the columns that are not needed.',
  ],
  [
    'the wrong delimiter',
    'Name;Phone\nAnn;2125550123\n',
    'With the chosen delimiter the file has only one column. Its first row seems to be separated by semicolons: choose that delimiter.',
  ],
  [
    'lines that end with CR',
    'Name,Phone\rAnn,2125550123\rBob,2125550124\r',
    'The lines of the file end with CR alone. Save it with LF or CRLF line ends.',
  ],
];

test.each(refused)(
  '%s is refused with its own sentence, and nothing is loaded',
  async (_what, file, sentence) => {
    const answer = await upload(file);
    expect(answer.json<{ detail: string }>().detail).toBe(sentence);
    expect(answer.status).toBe(422);
  },
);

test('a file without a header is refused at its preview, before it is mapped and sent', async () => {
  const early = ['no header', 'an empty header', 'lines that end with CR'];
  const files = refused.filter(([what]) => early.includes(what));
  expect(files).toHaveLength(3);
  for (const [, file, sentence] of files) {
    const answer = await me.post('/api/calllist/preview', previewForm(file, ','));
    expect([answer.status, answer.json<{ detail: string }>().detail]).toEqual([422, sentence]);
  }
});

test('the header must be the one that the mapping was made for', async () => {
  const moved = await upload('Phone,Name\n2125550123,Ann\n');
  expect(moved.json<{ detail: string }>().detail).toBe(
    'The mapping expects «Phone» in column 2, but the file has «Name» there.',
  );
  const posted = await upload('Name,Phone,City\nAnn,2125550123,Rome\n', { headers });
  expect(posted.json<{ detail: string }>().detail).toBe(
    'The file is not the one that the mapping was made for: its column 3 is «City» where «nothing» was expected. Select the file again.',
  );
  const fewer = await upload(rows, { headers: [...headers, 'City'] });
  expect(fewer.json<{ detail: string }>().detail).toBe(
    'The file is not the one that the mapping was made for: it has 2 columns where 3 were expected. Select the file again.',
  );
});

test('a mapping that does not fit is refused: a missing column, a column or field twice, no phone, an unknown field', async () => {
  const detail = async (given: UploadGiven['mapping']) => {
    const answer = await upload(rows, { mapping: given });
    expect(answer.status).toBe(422);
    return answer.json<{ detail: string }>().detail;
  };
  const name = { fieldColumn: 0, fieldName: 'Name' };
  const phone = { fieldColumn: 1, fieldName: 'Phone' };
  const item = (id: number, ...selectedCallListField: (typeof name)[]) => ({
    accountField: { id, value: '' },
    selectedCallListField,
  });
  expect(await detail([item(0, { fieldColumn: 7, fieldName: 'Cell' })])).toBe(
    'The mapping names column 8 («Cell»), but the file has only 2 columns.',
  );
  expect(await detail([item(0, phone, phone)])).toBe(
    'The column «Phone» is chosen twice as a phone column.',
  );
  expect(await detail([item(0, phone), item(3, name), item(3, phone)])).toBe(
    'The account field «Last Name» is mapped to more than one column.',
  );
  expect(await detail([item(0), item(3, name)])).toBe('Select at least one phone column.');
  expect(await detail([item(0, phone), item(40, name)])).toBe(
    'There is no account field with the mapping id 40.',
  );
});

test('a form without a file, without settings, or with two files is refused', async () => {
  const noFile = uploadForm(rows, { campaignId, mapping });
  noFile.delete('fileSelect');
  expect((await me.post('/api/calllist/upload', noFile)).json<{ detail: string }>().detail).toBe(
    'Select a file.',
  );
  const noSettings = uploadForm(rows, { campaignId, mapping });
  noSettings.delete('callListMap');
  expect((await me.post('/api/calllist/upload', noSettings)).status).toBeGreaterThanOrEqual(400);
  const two = uploadForm(rows, { campaignId, mapping });
  two.append('fileSelect', new Blob([rows]), 'again.csv');
  expect((await me.post('/api/calllist/upload', two)).json<{ detail: string }>().detail).toBe(
    'Select one file only.',
  );
});

test('a campaign of another client or none is not found, whichever part comes first', async () => {
  const other = await makeClient(db);
  const theirs = await makeCampaign(db, other.clientId, { name: 'Theirs' });
  for (const fileFirst of [true, false]) {
    expect((await upload(rows, { campaignId: theirs, fileFirst })).status).toBe(404);
  }
});

test('a file over 120 MiB answers 413: at once by its length, else after a bounded amount', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 'x,2125550123\n');
  const over = await upload(
    Buffer.concat([Buffer.from('Name,Phone\n'), ...Array.from({ length: 121 }, () => chunk)]),
  );
  expect(over.status).toBe(413);
  expect(over.json<{ detail: string }>().detail).toBe('The file is over the limit of 120 MiB.');
});

test('the owner of no table lost anything: a refused file leaves no table behind', async () => {
  const rest = await asOwner(db, (tx) =>
    tx.rows("SELECT relname FROM pg_class WHERE relname ~ '^list_entry_[0-9]+$'"),
  );
  expect(rest).toEqual([]);
});
