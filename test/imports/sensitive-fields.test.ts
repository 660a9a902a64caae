/** Custom account fields that are sensitive: sealed in each list, masked wherever they are shown. */
import { expect, test } from 'vitest';
import type { AccountField } from '../../src/contract/account-field.ts';
import type { PersonData } from '../../src/contract/person-data.ts';
import { asClient } from '../../src/db/database.ts';
import { sealSensitive } from '../../src/db/queries/sensitive-fields.ts';
import { resealEntries } from '../../src/db/reseal/entries.ts';
import { makeManager } from '../harness/clients.ts';
import { testJobs } from '../harness/jobs.ts';
import { until } from '../harness/until.ts';
import { filesHolding, rowsHolding } from './kept-in-clear.ts';
import { type Result, uploadWorld } from './upload-world.ts';
import { mappingOf } from './uploads.ts';

const world = await uploadWorld();
const { db, api, me, clientId, campaignId, upload, inClient } = world;
const { vault } = api.deps;

const card = '4111-1111-2222-7904';
const diagnosis = 'Stargardt disease';
const headers = ['Name', 'Phone', 'Cell', 'Card', 'Diagnosis', 'Balance'];
const file = [
  headers.join(','),
  `Zerubbabel,202-555-0171,202-555-0172,${card},${diagnosis},12.00`,
  'Bob,202-555-0173,,,,15.00',
].join('\n');

await me.post('/api/customfield/0/edit', { name: 'Card' });
await me.post('/api/customfield/0/edit', { name: 'Diagnosis' });
await me.post('/api/customfield/0/edit', { name: 'Balance' });
const fields = async () => (await me.get('/api/customfield')).json<AccountField[]>();
const sensitive = async () =>
  (await fields()).filter((field) => field.sensitive).map(({ name }) => name);

/** @param marked mapping ids that the upload makes sensitive */
const mapped = (marked: number[] = []) =>
  mappingOf(headers, ['Phone', 'Cell'], {
    'Last Name': 'Name',
    12: 'Card',
    13: 'Diagnosis',
    14: 'Balance',
  }).map((item) => (marked.includes(item.accountField.id) ? { ...item, sensitive: true } : item));

const entries = (callListId: number) =>
  inClient<{ custom: object | null; sealed: Buffer | null; line: number }>(
    `SELECT custom, sealed_custom AS sealed, account_line AS line FROM list_entry
     WHERE client_id = $1 AND call_list_id = $2 ORDER BY entry_id`,
    [clientId, callListId],
  );

let first: Result;

test('a field marked in the upload is sealed for its row, and stays sensitive', async () => {
  first = await upload(file, { mapping: mapped([12, 13]) });
  expect(first).toMatchObject({ accountPhonesImported: 3 });
  expect(await sensitive()).toEqual(['Card', 'Diagnosis']);
  const rows = await entries(first.callListId);
  expect(rows.map(({ custom }) => custom)).toEqual([
    { 3: '12.00' },
    { 3: '12.00' },
    { 3: '15.00' },
  ]);
  const place = { table: 'list_entry', clientId, callListId: first.callListId, row: 2 } as const;
  for (const { sealed } of rows.slice(0, 2)) {
    const text = vault.open(sealed as Buffer, { ...place, field: 'custom' });
    expect(JSON.parse(text)).toEqual({ 1: card, 2: diagnosis });
    expect(() => vault.open(sealed as Buffer, { ...place, row: 3, field: 'custom' })).toThrow();
    expect(() => vault.open(sealed as Buffer, { ...place, field: 'ssn' })).toThrow();
  }
  expect(rows[2]?.sealed).toBeNull();
  // The next list needs no mark.
  const second = await upload(file, { mapping: mapped(), name: 'Second' });
  expect((await entries(second.callListId))[0]).toMatchObject({ custom: { 3: '12.00' } });
});

test('a sensitive value is nowhere in the database, its files, its jobs or the logs in clear', async () => {
  expect(await rowsHolding(db, [card, diagnosis])).toEqual([]);
  expect(await filesHolding(db, [card, diagnosis])).toEqual([]);
  // The searches find what is in clear.
  expect(await rowsHolding(db, ['Zerubbabel'])).toContain('public.list_entry');
  expect(await filesHolding(db, ['Zerubbabel'])).not.toEqual([]);
  const logged = JSON.stringify(api.logged);
  expect(logged).not.toContain(card);
  expect(logged).not.toContain(diagnosis);
});

test('it is masked in a preview, on the screen of a person and in an export without the right', async () => {
  const account = await me.get('/api/message/account?phone=2025550171');
  expect(account.json<{ values: object[] }>().values).toEqual(
    expect.arrayContaining([
      { id: 12, value: '****7904', words: 'seven nine zero four' },
      { id: 13, value: '****', words: '' },
      { id: 14, value: '12.00', words: 'twelve dollars' },
    ]),
  );
  const person = { phone: '2025550171', clientId };
  const shown = await me.post(`/api/person/${clientId}/show`, person);
  expect(shown.text).toContain('****7904');
  expect(shown.text).not.toContain('Stargardt');
  const masked = await me.post(`/api/person/${clientId}/export`, person);
  expect(masked.status, masked.text).toBe(200);
  expect(masked.text).toContain('****7904');
  expect(masked.text).not.toContain('Stargardt');
  const full = await me.post(`/api/person/${clientId}/export`, { ...person, fullSsn: true });
  // A person reads the names of fields, not their numbers.
  const [inLists] = full.json<PersonData>().places;
  expect(inLists?.rows[0]).toMatchObject({
    ...{ 'custom.Card': card, 'custom.Diagnosis': diagnosis, 'custom.Balance': '12.00' },
  });
  expect(full.text).toContain(card);
  expect(full.text).toContain('Stargardt');
  const acts = await inClient<{ full: boolean }>(
    `SELECT (after->>'fullSsn')::boolean AS full FROM audit_entry
     WHERE client_id = $1 AND operation = 'exportPerson' ORDER BY sequence`,
    [clientId],
  );
  expect(acts).toEqual([{ full: false }, { full: true }]);
});

test('who lacks the right gets no full value', async () => {
  const manager = await makeManager(db, clientId, { fullSsn: false });
  const weak = await api.signIn(
    { clientId, code: (await codeOf()) ?? '', name: '', manager },
    manager,
  );
  const person = { phone: '2025550171', clientId, fullSsn: true };
  const refused = await weak.post(`/api/person/${clientId}/export`, person);
  expect([refused.status, refused.text.includes('7904')]).toEqual([403, false]);
  const [field] = await fields();
  const edit = { id: field?.id, name: 'Card', sensitive: false };
  const kept = await weak.post(`/api/customfield/${field?.id}/edit`, edit);
  expect([kept.status, kept.json<{ detail: string }>().detail]).toEqual([
    403,
    'Only an administrator with the right to full SSNs can make a sensitive field an ordinary one.',
  ]);
  // Renaming does not touch the mark.
  await weak.post(`/api/customfield/${field?.id}/edit`, { id: field?.id, name: 'Card' });
  expect(await sensitive()).toEqual(['Card', 'Diagnosis']);
});

const codeOf = async () =>
  (await inClient<{ code: string }>('SELECT code FROM client WHERE client_id = $1', [clientId]))[0]
    ?.code;

test.each([
  ['a fixed field', 3, 'Only a custom account field can be marked sensitive.'],
  [
    'a phone column',
    12,
    'The account field "Card" is sensitive, but its column "Phone" also fills one that is kept in clear. Choose it for one of them.',
  ],
])('%s cannot be sensitive', async (_, id, sentence) => {
  const form = mappingOf(headers, ['Phone'], { [id]: id === 3 ? 'Name' : 'Phone' }).map((item) =>
    item.accountField.id === id ? { ...item, sensitive: true } : item,
  );
  const { uploadForm } = await import('./uploads.ts');
  const response = await me.post(
    '/api/calllist/upload',
    uploadForm(file, { campaignId, mapping: form }),
  );
  expect([response.status, response.json<{ detail: string }>().detail]).toEqual([422, sentence]);
});

test('a reused list seals the values for itself', async () => {
  await inClient('UPDATE call_list SET status_id = 6 WHERE client_id = $1 AND call_list_id = $2', [
    clientId,
    first.callListId,
  ]);
  const response = await me.post(`/api/calllist/${first.callListId}/renew`, {
    callListId: first.callListId,
    campaignId,
    newCalllistName: 'Reused',
    filterOptionNotCalled: true,
    filterOptionCalledAnswered: false,
    filterOptionCalledNotAnswered: false,
  });
  expect(response.json(), response.text).toBe(true);
  const [made] = await inClient<{ id: number }>(
    `SELECT call_list_id AS id FROM call_list WHERE client_id = $1 AND name = 'Reused'`,
    [clientId],
  );
  const callListId = made?.id ?? 0;
  const [entry] = await entries(callListId);
  const place = { table: 'list_entry', clientId, row: 2, field: 'custom' } as const;
  const text = vault.open(entry?.sealed as Buffer, { ...place, callListId });
  expect(JSON.parse(text)).toEqual({ 1: card, 2: diagnosis });
  expect(() =>
    vault.open(entry?.sealed as Buffer, { ...place, callListId: first.callListId }),
  ).toThrow();
});

test('a rotation of keys finds it', async () => {
  const { createVault } = await import('../../src/db/encryption.ts');
  const { ringOfKey, withNewKey } = await import('../../src/db/key-ring.ts');
  const ring = withNewKey(ringOfKey(Buffer.alloc(32, 7)), new Date('2026-11-28T00:00:00Z'));
  const next = createVault({ ring, sealing: ring.keys[0]?.id ?? '', opensUnbound: false });
  const { callListId } = first;
  const done = await asClient(db, clientId, (tx) =>
    resealEntries(tx, next, { clientId, callListId }, { after: 0 }),
  );
  expect(done).toMatchObject({ changed: 2, unreadable: 0 });
  const [entry] = await entries(callListId);
  expect(next.isOutdated(entry?.sealed as Buffer)).toBe(false);
  // Back, for the other tests.
  await asClient(db, clientId, (tx) =>
    resealEntries(
      tx,
      createVault({ ...next.state, sealing: ring.keys[1]?.id ?? '' }),
      { clientId, callListId },
      { after: 0 },
    ),
  );
});

test('a field that becomes sensitive later is sealed in the lists that have it, beside locked rows too', async () => {
  const [, , balance] = await fields();
  const secret = '31.41592';
  const list = await upload(file.replace('12.00', secret), { mapping: mapped(), name: 'Before' });
  expect(await rowsHolding(db, [secret])).toContain('public.list_entry');
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const other = asClient(db, clientId, async (tx) => {
    await tx.run(
      'SELECT 1 FROM list_entry WHERE client_id = $1 AND call_list_id = $2 AND entry_id = 1 FOR UPDATE',
      [clientId, list.callListId],
    );
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  const edit = { id: balance?.id, name: 'Balance', sensitive: true };
  expect((await me.post(`/api/customfield/${balance?.id}/edit`, edit)).json()).toBe(true);
  const sealing = sealSensitive(db, vault, clientId);
  await until(async () => (await entries(list.callListId))[1]?.custom === null || undefined);
  expect((await entries(list.callListId))[0]?.custom).not.toBeNull();
  held.resolve();
  await other;
  expect(await sealing).toMatchObject({ unreadable: 0 });
  expect(await rowsHolding(db, [secret])).toEqual([]);
  const place = { table: 'list_entry', clientId, callListId: list.callListId } as const;
  const [entry] = await entries(list.callListId);
  const text = vault.open(entry?.sealed as Buffer, { ...place, row: 2, field: 'custom' });
  expect(JSON.parse(text)).toEqual({ 1: card, 2: diagnosis, 3: secret });
});

test('the job runs after the mark, and an ordinary field stays sealed where it was', async () => {
  await testJobs(db);
  await me.post('/api/customfield/0/edit', { name: 'Note' });
  const note = (await fields()).find(({ name }) => name === 'Note');
  const id = (note?.customIndex ?? 0) + 11;
  const rows = mappingOf(headers, ['Phone'], { [id]: 'Balance' });
  const list = await upload(file, { mapping: rows, name: 'Noted' });
  const edit = (sensitiveNow: boolean) =>
    me.post(`/api/customfield/${note?.id}/edit`, {
      ...{ id: note?.id, name: 'Note', sensitive: sensitiveNow },
    });
  await edit(true);
  await until(async () => (await entries(list.callListId))[0]?.custom === null || undefined);
  expect((await edit(false)).json()).toBe(true);
  expect((await entries(list.callListId))[0]).toMatchObject({ custom: null });
  const later = await upload(file, { mapping: rows, name: 'Ordinary' });
  expect((await entries(later.callListId))[0]).toMatchObject({
    custom: { [note?.customIndex ?? 0]: '12.00' },
    sealed: null,
  });
});

test('an erasure takes it', async () => {
  await me.post(`/api/person/${clientId}/erase`, {
    ...{ clientId, phone: '2025550171', again: '2025550171' },
  });
  const rows = await inClient<{ sealed: Buffer | null }>(
    `SELECT sealed_custom AS sealed FROM list_entry WHERE client_id = $1 AND phone = ''`,
    [clientId],
  );
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.every(({ sealed }) => sealed === null)).toBe(true);
});
