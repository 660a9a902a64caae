import { afterEach, expect, test } from 'vitest';
import { asOwner } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { refused, rows } from './bad-files.ts';
import { leftovers, nothing } from './leftovers.ts';
import { mappingOf, previewForm, type UploadGiven, uploadForm } from './uploads.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const me = await api.signIn(client);
const campaignId = await makeCampaign(db, client.clientId, { name: 'Reminders' });

const headers = ['Name', 'Phone'];
const mapping = mappingOf(headers, ['Phone'], { 'Last Name': 'Name' });

async function upload(file: Uint8Array | string, given: Partial<UploadGiven> = {}) {
  return me.post('/api/calllist/upload', uploadForm(file, { campaignId, mapping, ...given }));
}

afterEach(async () => {
  expect(await leftovers(db, client.clientId)).toEqual(nothing);
});

test.each(refused)(
  '%s is refused with its own sentence, and nothing is loaded',
  async (_what, file, sentence) => {
    const response = await upload(file);
    expect(response.json<{ detail: string }>().detail).toBe(sentence);
    expect(response.status).toBe(422);
  },
);

test('a file without a header is refused at its preview, before it is mapped and sent', async () => {
  const early = ['no header', 'an empty header', 'lines that end with CR'];
  const files = refused.filter(([what]) => early.includes(what));
  expect(files).toHaveLength(3);
  for (const [, file, sentence] of files) {
    const response = await me.post('/api/calllist/preview', previewForm(file, ','));
    expect([response.status, response.json<{ detail: string }>().detail]).toEqual([422, sentence]);
  }
});

test('the header must be the one that the mapping was made for', async () => {
  const moved = await upload('Phone,Name\n2125550123,Ann\n');
  expect(moved.json<{ detail: string }>().detail).toBe(
    'The mapping expects "Phone" in column 2, but the file has "Name" there.',
  );
  const posted = await upload('Name,Phone,City\nAnn,2125550123,Rome\n', { headers });
  expect(posted.json<{ detail: string }>().detail).toBe(
    'The file does not match the mapping: its column 3 is "City", but "nothing" was expected. Select the file again.',
  );
  const fewer = await upload(rows, { headers: [...headers, 'City'] });
  expect(fewer.json<{ detail: string }>().detail).toBe(
    'The file does not match the mapping: it has 2 columns, but 3 were expected. Select the file again.',
  );
});

test('a mapping that does not fit is refused: a missing column, a column or field twice, no phone, an unknown field', async () => {
  const detail = async (given: UploadGiven['mapping']) => {
    const response = await upload(rows, { mapping: given });
    expect(response.status).toBe(422);
    return response.json<{ detail: string }>().detail;
  };
  const name = { fieldColumn: 0, fieldName: 'Name' };
  const phone = { fieldColumn: 1, fieldName: 'Phone' };
  const item = (id: number, ...selectedCallListField: (typeof name)[]) => ({
    accountField: { id, value: '' },
    selectedCallListField,
  });
  expect(await detail([item(0, { fieldColumn: 7, fieldName: 'Cell' })])).toBe(
    'The mapping names column 8 ("Cell"), but the file has only 2 columns.',
  );
  expect(await detail([item(0, phone, phone)])).toBe(
    'The column "Phone" is chosen twice as a phone column.',
  );
  expect(await detail([item(0, phone), item(3, name), item(3, phone)])).toBe(
    'The account field "Last Name" is mapped to more than one column.',
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
    'Select only one file.',
  );
});

test('a campaign of another client or none is not found, whichever part comes first', async () => {
  const other = await makeClient(db);
  const theirs = await makeCampaign(db, other.clientId, { name: 'Theirs' });
  for (const fileFirst of [true, false]) {
    expect((await upload(rows, { campaignId: theirs, fileFirst })).status).toBe(404);
  }
});

test('a file over 120 MiB returns 413: at once by its length, else after a bounded amount', async () => {
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
