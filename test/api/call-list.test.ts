import { beforeAll, describe, expect, test } from 'vitest';
import type { CallList } from '../../src/contract/call-list.ts';
import type { ProblemBody } from '../../src/contract/errors.ts';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);

const noNumbers =
  "Failed to create a new contact list for the given filters. If there are no eligible numbers to be added, a new contact list won't be created.";
/** One entry each, in this order; undefined was never called. */
const results = [undefined, 'person', 'machine', 'no_answer', 'busy', 'failed', 'unknown'];

let client: TestClient;
let manager: Caller;
let campaignId: number;
/** Closed, with an entry of each result; its numbers end in 0101, 0102 … */
let closedId: number;

beforeAll(async () => {
  client = await makeClient(db);
  manager = await api.signIn(client);
  campaignId = await makeCampaign(db, client.clientId, { name: 'Reminders' });
  closedId = await makeCallList(db, client.clientId, {
    campaignId,
    name: 'Called once',
    phones: results.length,
    status: 6,
    counts: { attempted: 6, person: 1, machine: 1, no_answer: 1, busy: 1, failed: 1, unknown: 1 },
  });
  await asClient(db, client.clientId, async (tx) => {
    await tx.run(
      `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, last_name)
       SELECT $1, $2, n, n + 1, (13025550100 + n)::text, 'Person ' || n
       FROM generate_series(1, $3::int) n`,
      [client.clientId, closedId, results.length],
    );
    await tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at, finished_at, result)
       SELECT $1, $2, n, $3, (13025550100 + n)::text, gen_random_uuid(), now(), now(), result
       FROM unnest($4::text[]) WITH ORDINALITY AS called(result, n) WHERE result IS NOT NULL`,
      [client.clientId, closedId, campaignId, results],
    );
  });
});

const lists = async (of = manager) => (await of.get('/api/calllist')).json<CallList[]>();
const listNamed = async (name: string) =>
  (await lists()).find((list) => list.originalFileName === name);
const close = (id: number, of = manager) =>
  of.post(`/api/calllist/${id}/close`, { callListId: id });
const renew = (given: object = {}, id = closedId, of = manager) =>
  of.post(`/api/calllist/${id}/renew`, {
    newCalllistName: 'Again',
    calllistId: id,
    calllistName: 'Called once',
    campaignId,
    filterOptionNotCalled: true,
    filterOptionCalledAnswered: true,
    filterOptionCalledNotAnswered: true,
    ...given,
  });
const listWith = (name: string, status: 1 | 2 | 3 | 4 | 5 | 6) =>
  makeCallList(db, client.clientId, { campaignId, name, phones: 3, status });
const phonesOf = (id: number | undefined) =>
  asClient(db, client.clientId, async (tx) =>
    (
      await tx.rows<{ phone: string }>(
        'SELECT phone FROM list_entry WHERE client_id = $1 AND call_list_id = $2 ORDER BY entry_id',
        [client.clientId, id],
      )
    ).map(({ phone }) => phone.slice(-1)),
  );

test('a contact list has every documented field', async () => {
  expect(await listNamed('Called once')).toEqual({
    callListId: closedId,
    clientId: client.clientId,
    campaignId,
    callListStatusId: 6,
    callListStatusName: 'Closed',
    originalFileName: 'Called once',
    campaignName: 'Reminders',
    created: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    phoneCount: 7,
    accountCount: 7,
    availableCount: 1,
    calledCount: 6,
    notCalledCount: 1,
    dncCount: 0,
    fieldName: expect.any(String),
    fieldColumn: expect.any(Number),
    originalCallListId: 0,
    originalCallListName: '',
    rejectedCount: 0,
    unknownStates: 0,
    priority: 0,
  });
});

test('a status goes by its documented id and name', async () => {
  const names = ['New', 'Processing', 'Open', 'Loaded', 'Closing', 'Closed'];
  const statuses = [1, 2, 3, 4, 5, 6] as const;
  for (const status of statuses) await listWith(`Status ${status}`, status);
  for (const status of statuses) {
    const list = await listNamed(`Status ${status}`);
    expect(list?.callListStatusName).toBe(names[status - 1]);
  }
});

describe('put first', () => {
  const priorityOf = async (name: string) => (await listNamed(name))?.priority;
  const place = (id: number, where: 'first' | 'turn', of = manager) =>
    of.post(`/api/calllist/${id}/${where}`, { callListId: id });

  test('a list comes before those that were put first before it, until it takes turns again', async () => {
    const [one, other] = [await listWith('Urgent 1', 4), await listWith('Urgent 2', 3)];
    expect((await place(one, 'first')).json()).toBe(true);
    expect((await place(other, 'first')).json()).toBe(true);
    expect([await priorityOf('Urgent 1'), await priorityOf('Urgent 2')]).toEqual([1, 2]);
    await place(one, 'first');
    expect(await priorityOf('Urgent 1')).toBe(3);
    expect((await place(one, 'turn')).json()).toBe(true);
    expect([await priorityOf('Urgent 1'), await priorityOf('Urgent 2')]).toEqual([0, 2]);
  });

  test.each([
    ['Closing', 5],
    ['Closed', 6],
  ] as const)('a list that is %s has no place', async (name, status) => {
    const id = await listWith(`No place ${name}`, status);
    for (const where of ['first', 'turn'] as const) {
      const answer = await place(id, where);
      expect(answer.status).toBe(409);
      expect(answer.text).toContain('Only a list that is not closed has a place');
    }
    expect((await place(987_654, 'first')).status).toBe(404);
  });
});

describe('close', () => {
  test.each([
    ['Loaded', 4],
    ['Open', 3],
  ] as const)(
    'ends a list that is %s: nothing is in progress, so it is Closed',
    async (name, status) => {
      const id = await listWith(`Close ${name}`, status);
      expect((await close(id)).json()).toBe(true);
      expect((await listNamed(`Close ${name}`))?.callListStatusName).toBe('Closed');
    },
  );

  test('of a New list cancels its upload: the list is gone', async () => {
    const id = await listWith('Close New', 1);
    // An upload makes the counts only with the numbers.
    await asClient(db, client.clientId, (tx) =>
      tx.run('DELETE FROM call_list_count WHERE client_id = $1 AND call_list_id = $2', [
        client.clientId,
        id,
      ]),
    );
    expect((await close(id)).json()).toBe(true);
    expect(await listNamed('Close New')).toBeUndefined();
  });

  test.each([
    ['Processing', 2],
    ['Closing', 5],
    ['Closed', 6],
  ] as const)('of a list that is %s is refused with what can be closed', async (name, status) => {
    const answer = await close(await listWith(`Refuse ${name}`, status));
    expect(answer.status).toBe(409);
    expect(answer.json<ProblemBody>()).toMatchObject({
      code: 'conflict',
      detail: 'Only a list that is New, Loaded or Open can be closed.',
    });
  });

  test('of an unknown list or of another client is not found', async () => {
    const stranger = await api.signIn(await makeClient(db));
    expect((await close(999_999)).status).toBe(404);
    expect((await close(closedId, stranger)).status).toBe(404);
  });
});

describe('renew', () => {
  test.each([
    ['All Numbers not called', [true, false, false], ['1']],
    ['All Numbers Called and Answered', [false, true, false], ['2', '3']],
    ['All Numbers Called and Not answered', [false, false, true], ['4', '5', '6', '7']],
  ] as const)(
    '%s takes exactly those',
    async (name, [notCalled, answered, notAnswered], phones) => {
      const answer = await renew({
        newCalllistName: name,
        filterOptionNotCalled: notCalled,
        filterOptionCalledAnswered: answered,
        filterOptionCalledNotAnswered: notAnswered,
      });
      expect(answer.json(), answer.text).toBe(true);
      const made = await listNamed(name);
      expect(made).toMatchObject({
        callListStatusName: 'Loaded',
        originalCallListId: closedId,
        originalCallListName: 'Called once',
        phoneCount: phones.length,
        availableCount: phones.length,
        calledCount: 0,
      });
      expect(await phonesOf(made?.callListId)).toEqual(phones);
    },
  );

  test('leaves out the numbers that are on the do-not-call list now', async () => {
    const own = '13025550102';
    await asClient(db, client.clientId, (tx) =>
      tx.run(`INSERT INTO do_not_call (client_id, phone, source) VALUES ($1, $2, 'manager')`, [
        client.clientId,
        own,
      ]),
    );
    await renew({ newCalllistName: 'Without one' });
    const made = await listNamed('Without one');
    expect(await phonesOf(made?.callListId)).toEqual(['1', '3', '4', '5', '6', '7']);
    await asClient(db, client.clientId, (tx) =>
      tx.run('DELETE FROM do_not_call WHERE client_id = $1 AND phone = $2', [client.clientId, own]),
    );
  });

  test('makes no list when no number remains, and says so with the documented sentence', async () => {
    const id = await makeCallList(db, client.clientId, {
      campaignId,
      name: 'Without entries',
      phones: 0,
      status: 6,
    });
    const before = (await lists()).length;
    const answer = await renew({ newCalllistName: 'Nothing' }, id);
    expect(answer.status).toBe(409);
    expect(answer.json<ProblemBody>()).toMatchObject({
      code: 'nothing_to_call',
      detail: noNumbers,
    });
    expect(await lists()).toHaveLength(before);
  });

  test.each([
    ['newCalllistName', { newCalllistName: '  ' }, 'A name is required for the contact list'],
    ['newCalllistName', { newCalllistName: undefined }, 'A name is required for the contact list'],
    ['campaignId', { campaignId: 0 }, 'Campaign selection is required'],
    ['campaignId', { campaignId: undefined }, 'Campaign selection is required'],
    [
      'filterOptionNotCalled',
      {
        filterOptionNotCalled: false,
        filterOptionCalledAnswered: false,
        filterOptionCalledNotAnswered: false,
      },
      'Please select at least one option above',
    ],
  ])('is refused without %s: %j', async (path, given, message) => {
    const answer = await renew(given);
    expect(answer.status, answer.text).toBe(422);
    expect(answer.json<ProblemBody>()).toMatchObject({
      code: 'rule_broken',
      detail: message,
      errors: [{ path, message }],
    });
  });

  test.each([
    ['New', 1],
    ['Processing', 2],
    ['Open', 3],
    ['Loaded', 4],
    ['Closing', 5],
  ] as const)('of a list that is %s is refused', async (name, status) => {
    const answer = await renew({}, await listWith(`Renew ${name}`, status));
    expect(answer.status).toBe(409);
    expect(answer.json<ProblemBody>().detail).toBe('Only a closed list can be reused.');
  });

  test("of an unknown list, of another client's or for its campaign is not found", async () => {
    const other = await makeClient(db);
    const stranger = await api.signIn(other);
    const foreign = await makeCampaign(db, other.clientId, { name: 'Theirs' });
    expect((await renew({}, 999_999)).status).toBe(404);
    expect((await renew({ campaignId: foreign })).status).toBe(404);
    expect((await renew({ campaignId: foreign }, closedId, stranger)).status).toBe(404);
    expect((await renew({ clientId: other.clientId })).status).toBe(403);
    expect((await renew({ calllistId: closedId + 1 })).status).toBe(404);
  });
});
