/** Inbound texts as managers work through them: filters, persons, read, done, and threads. */
import { expect, test } from 'vitest';
import type { OperationResponse } from '../../src/contract/http.ts';
import type {
  countDeskTexts,
  DeskText,
  listDeskTexts,
  readTextThread,
} from '../../src/contract/inbound-desk.ts';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import { makeCallList } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { addInboundTexts, makeTextCampaign } from '../harness/text-data.ts';

const db = await freshDatabase();
const now = new Date('2026-11-20T16:00:00Z');
const api = await testApi(db, { now: () => now });

type Page = OperationResponse<typeof listDeskTexts>;
type Counts = OperationResponse<typeof countDeskTexts>;
type Thread = OperationResponse<typeof readTextThread>;

const base = '/api/inboundmessagetext';
const desk = async (who: Caller, query = '') =>
  (await who.get(`${base}/desk?${query}`)).json<Page>();
const counts = async (who: Caller) => (await who.get(`${base}/counts`)).json<Counts>();
const thread = async (who: Caller, textId: number, more = '') =>
  (await who.get(`${base}/thread?textId=${textId}${more}`)).json<Thread>();
const messages = ({ texts }: Page) => texts.map(({ message }) => message);
const idOf = ({ texts }: Page, message: string) =>
  texts.find((text) => text.message === message)?.id ?? 0;

const ruth = '14107721484';

/** A client whose campaign wrote to Ruth twice, who wrote back, and four other texts. */
async function clientWithTexts() {
  const client = await makeClient(db);
  const { clientId } = client;
  const campaignId = await makeTextCampaign(db, clientId, { name: 'Statement texts' });
  for (const [at, sent] of ['2026-10-19T18:10:00Z', '2026-11-20T15:36:00Z'].entries()) {
    const callListId = await makeCallList(db, clientId, {
      ...{ name: `Statements ${at}`, campaignId, phones: 1 },
    });
    await asClient(db, clientId, async (tx) => {
      await tx.run(
        `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, first_name,
           last_name, external_id, state)
         VALUES ($1, $2, 1, 1, $3, 'Ruth', 'Kamaka', 'HRO-415530', 2)`,
        [clientId, callListId, ruth],
      );
      await tx.run(
        `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
           attempted_at, finished_at, result)
         VALUES ($1, $2, 1, $3, $4, gen_random_uuid(), $5, $5, 'delivered')`,
        [clientId, callListId, campaignId, ruth, sent],
      );
      await tx.run(
        `INSERT INTO outbound_text (client_id, call_list_id, entry_id, phone, texting_number, body)
         VALUES ($1, $2, 1, $3, '13025560000', $4)`,
        [clientId, callListId, ruth, `Statement ${at}`],
      );
    });
  }
  await addInboundTexts(db, clientId, [
    { message: 'ok', phone: ruth, received: '2026-10-19T18:26:00Z' },
    { message: 'please dont text', phone: ruth, received: '2026-11-20T15:40:00Z', intent: 5 },
    { message: 'Who is this?', phone: '12125550121', received: '2026-11-20T15:41:00Z' },
    { message: 'STOP', phone: '14155550123', received: '2026-11-20T15:43:00Z', intent: 3 },
    { message: '100% of_it', phone: '13055550125', received: '2026-11-19T15:45:00Z' },
  ]);
  return { client, clientId, manager: await api.signIn(client) };
}

test('each filter has what it says and counts it, and each text knows its person and campaign', async () => {
  const { manager } = await clientWithTexts();
  expect(await counts(manager)).toEqual({
    ...{ all: 5, today: 3, unread: 5, notDone: 4, unclear: 1, optedOut: 1, exact: true },
    ...{ optedIn: 0, help: 0, other: 3 },
  });
  for (const [filter, wanted] of [
    ['all', ['STOP', 'Who is this?', 'please dont text', '100% of_it', 'ok']],
    ['today', ['STOP', 'Who is this?', 'please dont text']],
    ['notDone', ['Who is this?', 'please dont text', '100% of_it', 'ok']],
    ['unclear', ['please dont text']],
    ['optedOut', ['STOP']],
    ['optedIn', []],
    ['help', []],
    ['other', ['Who is this?', '100% of_it', 'ok']],
  ] as const) {
    const page = await desk(manager, `filter=${filter}`);
    expect([filter, messages(page), page.total]).toEqual([filter, wanted, wanted.length]);
  }
  // Carillon itself does what the opt-out asks for.
  const shown = await desk(manager);
  expect(shown.texts.filter(({ toDo }) => !toDo).map(({ message }) => message)).toEqual(['STOP']);
  expect(shown.toFinish).toBe(3);
  const { texts } = await desk(manager, 'filter=unclear');
  expect(texts[0]).toMatchObject({
    ...{ phoneNumber: ruth, standing: 'unclear', read: false, done: false, toDo: true },
    ...{ person: 'Ruth Kamaka', accountNumber: 'HRO-415530', campaign: 'Statement texts' },
  } satisfies Partial<DeskText>);
  const stranger = (await desk(manager, 'filter=optedOut')).texts[0];
  expect(stranger).toMatchObject({ person: '', accountNumber: '', campaign: '' });
});

test('texts are found by digits and by words as they are written, and sorted over all of them', async () => {
  const { manager } = await clientWithTexts();
  const find = async (search: string, more = '') =>
    messages(await desk(manager, `search=${encodeURIComponent(search)}${more}`));
  expect(await find('(410) 772')).toEqual(['please dont text', 'ok']);
  expect(await find('DONT')).toEqual(['please dont text']);
  expect(await find('100%')).toEqual(['100% of_it']);
  expect(await find('f_i')).toEqual(['100% of_it']);
  expect(await find('o', '&filter=today')).toEqual(['STOP', 'Who is this?', 'please dont text']);
  expect(await find('', '&sort=date&order=asc')).toEqual([
    ...['ok', '100% of_it', 'please dont text', 'Who is this?', 'STOP'],
  ]);
  expect(await find('', '&sort=phoneNumber&order=asc')).toEqual([
    ...['Who is this?', '100% of_it', 'ok', 'please dont text', 'STOP'],
  ]);
});

test('pages of a long list hold each text once', async () => {
  const client = await makeClient(db);
  const manager = await api.signIn(client);
  const many = Array.from({ length: 250 }, (_, at) => ({
    message: `Text ${at}`,
    // Several share an instant.
    received: new Date(Date.UTC(2026, 10, 20) + Math.floor(at / 7) * 1_000).toISOString(),
  }));
  await addInboundTexts(db, client.clientId, many);
  const pages = [];
  for (const page of [1, 2, 3, 4]) pages.push(await desk(manager, `page=${page}`));
  expect(pages.map(({ texts }) => texts.length)).toEqual([100, 100, 50, 0]);
  expect(pages.map(({ total, exact }) => [total, exact])).toEqual(pages.map(() => [250, true]));
  expect(new Set(pages.flatMap(messages)).size).toBe(250);
});

test('opened is read, done is kept with who did it and when, and can be taken back', async () => {
  const { manager } = await clientWithTexts();
  const all = await desk(manager);
  const who = idOf(all, 'Who is this?');
  await manager.post(`${base}/read`, { ids: [who] });
  expect((await counts(manager)).unread).toBe(4);
  expect((await manager.get(`${base}/unread`)).json()).toEqual({ unread: 4 });
  expect((await manager.post(`${base}/done`, { ids: [who], done: true })).json()).toBe(true);
  const { items } = await thread(manager, who);
  expect(items.map(({ kind }) => kind)).toEqual(['theirs', 'done']);
  expect(items[1]).toMatchObject({ at: now.toISOString(), by: expect.any(String) });
  expect((await counts(manager)).notDone).toBe(3);
  await manager.post(`${base}/done`, { ids: [who], done: false });
  expect((await thread(manager, who)).items.map(({ kind }) => kind)).toEqual(['theirs']);
  // It stays read.
  expect((await counts(manager)).unread).toBe(4);
  // What needs nothing, or a decision first, stays as it is.
  const others = [idOf(all, 'STOP'), idOf(all, 'please dont text')];
  await manager.post(`${base}/done`, { ids: others, done: true });
  expect((await desk(manager)).texts.filter((text) => text.done)).toEqual([]);
});

test('"all as done" ends with the newest text that was seen, and leaves what waits for a decision', async () => {
  const { clientId, manager } = await clientWithTexts();
  const seen = await desk(manager);
  // Whatever part of them a page shows, in whatever order.
  const upTo = (await desk(manager, 'filter=optedOut&sort=message&order=asc')).newest;
  expect(upTo).toBe(Math.max(...seen.texts.map(({ id }) => id)));
  await addInboundTexts(db, clientId, [{ message: 'Later', received: '2026-11-20T15:59:00Z' }]);
  const response = await manager.post(`${base}/alldone`, { filter: 'all', search: '', upTo });
  expect(response.json()).toEqual({ done: 3 });
  expect((await desk(manager, 'filter=optedOut')).texts[0]).toMatchObject({ done: false });
  const left = await desk(manager, 'filter=notDone');
  expect(messages(left)).toEqual(['Later', 'please dont text']);
});

test('a decision is done with it, and stands in the thread between what was written', async () => {
  const { client, clientId, manager } = await clientWithTexts();
  const unclear = idOf(await desk(manager), 'please dont text');
  await manager.post(`${base}/${unclear}/decide`, { decision: 'optOut' });
  const read = await thread(manager, unclear);
  expect(read).toMatchObject({
    ...{ person: 'Ruth Kamaka', accountNumber: 'HRO-415530', campaign: 'Statement texts' },
    ...{ otherLists: 1, blocked: true, earlier: false },
    text: { id: unclear, standing: 'optOut', done: true, read: true },
  });
  expect(
    read.items
      .filter(({ kind }) => kind !== 'blocked')
      .map((item) => ('message' in item ? `${item.kind}: ${item.message}` : item.kind)),
  ).toEqual([
    ...['ours: Statement 0', 'theirs: ok', 'ours: Statement 1', 'theirs: please dont text'],
    'decided',
  ]);
  expect(read.items.find(({ kind }) => kind === 'ours')).toMatchObject({
    ...{ campaign: 'Statement texts', outcome: 'delivered' },
  });
  const decided = read.items.find(({ kind }) => kind === 'decided');
  const manager1 = await asClient(db, clientId, (tx) =>
    tx.row<{ name: string }>('SELECT name FROM manager WHERE client_id = $1', [client.clientId]),
  );
  expect(decided).toMatchObject({ decision: 'optOut', by: manager1?.name, at: now.toISOString() });
  expect(read.items.filter(({ kind }) => kind === 'blocked')).toMatchObject([{ source: 'text' }]);
});

test('a thread of years comes in parts, the newest first', async () => {
  const client = await makeClient(db);
  const manager = await api.signIn(client);
  const many = Array.from({ length: 230 }, (_, at) => ({
    message: `Text ${at}`,
    received: new Date(Date.UTC(2026, 0, 1) + at * 86_400_000).toISOString(),
  }));
  await addInboundTexts(db, client.clientId, many);
  const newest = (await desk(manager)).texts[0]?.id ?? 0;
  const parts: Thread[] = [await thread(manager, newest)];
  for (let last = parts[0]; last?.earlier; last = parts.at(-1)) {
    parts.push(await thread(manager, newest, `&before=${last.items[0]?.at}`));
  }
  expect(parts.map(({ items }) => items.length)).toEqual([100, 100, 30]);
  const texts = parts.toReversed().flatMap(({ items }) => items);
  expect(texts.map((item) => ('message' in item ? item.message : ''))).toEqual(
    many.map(({ message }) => message),
  );
});

test('texts that came before an update count as read and done', async () => {
  const { clientId, manager } = await clientWithTexts();
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE inbound_text SET read_at = '-infinity', done_at = '-infinity' WHERE client_id = $1`,
      [clientId],
    ),
  );
  expect(await counts(manager)).toMatchObject({ unread: 0, notDone: 0, unclear: 1 });
  const who = idOf(await desk(manager), 'Who is this?');
  expect((await thread(manager, who)).items.map(({ kind }) => kind)).toEqual(['theirs']);
});
