/** What a file's states and numbers become: known states only, and numbers that are called. */

import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { placeGroupOf } from '../../src/domain/place-group.ts';
import { reasonSentence } from '../../src/domain/reason-sentences.ts';
import { testApi } from '../harness/api.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { mappingOf, type UploadGiven, uploadForm } from './uploads.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const { clientId } = client;
const me = await api.signIn(client);
const campaignId = await makeCampaign(db, clientId, { name: 'Reminders', completed: true });

async function upload(file: string, given: Pick<UploadGiven, 'mapping' | 'restriction'>) {
  const response = await me.post(
    '/api/calllist/upload',
    uploadForm(file, { campaignId, ...given }),
  );
  expect(response.status, response.text).toBe(200);
  return response.json<{ callListId: number }>();
}

const inClient = <T>(sql: string, values: unknown[]) =>
  asClient(db, clientId, (tx) => tx.rows<T>(sql, values));

async function phonesOf({ callListId }: { callListId: number }) {
  const rows = await inClient<{ phone: string }>(
    'SELECT phone FROM list_entry WHERE client_id = $1 AND call_list_id = $2 ORDER BY entry_id',
    [clientId, callListId],
  );
  return rows.map(({ phone }) => phone);
}

test('a state is kept as its code however it is written; what is none is not cut to another one, and is counted', async () => {
  const columns = ['Phone', 'State'];
  const states: [cell: string, kept: string | null][] = [
    ['Alaska', 'AK'],
    ['ARIZONA', 'AZ'],
    ['"Washington, D.C."', 'DC'],
    ['New  York', 'NY'],
    ['Ariz.', 'AZ'],
    ['Nev.', 'NV'],
    ['Mont.', 'MT'],
    ['N.É.', 'NS'],
    ['né', 'NS'],
    ['AE', 'AE'],
    ['ak', 'ak'],
    ['', null],
    ['Texarkana', null],
    ['ARLONG', null],
    ['N/A', null],
    ['XX', 'XX'],
  ];
  const rows = states.map(([state], index) => `21255503${10 + index},${state}\n`);
  const result = await upload(`Phone,State\n${rows.join('')}nothing,Elsewhere\n`, {
    mapping: mappingOf(columns, ['Phone'], { State: 'State' }),
    restriction: { restrictionType: 1 },
  });
  expect(result).toMatchObject({ fieldsTrucated: 12, unknownStates: 5 });
  const kept = await inClient<{ state_code: string | null }>(
    'SELECT state_code FROM list_entry WHERE call_list_id = $1 ORDER BY entry_id',
    [result.callListId],
  );
  expect(kept.map((row) => row.state_code)).toEqual(states.map(([, code]) => code));
  const lists = (await me.get(`/api/calllist?clientId=${clientId}`)).json<
    { callListId: number; unknownStates: number }[]
  >();
  const row = lists.find(({ callListId }) => callListId === result.callListId);
  expect(row?.unknownStates).toBe(5);
});

test('numbers that are not called are left out, each with its own reason; the operator allows countries', async () => {
  const cells = [
    ['+47 22 34 56 78', reasonSentence({ code: 'number_foreign_code' })],
    ['900 234 5678', reasonSentence({ code: 'number_premium' })],
    ['1 (800) 234-5678', reasonSentence({ code: 'number_toll_free' })],
    ['5002345678', reasonSentence({ code: 'number_personal' })],
    ['700.234.5678', reasonSentence({ code: 'number_service' })],
    ['370-234-5678', reasonSentence({ code: 'number_unassigned' })],
    ['876-234-5678', reasonSentence({ code: 'number_foreign', country: 'Jamaica' })],
    ['809-234-5678', reasonSentence({ code: 'number_foreign', country: 'Dominican Republic' })],
    ['302555014.0', reasonSentence({ code: 'number_malformed' })],
    ['302–555–0148', undefined],
    ['(416)\u00a0555\u202f0148', undefined],
    ['+1 787 555 0148', undefined],
  ] as const;
  const file = `Phone\n${cells.map(([cell]) => cell).join('\n')}\n`;
  const wish = { mapping: mappingOf(['Phone'], ['Phone']) };
  const result = await upload(file, wish);
  expect(await phonesOf(result)).toEqual(['13025550148', '14165550148', '17875550148']);
  expect(result).toMatchObject({
    ...{ accountPhonesTotal: 12, accountPhonesImported: 3 },
    ...{ wrongFormatPhoneNumbers: 9, restrictedPhoneNotCallable: 0 },
  });
  const text = (await me.get(`/api/calllist/${result.callListId}/rejected`)).text;
  const lines = text.split('\r\n').slice(1, -1);
  expect(lines).toHaveLength(9);
  for (const [at, [, reason]] of cells.slice(0, 9).entries()) {
    const line = lines[at] ?? '';
    expect([line.startsWith(`${at + 2},Phone,`), line.includes(reason ?? '-')]).toEqual([
      true,
      true,
    ]);
  }
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE client SET countries = '{US,JM}' WHERE client_id = $1`, [clientId]),
  );
  const allowed = await upload(file, wish);
  expect(await phonesOf(allowed)).toEqual(['18762345678', '13025550148', '17875550148']);
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE client SET countries = '{US-DE}' WHERE client_id = $1`, [clientId]),
  );
  const inDelaware = await upload(file, wish);
  expect(await phonesOf(inDelaware)).toEqual(['13025550148']);
  const left = (await me.get(`/api/calllist/${inDelaware.callListId}/rejected`)).text;
  const place = 'PR, United States';
  expect(left).toContain(reasonSentence({ code: 'number_elsewhere', place }));
  expect(left).toContain(reasonSentence({ code: 'number_foreign', country: 'Canada' }));
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE client SET countries = '{US,CA}' WHERE client_id = $1`, [clientId]),
  );
});

test('each number gets its place group, which stands for its area code and for the cells as they are stored', async () => {
  const cells = [
    ['2125551300', 'NY', '10001'],
    ['3025551301', 'Delaware', '19801-1234'],
    ['8085551302', 'hi', '96813'],
    ['2125551303', '', '6390'],
    ['2125551304', 'Texarkana', ''],
    ['4165551305', 'ON', '"M5V ""3L9"""'],
    ['2125551306', 'XX', 'none'],
  ];
  const columns = ['Phone', 'State', 'Zip'];
  const file = `${columns.join(',')}\n${cells.map((row) => `${row.join(',')}\n`).join('')}`;
  const mapping = mappingOf(columns, ['Phone'], { State: 'State', 'Zip Code': 'Zip' });
  const { callListId } = await upload(file, { mapping });
  const rows = await inClient<{ phone: string; state: string; zip: string; place: number }>(
    `SELECT phone, state_code AS state, zip_code AS zip, place_group AS place FROM list_entry
     WHERE client_id = $1 AND call_list_id = $2 ORDER BY entry_id`,
    [clientId, callListId],
  );
  expect(rows).toHaveLength(cells.length);
  for (const { phone, state, zip, place } of rows) {
    const areaCode = phone.slice(1, 4);
    expect({ phone, place }).toEqual({
      phone,
      place: placeGroupOf({ areaCode, state, zipCode: zip }),
    });
  }
  expect(new Set(rows.map(({ place }) => place)).size).toBeGreaterThan(5);
});
