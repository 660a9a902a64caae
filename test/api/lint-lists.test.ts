/** What the checks count over contact lists: blank and sealed values, segments, and whose lists. */
import { beforeEach, expect, test } from 'vitest';
import { customFieldOffset, fixedFields, ssnFieldId } from '../../src/contract/account-field.ts';
import type { TextLint } from '../../src/contract/lint.ts';
import { asClient } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';

import { readUnspoken } from '../../src/db/queries/unspoken-values.ts';
import { readFieldFigures } from '../../src/db/queries/worst-accounts.ts';
import { fillText } from '../../src/domain/text-message.ts';
import { segmentsOf } from '../../src/domain/text-segments.ts';
import { testApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';
import { makeTextCampaign, makeTextingNumber, makeTextMessage } from '../harness/text-data.ts';
import { field, lintOfMessage, number, savedMessage, stop } from './lint-world.ts';

const db = await freshDatabase();
const api = await testApi(db);
await testJobs(db);
/** As that of the API. */
const vault = createVault(Buffer.alloc(32, 7));

let client: TestClient;
let manager: Caller;

beforeEach(async () => {
  client = await makeClient(db);
  manager = await api.signIn(client);
});

const saved = (steps: object[], id?: number) => savedMessage(manager, steps, id);
const lintOf = (id: number, query?: string) => lintOfMessage(manager, id, query);
/** A list of the campaign with these accounts. */
async function addList(campaignId: number, accounts: Record<string, string | null>[]) {
  const { clientId } = client;
  const given = { campaignId, name: 'People', phones: accounts.length, status: 4 } as const;
  const list = await makeCallList(db, clientId, given);
  await asClient(db, clientId, async (tx) => {
    for (const [index, { first_name = null, last_name = null }] of accounts.entries()) {
      await tx.run(
        `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, first_name, last_name)
         VALUES ($1, $2, $3, $3 + 1, '1302555' || lpad($3::text, 4, '0'), $4, $5)`,
        [clientId, list, index + 1, first_name, last_name],
      );
    }
  });
  return list;
}

const sealed = (
  callListId: number,
  entryId: number,
  field: 'ssn' | 'dateOfBirth' | 'custom',
  text: string,
) =>
  vault.seal(text, {
    ...{ table: 'list_entry', clientId: client.clientId, callListId, row: entryId + 1, field },
  });

/** Three accounts: with a card and a plan, with a card alone, with nothing sealed. */
async function sealedList(campaignId: number): Promise<number> {
  const { clientId } = client;
  const people = ['Ada', 'Bo', 'Cy'].map((first_name) => ({ first_name }));
  const listId = await addList(campaignId, people);
  const customs = [{ 2: '4111 1111 1111 1111', 3: '2201 4455 01' }, { 2: '4000 1234 5678 9010' }];
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `INSERT INTO account_field (client_id, custom_index, name, sensitive, message_enabled)
       VALUES ($1, 1, 'Balance', false, true), ($1, 2, 'Card', true, true),
         ($1, 3, 'Plan No', true, true)`,
      [clientId],
    );
    for (const [at, custom] of customs.entries()) {
      await tx.run(
        'UPDATE list_entry SET sealed_custom = $3 WHERE client_id = $1 AND call_list_id = $2 AND entry_id = $4',
        [clientId, listId, sealed(listId, at + 1, 'custom', JSON.stringify(custom)), at + 1],
      );
    }
  });
  return listId;
}

test('a custom field is blank by its own value, also one of several that are sealed together', async () => {
  const { clientId } = client;
  const listId = await sealedList(await makeCampaign(db, clientId, { name: 'A' }));
  const [balance, card, plan] = [1, 2, 3].map((index) => customFieldOffset + index);
  const fields = [balance, card, plan].map(Number);
  const opened = await asClient(db, clientId, (tx) =>
    readFieldFigures(tx, clientId, [listId], fields, vault),
  );
  expect([opened.of, [...opened.blank], [...opened.unread]]).toEqual([
    3,
    [
      [balance, 3],
      [card, 1],
      [plan, 2],
    ],
    [
      [card, 0],
      [plan, 0],
    ],
  ]);
  // Where nothing is opened, nothing more is known than where nothing is sealed.
  const unread = await asClient(db, clientId, (tx) =>
    readFieldFigures(tx, clientId, [listId], fields),
  );
  expect([...unread.blank, ...unread.unread]).toEqual([
    [balance, 3],
    [card, 1],
    [plan, 1],
    [card, 2],
    [plan, 2],
  ]);
});

test('of a sensitive field the checks say how many are blank, and claim nothing of what was not opened', async () => {
  const { clientId } = client;
  const [card, plan] = [customFieldOffset + 2, customFieldOffset + 3];
  const listId = await sealedList(await makeCampaign(db, clientId, { name: 'A' }));
  const id = await saved([stop, field(card), field(plan), number]);
  const blanks = async () =>
    (await lintOf(id)).findings
      .filter(({ rule }) => rule === 'voice_blank')
      .map(({ sentence, level: of }) => `${of}: ${sentence}`);
  expect(await blanks()).toEqual([
    'note: Card is blank for 1 of 3 numbers: they hear nothing in its place.',
    'note: Plan No is blank for 2 of 3 numbers: they hear nothing in its place.',
  ]);
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE list_entry SET sealed_custom = '\\x01' WHERE client_id = $1 AND call_list_id = $2 AND entry_id <> 2`,
      [clientId, listId],
    ),
  );
  expect(await blanks()).toEqual([
    'note: Card is blank for no number that was checked of 3: its values are sealed, and those of 2 were not opened.',
    'note: Plan No is blank for at least 1 of 3 numbers, who hear nothing in its place: its values are sealed, and those of 2 were not opened.',
  ]);
});

/** Accounts with a secret code, a note, a date of birth and a name, of which calls say little or nothing. */
async function silentList(
  campaignId: number,
  people: { secret: string; note: string; born: string; ssn: string; first_name: string }[],
): Promise<number> {
  const { clientId } = client;
  const listId = await addList(
    campaignId,
    people.map(({ first_name }) => ({ first_name })),
  );
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `INSERT INTO account_field (client_id, custom_index, name, sensitive, message_enabled)
       VALUES ($1, 1, 'Case Secret', true, true), ($1, 2, 'Note', false, true)`,
      [clientId],
    );
    for (const [at, { secret, note, born, ssn }] of people.entries()) {
      const custom = sealed(listId, at + 1, 'custom', JSON.stringify({ 1: secret }));
      await tx.run(
        `UPDATE list_entry SET sealed_custom = $4, custom = $5, date_of_birth = $6, ssn = $7
         WHERE client_id = $1 AND call_list_id = $2 AND entry_id = $3`,
        [
          ...[clientId, listId, at + 1, custom, JSON.stringify({ 2: note })],
          ...[sealed(listId, at + 1, 'dateOfBirth', born), sealed(listId, at + 1, 'ssn', ssn)],
        ],
      );
    }
  });
  return listId;
}

const [secretId, noteId] = [customFieldOffset + 1, customFieldOffset + 2];
const dateOfBirthId = fixedFields.find(({ key }) => key === 'dateOfBirth')?.id ?? 0;
const spokenFields = [secretId, noteId, dateOfBirthId, ssnFieldId, 1];

test('what calls say nothing of is blank: a mask without digits, a date without a year, signs, letters that no voice speaks', async () => {
  const campaignId = await makeCampaign(db, client.clientId, { name: 'A' });
  await silentList(campaignId, [
    { secret: 'AB123456', note: '"-"', born: '06/18/94', ssn: '12', first_name: '李' },
    { secret: '7788', note: '"..." —', born: '6/1/81', ssn: '99', first_name: '李' },
  ]);
  const id = await saved([stop, ...spokenFields.map(field), number]);
  const { findings, worst } = await lintOf(id);
  const silent = (name: string) =>
    `${name} is blank for 2 of 2 numbers: they hear nothing in its place.`;
  expect(findings.map(({ sentence }) => sentence)).toEqual([
    ...['Case Secret', 'Note', 'Date of Birth', 'SSN'].map(silent),
    'First Name cannot be spoken for 2 of 2 numbers, who hear nothing in its place: the voices do not know letters of its values.',
  ]);
  expect(worst.map(({ kind }) => kind)).toContain('blank');
  expect(worst[0]?.values.map(({ spoken }) => spoken)).toEqual(['', '', '', '', null]);

  await asClient(db, client.clientId, (tx) =>
    tx.run('UPDATE campaign SET customer_message_id = $2 WHERE campaign_id = $1', [campaignId, id]),
  );
  const ofCampaign = await manager.get(`/api/campaign/${campaignId}/lint`);
  expect(ofCampaign.json<{ findings: object[] }>().findings).toEqual(findings);
});

test('where some say something, the checks count those that say nothing', async () => {
  const campaignId = await makeCampaign(db, client.clientId, { name: 'A' });
  const listId = await silentList(campaignId, [
    { secret: '7788', note: '-', born: '06/18/94', ssn: '12', first_name: '李' },
    {
      secret: '4111 1111 1111 1111',
      note: '5',
      born: '1994',
      ssn: '078051120',
      first_name: 'José',
    },
    { secret: '', note: 'Ñ', born: 'May 1', ssn: '078051121', first_name: '陈' },
  ]);
  const figures = await asClient(db, client.clientId, (tx) =>
    readFieldFigures(tx, client.clientId, [listId], spokenFields, vault),
  );
  expect(spokenFields.map((id) => figures.blank.get(id))).toEqual([2, 1, 2, 1, 0]);
  expect(figures.worst).toEqual([
    { kind: 'blank', figure: 4, callListId: listId, entryId: 1 },
    { kind: 'longest', figure: 17, callListId: listId, entryId: 2 },
    { kind: 'digits', figure: 13, callListId: listId, entryId: 2 },
  ]);
  expect([...figures.foreign].filter(([, numbers]) => numbers > 0)).toEqual([
    [noteId, 1],
    [1, 3],
  ]);
  const unspoken = await asClient(db, client.clientId, (tx) =>
    readUnspoken(tx, client.clientId, [listId], figures.foreign),
  );
  expect([...unspoken]).toEqual([
    [1, { numbers: 2, untried: 0 }],
    [noteId, { numbers: 0, untried: 0 }],
  ]);
  // A start opens nothing, and claims nothing of what is sealed.
  const closed = await asClient(db, client.clientId, (tx) =>
    readFieldFigures(tx, client.clientId, [listId], spokenFields),
  );
  expect(spokenFields.map((id) => [closed.blank.get(id), closed.unread.get(id)])).toEqual([
    ...[
      [0, 3],
      [1, undefined],
      [0, 3],
      [0, 3],
      [0, undefined],
    ],
  ]);
});

test('the account with the most digits is one whose SSN is spoken', async () => {
  const { clientId } = client;
  const campaignId = await makeCampaign(db, clientId, { name: 'A' });
  const listId = await addList(campaignId, [{ first_name: 'Ada 12' }, { first_name: 'Bo' }]);
  const { worst } = await asClient(db, clientId, async (tx) => {
    await tx.run(
      'UPDATE list_entry SET ssn = $2 WHERE client_id = $1 AND call_list_id = $3 AND entry_id = 2',
      [clientId, sealed(listId, 2, 'ssn', '078-05-1120'), listId],
    );
    return readFieldFigures(tx, clientId, [listId], [1, ssnFieldId], vault);
  });
  expect(worst.filter(({ kind }) => kind === 'digits')).toEqual([
    { kind: 'digits', figure: 4, callListId: listId, entryId: 2 },
  ]);
});

test('the spread of segments over the real list is that of each of its texts', async () => {
  const campaignId = await makeTextCampaign(db, client.clientId, { name: 'Texts' });
  const names = [
    '',
    'Ada',
    ' Bo ',
    'José',
    'Íñigo',
    'x'.repeat(150),
    'a^b',
    '😀 Smith',
    "O'Neil",
    'Ada',
  ];
  await addList(
    campaignId,
    names.map((first_name) => ({ first_name, last_name: null })),
  );
  const message = `Harbor Bank [first_name] [last_name] ${'x'.repeat(100)}. Reply STOP to stop.`;
  const response = await manager.post('/api/messagetext/lint', { message, campaignId });
  const { spread, callListName, findings, more } = response.json<TextLint>();
  const wanted = new Map<number, number>();
  for (const first of names) {
    const values = { '[first_name]': first, '[last_name]': '', '[file_number]': '' };
    const { segments } = segmentsOf(fillText(message, values));
    wanted.set(segments, (wanted.get(segments) ?? 0) + 1);
  }
  expect(new Map(spread.map((one) => [one.segments, one.numbers]))).toEqual(wanted);
  expect([callListName, more]).toEqual(['People', false]);
  expect(findings.map(({ sentence }) => sentence)).toEqual([
    'Values of the list that hold signs outside GSM-7 make the text UCS-2 for 2 of 10 numbers.',
    '[first_name] is blank for 1 of 10 numbers: they read nothing in its place.',
    '[last_name] is blank for 10 of 10 numbers: they read nothing in its place.',
  ]);
});

test('a text is checked over the lists of all campaigns that use it, before the newest list', async () => {
  const { clientId } = client;
  const message = 'Harbor Bank: hello. Reply STOP to stop.';
  const textMessageId = await makeTextMessage(db, clientId, 'Hello', message);
  const textingNumberId = await makeTextingNumber(db, clientId);
  const lists = async (body: object) => {
    const response = await manager.post('/api/messagetext/lint', { message, ...body });
    const { callListName, spread } = response.json<TextLint>();
    return [response.status, callListName, spread];
  };
  const using = { textMessageId, textingNumberId };
  const first = await makeTextCampaign(db, clientId, { name: 'A', ...using });
  const second = await makeTextCampaign(db, clientId, { name: 'B', ...using });
  await addList(first, [{ first_name: 'Ada' }, { first_name: 'Bo' }]);
  const other = await makeTextCampaign(db, clientId, { name: 'C' });
  await addList(other, [{}, {}, {}]);
  const one = (numbers: number) => [{ segments: 1, numbers }];
  expect(await lists({})).toEqual([200, 'People', one(3)]);
  expect(await lists({ textMessageId })).toEqual([200, 'People', one(2)]);
  await addList(second, [{ first_name: 'Cy' }]);
  expect(await lists({ textMessageId })).toEqual([200, '2 contact lists', one(3)]);
  expect(await lists({ textMessageId, campaignId: second })).toEqual([200, 'People', one(1)]);
  expect((await lists({ textMessageId: textMessageId + 1 }))[0]).toBe(404);
});
