import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { mappingOf, previewForm, sample, type UploadGiven, uploadForm } from './uploads.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const { clientId } = client;
const me = await api.signIn(client);
const campaignId = await makeCampaign(db, clientId, { name: 'Reminders', completed: true });
const headers = ['Name', 'Phone', 'Cell'];
const mapping = mappingOf(headers, ['Phone', 'Cell'], { 'Last Name': 'Name' });

interface Result {
  callListId: number;
  accountsTotal: number;
  accountsNotImported: number;
  accountPhonesTotal: number;
  accountPhonesImported: number;
  wrongFormatPhoneNumbers: number;
  fieldsTrucated: number;
  restrictedPhoneNotCallable: number;
}

async function upload(file: Uint8Array | string, given: Partial<UploadGiven> = {}) {
  const form = uploadForm(file, { campaignId, mapping, ...given });
  const answer = await me.post('/api/calllist/upload', form);
  expect(answer.status, answer.text).toBe(200);
  return answer.json<Result>();
}

const inClient = <T>(sql: string, values: unknown[] = []) =>
  asClient(db, clientId, (tx) => tx.rows<T>(sql, values));

async function phonesOf({ callListId }: Result) {
  const rows = await inClient<{ phone: string }>(
    'SELECT phone FROM list_entry WHERE client_id = $1 AND call_list_id = $2 ORDER BY entry_id',
    [clientId, callListId],
  );
  return rows.map(({ phone }) => phone);
}

function tellNotToCall(...phones: string[]) {
  return inClient(
    `INSERT INTO do_not_call (client_id, phone, source) SELECT $1, unnest($2::text[]), 'manager'`,
    [clientId, phones],
  );
}

async function call(phone: string, at: string) {
  await asClient(db, clientId, (tx) => tx.run('SELECT ensure_call_record_month($1)', [at]));
  await inClient(
    `INSERT INTO call_record (client_id, started_at, call_list_id, entry_id, campaign_id, duration,
       billed_duration, minute_cost, cost, result, call_type, phone, caller_id, caller_id_type,
       call_list_name, campaign_name)
     VALUES ($1, $2, 1, 1, $3, 0, 0, 0, 0, 'busy', 'Outbound', $4, '', 0, '', '')`,
    [clientId, at, campaignId, phone],
  );
}

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
    'SELECT state_code, zip_code, city, ssn, date_of_birth, custom FROM list_entry WHERE call_list_id = $1 ORDER BY entry_id',
    [result.callListId],
  );
  const { vault } = api.deps;
  const opened = entries.map(({ ssn, date_of_birth, ...rest }) => ({
    ...rest,
    ssn: ssn && vault.open(ssn as Buffer, { clientId, field: 'ssn' }),
    born: date_of_birth && vault.open(date_of_birth as Buffer, { clientId, field: 'dateOfBirth' }),
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

test('restriction 1 keeps doubled numbers, 2 takes each once; do-not-call applies always', async () => {
  await tellNotToCall('12125550001');
  const file =
    'Name,Phone,Cell\nA,2125550001,2125550002\nB,212-555-0002,\nC,1 212 555 0003,2125550003\nD,2125550001,\n';
  const every = await upload(file, { restriction: { restrictionType: 1 } });
  expect(await phonesOf(every)).toEqual([
    '12125550002',
    '12125550002',
    '12125550003',
    '12125550003',
  ]);
  expect(every).toMatchObject({
    accountsTotal: 4,
    accountsNotImported: 1,
    accountPhonesTotal: 6,
    accountPhonesImported: 4,
    restrictedPhoneNotCallable: 2,
  });
  const once = await upload(file, { restriction: { restrictionType: 2 } });
  expect(await phonesOf(once)).toEqual(['12125550002', '12125550003']);
  expect(once).toMatchObject({
    accountsNotImported: 2,
    accountPhonesImported: 2,
    restrictedPhoneNotCallable: 4,
  });
});

test('restriction 3, and 2 with a date, leave out what this client called since then; 1 ignores the date', async () => {
  const other = await makeClient(db);
  await call('12125550011', '2026-11-10T15:00:00Z');
  await call('12125550012', '2026-11-02T03:59:00Z');
  await call('12125550013', '2026-11-02T05:01:00Z');
  const file = 'Name,Phone,Cell\nA,2125550011,\nB,2125550012,2125550012\nC,2125550013,2125550014\n';
  const numbers = async (restrictionType: number, pastXDays: string | null) =>
    phonesOf(await upload(file, { restriction: { restrictionType, pastXDays } }));
  // A date begins at midnight Eastern: 05:00 UTC after daylight saving time.
  expect(await numbers(3, '2026-11-02')).toEqual(['12125550012', '12125550012', '12125550014']);
  expect(await numbers(2, '2026-11-02T00:00:00Z')).toEqual(['12125550014']);
  expect(await numbers(2, null)).toEqual([
    '12125550011',
    '12125550012',
    '12125550013',
    '12125550014',
  ]);
  expect(await numbers(1, '2026-11-02')).toHaveLength(5);
  const theirs = await makeCampaign(db, other.clientId, { name: 'Theirs' });
  const them = await api.signIn(other);
  const answer = await them.post(
    '/api/calllist/upload',
    uploadForm(file, {
      campaignId: theirs,
      mapping,
      restriction: { restrictionType: 3, pastXDays: '2026-01-01' },
    }),
  );
  expect(answer.json<Result>().accountPhonesImported).toBe(5);
});

test('a number that was texted and has no receipt yet counts as called since then', async () => {
  await inClient(
    `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
       attempted_at, receipt_until)
     SELECT $1, 77, n, $2, '1212555003' || n, gen_random_uuid(),
       ('2026-11-0' || n || 'T15:00:00Z')::timestamptz, '2026-12-01T00:00:00Z' FROM generate_series(1, 3) n`,
    [clientId, campaignId],
  );
  const file = 'Name,Phone,Cell\nA,2125550031,\nB,2125550032,\nC,2125550033,\n';
  const result = await upload(file, {
    restriction: { restrictionType: 3, pastXDays: '2026-11-02' },
  });
  expect(await phonesOf(result)).toEqual(['12125550031']);
  expect(result).toMatchObject({ restrictedPhoneNotCallable: 2, accountsNotImported: 2 });
});

test('restriction 3 without a date, and any date that lies ahead, are refused', async () => {
  const refusal = async (restriction: UploadGiven['restriction']) => {
    const file = 'Name,Phone,Cell\nA,2125550123,\n';
    const form = uploadForm(file, { campaignId, mapping, ...(restriction && { restriction }) });
    const answer = await me.post('/api/calllist/upload', form);
    expect(answer.status).toBe(422);
    return answer.json<{ errors: { path: string; message: string }[] }>().errors;
  };
  const path = 'callListMap.restriction.pastXDays';
  expect(await refusal({ restrictionType: 3 })).toEqual([
    { path, message: 'Choose the date since which called numbers are left out.' },
  ]);
  const ahead = new Date(Date.now() + 49 * 3_600_000).toISOString();
  for (const pastXDays of [ahead, ahead.slice(0, 10)]) {
    for (const restrictionType of [2, 3]) {
      expect(await refusal({ restrictionType, pastXDays })).toEqual([
        { path, message: 'The date since which called numbers are left out lies ahead.' },
      ]);
    }
  }
});

test('everything left out can be downloaded with its line, column and reason, and is no formula', async () => {
  await tellNotToCall('12125550031');
  const file =
    'Name,Phone,Cell\nA,2125550031,=1+1\n"B\nb",,\nC,2125550032,2125550032\nD,+1 (212) 555,\nE,x;=2,\n';
  const result = await upload(file, { name: 'März "x"' });
  const answer = await me.get(`/api/calllist/${result.callListId}/rejected`);
  expect(answer.headers.get('content-type')).toContain('text/csv');
  expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''M%C3%A4rz");
  expect(answer.text.split('\r\n')).toEqual([
    '\ufeffLine,Column,Value,Reason',
    '2,Phone,12125550031,This number is on the do-not-call list.',
    '2,,,None of the phone numbers of the account was imported.',
    "2,Cell,'=1+1,This is not a valid phone number.",
    '3,,,The account has no phone number.',
    '5,Cell,2125550032,This number is already on the list.',
    "6,Phone,'+1 (212) 555,This is not a valid phone number.",
    '6,,,None of the phone numbers of the account was imported.',
    `7,Phone,"x;'=2",This is not a valid phone number.`,
    '7,,,None of the phone numbers of the account was imported.',
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
  expect(cut.json()).toEqual({ headers: ['a', 'b'], rows: [['1', '2']] });
  const utf8 = Buffer.from('a,b\n1,é');
  const half = await me.post('/api/calllist/preview', previewForm(utf8.subarray(0, -1), ','));
  expect(half.json<{ headers: string[] }>().headers).toEqual(['a', 'b']);
  const wrong = await me.post('/api/calllist/preview', previewForm('a;b\n1;2\n', ','));
  expect(wrong.json()).toEqual({ headers: ['a;b'], rows: [['1;2']] });
  const zip = await me.post('/api/calllist/preview', previewForm('PK\u0003\u0004xxxx', ','));
  expect(zip.status).toBe(422);
});
