import { describe, expect, test } from 'vitest';
import type { ProblemBody } from '../../src/contract/errors.ts';
import { asClient } from '../../src/db/database.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { callListWorld } from './call-list-world.ts';

const { db, api, client, campaignId, closedId, lists, listNamed, renew, listWith, phonesOf } =
  await callListWorld();

const noNumbers =
  "Failed to create a new contact list for the given filters. If there are no eligible numbers to be added, a new contact list won't be created.";

describe('renew', () => {
  test.each([
    ['All Numbers not called', [true, false, false], ['1']],
    ['All Numbers Called and Answered', [false, true, false], ['2', '3']],
    ['All Numbers Called and Not answered', [false, false, true], ['4', '5', '6', '7']],
  ] as const)(
    '%s takes exactly those',
    async (name, [notCalled, answered, notAnswered], phones) => {
      const response = await renew({
        newCalllistName: name,
        filterOptionNotCalled: notCalled,
        filterOptionCalledAnswered: answered,
        filterOptionCalledNotAnswered: notAnswered,
      });
      expect(response.json(), response.text).toBe(true);
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

  test('the count before it is that of the list it makes, filter by filter', async () => {
    const manager = await api.signIn(client);
    const count = async () => (await manager.get(`/api/calllist/${closedId}/renew`)).json();
    expect(await count()).toEqual({ notCalled: 1, calledAnswered: 2, calledNotAnswered: 4 });
    await asClient(db, client.clientId, (tx) =>
      tx.run(
        `INSERT INTO do_not_call (client_id, phone, source)
         VALUES ($1, '13025550102', 'manager')`,
        [client.clientId],
      ),
    );
    expect(await count()).toEqual({ notCalled: 1, calledAnswered: 1, calledNotAnswered: 4 });
    await asClient(db, client.clientId, (tx) =>
      tx.run('DELETE FROM do_not_call WHERE client_id = $1', [client.clientId]),
    );
    const open = (await listNamed('All Numbers not called'))?.callListId;
    const refused = await manager.get(`/api/calllist/${open}/renew`);
    expect(refused.status).toBe(409);
  });

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
    const response = await renew({ newCalllistName: 'Nothing' }, id);
    expect(response.status).toBe(409);
    expect(response.json<ProblemBody>()).toMatchObject({
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
    const response = await renew(given);
    expect(response.status, response.text).toBe(422);
    expect(response.json<ProblemBody>()).toMatchObject({
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
    const response = await renew({}, await listWith(`Renew ${name}`, status));
    expect(response.status).toBe(409);
    expect(response.json<ProblemBody>().detail).toBe('Only a closed list can be reused.');
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
