import { expect, test } from 'vitest';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { makeClient } from '../harness/clients.ts';
import { headers, uploadWorld } from './upload-world.ts';
import { mappingOf, previewForm, sample, uploadForm } from './uploads.ts';

const { db, api, clientId, me, campaignId, upload, inClient, blockNumbers } = await uploadWorld();

test.each([
  ['UTF-8', (text: string) => Buffer.from(text)],
  ['UTF-8 with BOM', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16 LE', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 BE', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
])(
  'the same file is the same list in %s, with any delimiter and line end',
  async (_name, encode) => {
    for (const [delimiter, lineEnd] of [
      ['§', '\r\n'],
      ['\t', '\n'],
    ] as const) {
      const text = [
        ['Name', 'Phone', 'Cell'],
        ['Müller', '2125550123', ''],
        [`"Ge${delimiter}""né"""`, '', '(303) 555-0199'],
      ]
        .map((row) => row.join(delimiter))
        .join(lineEnd);
      const result = await upload(encode(text), {
        delimiter,
        headers,
        fileFirst: delimiter === '§',
      });
      const entries = await inClient(
        'SELECT last_name, phone, phone_column, account_line FROM list_entry WHERE call_list_id = $1 ORDER BY entry_id',
        [result.callListId],
      );
      expect(entries).toEqual([
        { last_name: 'Müller', phone: '12125550123', phone_column: 1, account_line: 2 },
        { last_name: `Ge${delimiter}"né"`, phone: '13035550199', phone_column: 2, account_line: 3 },
      ]);
    }
  },
);

test('what is cut is counted over all rows; SSN is cleaned; personal fields are sealed; custom fields are kept', async () => {
  await inClient(
    `INSERT INTO account_field (client_id, custom_index, name) VALUES ($1, 1, 'Balance'), ($1, 2, 'Note')`,
    [clientId],
  );
  const columns = ['Phone', 'State', 'Zip', 'SSN', 'Born', 'City', 'Balance', 'Note'];
  const map = mappingOf(columns, ['Phone'], {
    State: 'State',
    'Zip Code': 'Zip',
    SSN: 'SSN',
    'Date of Birth': 'Born',
    City: 'City',
    '12': 'Balance',
    '13': 'Note',
  });
  const row = (...cells: string[]) => `${cells.join(',')}\n`;
  const long = 'é'.repeat(255);
  const file =
    row(...columns) +
    row(
      '2125550101',
      'TX',
      '73301-1234',
      '123 45 6789',
      '1/2/1980',
      long,
      '5.00',
      '"tab\there, back\\slash ""q"""',
    ) +
    row('2125550102', 'Texas', '73301-12345', 'SSN: 123-45-6789', '', `${long}é`, '', '') +
    row('nothing', 'Ohio', '', '123456789012', '', '', '', `${long}x`);
  const result = await upload(file, { mapping: map, restriction: { restrictionType: 1 } });
  expect(result).toMatchObject({
    accountsTotal: 3,
    accountsNotImported: 1,
    fieldsTrucated: 6,
    wrongFormatPhoneNumbers: 1,
  });
  const entries = await inClient<Record<string, unknown>>(
    'SELECT account_line, state_code, zip_code, city, ssn, date_of_birth, custom FROM list_entry WHERE call_list_id = $1 ORDER BY entry_id',
    [result.callListId],
  );
  const { vault } = api.deps;
  const place = (line: unknown) => ({
    table: 'list_entry' as const,
    ...{ clientId, callListId: result.callListId, row: Number(line) },
  });
  const opened = entries.map(({ ssn, date_of_birth, account_line, ...rest }) => ({
    ...rest,
    ssn: ssn && vault.open(ssn as Buffer, { ...place(account_line), field: 'ssn' }),
    born:
      date_of_birth &&
      vault.open(date_of_birth as Buffer, { ...place(account_line), field: 'dateOfBirth' }),
  }));
  expect(opened).toEqual([
    {
      state_code: 'TX',
      zip_code: '73301-1234',
      city: long,
      ssn: '123456789',
      born: '1/2/1980',
      custom: { 1: '5.00', 2: 'tab\there, back\\slash "q"' },
    },
    {
      state_code: 'TX',
      zip_code: '73301-1234',
      city: long,
      ssn: '123-45-6789',
      born: null,
      custom: null,
    },
  ]);
});

test('everything left out can be downloaded with its line, column and reason, and is no formula', async () => {
  await blockNumbers('12125550031');
  const file =
    'Name,Phone,Cell\nA,2125550031,=1+1\n"B\nb",,\nC,2125550032,2125550032\nD,+1 (212) 555,\nE,x;=2,\n';
  const result = await upload(file, { name: 'März "x"' });
  const response = await me.get(`/api/calllist/${result.callListId}/rejected`);
  expect(response.headers.get('content-type')).toContain('text/csv');
  expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''M%C3%A4rz");
  expect(response.text.split('\r\n')).toEqual([
    '\ufeffLine,Column,Value,Reason',
    `2,Phone,12125550031,${reasonSentence({ code: 'number_do_not_call' })}`,
    `2,,,${reasonSentence({ code: 'account_without_imported_number' })}`,
    `2,Cell,'=1+1,${reasonSentence({ code: 'number_malformed' })}`,
    `3,,,${reasonSentence({ code: 'account_without_number' })}`,
    `5,Cell,2125550032,${reasonSentence({ code: 'number_duplicate' })}`,
    `6,Phone,'+1 (212) 555,${reasonSentence({ code: 'number_malformed' })}`,
    `6,,,${reasonSentence({ code: 'account_without_imported_number' })}`,
    `7,Phone,"x;'=2",${reasonSentence({ code: 'number_malformed' })}`,
    `7,,,${reasonSentence({ code: 'account_without_imported_number' })}`,
    '',
  ]);
  const lists = (await me.get('/api/calllist')).json<
    { callListId: number; rejectedCount: number }[]
  >();
  expect(lists.find(({ callListId }) => callListId === result.callListId)?.rejectedCount).toBe(9);
});

test('the mapping of an accepted upload comes back for the same headers in any order and case; 204 for others', async () => {
  const given = ['Customer', 'Mobile', 'Home'];
  const map = mappingOf(given, ['Mobile', 'Home'], { 'First Name': 'Customer' });
  await upload('Customer,Mobile,Home\nA,2125550123,\n', { mapping: map });
  const again = await me.post('/api/calllist/mapping', ['HOME', ' customer', 'mobile']);
  expect(again.json()).toEqual([
    {
      accountField: { id: 0, value: 'Phone Number' },
      selectedCallListField: [
        { fieldColumn: 2, fieldName: 'mobile' },
        { fieldColumn: 0, fieldName: 'HOME' },
      ],
    },
    {
      accountField: { id: 1, value: 'First Name' },
      selectedCallListField: [{ fieldColumn: 1, fieldName: ' customer' }],
    },
  ]);
  expect((await me.post('/api/calllist/mapping', ['Home', 'Customer'])).status).toBe(204);
  const other = await api.signIn(await makeClient(db));
  expect((await other.post('/api/calllist/mapping', given)).status).toBe(204);
});

test('a refused upload saves no mapping', async () => {
  const given = ['X', 'Y'];
  const form = uploadForm('X,Y\nA\n', { campaignId, mapping: mappingOf(given, ['Y']) });
  expect((await me.post('/api/calllist/upload', form)).status).toBe(422);
  expect((await me.post('/api/calllist/mapping', given)).status).toBe(204);
});

test('a new list puts a Completed campaign back', async () => {
  await inClient('UPDATE campaign SET completed = true WHERE campaign_id = $1', [campaignId]);
  await upload('Name,Phone,Cell\nA,2125550123,\n');
  expect(
    await inClient('SELECT completed FROM campaign WHERE campaign_id = $1', [campaignId]),
  ).toEqual([{ completed: false }]);
});

test('a preview shows headers and rows, and drops a row that was cut inside a quote or a character', async () => {
  const { bytes, headers: names } = sample('contacts-5k');
  const lines = bytes.toString().split('\n').slice(0, 20).join('\n');
  const whole = await me.post('/api/calllist/preview', previewForm(lines, ','));
  const shown = whole.json<{ headers: string[]; rows: string[][] }>();
  expect(shown.headers).toEqual(names);
  expect(shown.rows.length).toBeGreaterThan(15);
  const cut = await me.post('/api/calllist/preview', previewForm('a,b\n1,2\n3,"x\ny', ','));
  expect(cut.json()).toEqual({ headers: ['a', 'b'], rows: [['1', '2']], countries: ['US', 'CA'] });
  const utf8 = Buffer.from('a,b\n1,é');
  const half = await me.post('/api/calllist/preview', previewForm(utf8.subarray(0, -1), ','));
  expect(half.json<{ headers: string[] }>().headers).toEqual(['a', 'b']);
  const wrong = await me.post('/api/calllist/preview', previewForm('a;b\n1;2\n', ','));
  expect(wrong.json()).toMatchObject({ headers: ['a;b'], rows: [['1;2']] });
  const zip = await me.post('/api/calllist/preview', previewForm('PK\u0003\u0004xxxx', ','));
  expect(zip.status).toBe(422);
});
