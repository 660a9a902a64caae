import { describe, expect, test } from 'vitest';
import type { ProblemBody } from '../../src/contract/errors.ts';
import { asClient } from '../../src/db/database.ts';
import { makeClient } from '../harness/clients.ts';
import { callListWorld } from './call-list-world.ts';

const { db, api, client, manager, campaignId, closedId, listNamed, close, closeSeen, listWith } =
  await callListWorld();

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
    followUpCount: 0,
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
    consent: null,
    priority: 0,
    hasImportResult: false,
    version: 1,
    changedBy: null,
    changedAt: null,
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
  const move = (id: number, where: 'first' | 'turn', of = manager) =>
    of.post(`/api/calllist/${id}/${where}`, { callListId: id });

  test('a list comes before those that were put first before it, until it takes turns again', async () => {
    const [one, other] = [await listWith('Urgent 1', 4), await listWith('Urgent 2', 3)];
    expect((await move(one, 'first')).json()).toBe(true);
    expect((await move(other, 'first')).json()).toBe(true);
    expect([await priorityOf('Urgent 1'), await priorityOf('Urgent 2')]).toEqual([1, 2]);
    await move(one, 'first');
    expect(await priorityOf('Urgent 1')).toBe(3);
    expect((await move(one, 'turn')).json()).toBe(true);
    expect([await priorityOf('Urgent 1'), await priorityOf('Urgent 2')]).toEqual([0, 2]);
  });

  test.each([
    ['Closing', 5],
    ['Closed', 6],
  ] as const)('a list that is %s cannot be reordered', async (name, status) => {
    const id = await listWith(`Fixed ${name}`, status);
    for (const where of ['first', 'turn'] as const) {
      const response = await move(id, where);
      expect(response.status).toBe(409);
      expect(response.text).toContain('A list that is closing or closed cannot be reordered.');
    }
    expect((await move(987_654, 'first')).status).toBe(404);
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
    const response = await close(await listWith(`Refuse ${name}`, status));
    expect(response.status).toBe(409);
    expect(response.json<ProblemBody>()).toMatchObject({
      code: 'conflict',
      detail: 'Only a list that is New, Loaded or Open can be closed.',
    });
  });

  test.each([
    ['New', 1, 'Loaded', 4],
    ['New', 1, 'Open', 3],
    ['Loaded', 4, 'New', 1],
  ] as const)(
    'of a list that was seen as %s (%i) is refused when it is %s: a cancel is no close',
    async (seenName, seen, name, status) => {
      const list = `Seen ${seenName}, is ${name}`;
      const response = await closeSeen(await listWith(list, status), seen);
      expect([response.status, response.json<ProblemBody>().code]).toEqual([
        409,
        'changed_meanwhile',
      ]);
      expect((await listNamed(list))?.callListStatusName).toBe(name);
    },
  );

  test('of a list that was seen as Open is done when it is Loaded: it is the same close', async () => {
    const id = await listWith('Seen Open, is Loaded', 4);
    expect((await closeSeen(id, 3)).json()).toBe(true);
  });

  test('of an unknown list or of another client is not found', async () => {
    const stranger = await api.signIn(await makeClient(db));
    expect((await close(999_999)).status).toBe(404);
    expect((await close(closedId, stranger)).status).toBe(404);
  });
});
