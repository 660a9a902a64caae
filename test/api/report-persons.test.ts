/** Attempts and persons apart: in the report, and way by way of a contact list. */
import { describe, expect, test } from 'vitest';
import type { RecordPersons } from '../../src/contract/call-record-summary.ts';
import type { FollowUpState, ListWays } from '../../src/contract/follow-up-state.ts';
import { asClient } from '../../src/db/database.ts';
import { stepStride } from '../../src/db/entry-steps.ts';
import { ended, record, rule, setRules, takeEntries } from '../engine/follow-up-world.ts';
import { afternoon, makeList } from '../engine/world.ts';
import { testApi } from '../harness/api.ts';
import { caller } from '../harness/caller.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSession } from '../harness/session.ts';

const db = await freshDatabase();
const api = await testApi(db, { now: () => new Date(afternoon) });
const client = await makeClient(db);
const { clientId } = client;
const me = caller(api.url, await openSession(db, clientId, client.manager.managerId));

const secondId = await makeCampaign(db, clientId, { name: 'Second try' });
const campaignId = await makeCampaign(db, clientId, { name: 'First try' });
const campaign = { clientId, campaignId };
await setRules(db, campaign, [
  rule({ most: 1 }),
  rule({ ruleId: 2, after: 'machine', action: 'campaign', campaignId: secondId, most: 1 }),
]);
// Persons 1 to 6: reached, no answer and then reached, no answer twice, a machine, not called, blocked.
const listId = await makeList(db, campaign, { entries: 6 });
await takeEntries(db, campaign, listId, [1, 2, 3, 4]);
await record(db, clientId, [
  ended(listId, 1, 'person'),
  ended(listId, 2, 'no_answer'),
  ended(listId, 3, 'no_answer'),
  ended(listId, 4, 'machine'),
]);
await takeEntries(db, campaign, listId, [2 + stepStride, 3 + stepStride]);
await record(db, clientId, [
  ended(listId, 2 + stepStride, 'person'),
  ended(listId, 3 + stepStride, 'no_answer'),
]);
const followed = await asClient(db, clientId, (tx) =>
  tx.row<{ id: number }>('SELECT call_list_id AS id FROM call_list WHERE follows_list_id = $1', [
    listId,
  ]),
);
const followedId = followed?.id ?? 0;

async function persons(body: object): Promise<RecordPersons | null> {
  const response = await me.post('/api/reports/cdrpersons', body);
  expect(response.status, response.text).toBe(200);
  return response.json<{ counted: RecordPersons | null }>().counted;
}

const ways = async (id: number): Promise<ListWays> => {
  const response = await me.get(`/api/calllist/${id}/followups`);
  expect(response.status, response.text).toBe(200);
  return response.json();
};

describe('the report', () => {
  test('counts persons apart from attempts, under its filter, as Live Monitoring does', async () => {
    expect(await persons({})).toEqual({ attempts: 6, persons: 4, reached: 2 });
    const state = (await me.get(`/api/campaign/${campaignId}/followups`)).json<FollowUpState>();
    expect(await persons({ filters: { campaigns: [campaignId] } })).toMatchObject({
      attempts: state.attempts,
      reached: state.reached,
    });
    expect(await persons({ filters: { outcome: ['no_answer'] } })).toEqual({
      ...{ attempts: 3, persons: 2, reached: 0 },
    });
  });

  test('counts nobody unasked where many records match', async () => {
    expect(await persons({ most: 5 })).toBeNull();
    expect(await persons({ most: 6 })).toMatchObject({ persons: 4 });
  });

  test('takes somebody who was followed up in another campaign for one person', async () => {
    await takeEntries(db, { clientId, campaignId: secondId }, followedId, [4 + stepStride]);
    await record(db, clientId, [ended(followedId, 4 + stepStride, 'person')]);
    expect(await persons({})).toEqual({ attempts: 7, persons: 4, reached: 3 });
    expect(await persons({ filters: { campaigns: [secondId] } })).toEqual({
      ...{ attempts: 1, persons: 1, reached: 1 },
    });
  });

  test('counts somebody whom an engine reached and then died', async () => {
    await takeEntries(db, campaign, listId, [5]);
    await asClient(db, clientId, (tx) =>
      tx.run('UPDATE attempt SET reached_at = $3 WHERE call_list_id = $1 AND entry_id = $2', [
        ...[listId, 5],
        new Date(afternoon),
      ]),
    );
    await record(db, clientId, [ended(listId, 5, 'unknown')]);
    expect(await persons({})).toEqual({ attempts: 8, persons: 5, reached: 4 });
  });
});

describe('a contact list', () => {
  test('says of each way how many wait, are done and have ended, in other campaigns too', async () => {
    await asClient(db, clientId, (tx) =>
      tx.run(
        `UPDATE list_entry SET state = 2, reason = 'do_not_call'
         WHERE call_list_id = $1 AND entry_id = 6`,
        [listId],
      ),
    );
    const { ways: found, texts } = await ways(listId);
    expect(texts).toBe(false);
    expect(found.map(({ steps: _, ...counts }) => counts)).toEqual([
      { numbers: 6, waiting: 0, inProgress: 0, awaited: 0, done: 5, reached: 2, ended: 1 },
      { numbers: 2, waiting: 0, inProgress: 0, awaited: 0, done: 2, reached: 1, ended: 0 },
      { numbers: 1, waiting: 0, inProgress: 0, awaited: 0, done: 1, reached: 1, ended: 0 },
    ]);
    expect(found.map(({ steps }) => steps.map(({ sentence }) => sentence))).toEqual([
      [],
      ['No answer: call again, after 4 hours, at most once per person.'],
      [
        'Answered by a machine: continue with "Second try", after 4 hours, at most once per person.',
      ],
    ]);
  });

  test('that another campaign follows begins with the way to it; a stranger sees none', async () => {
    const { ways: own } = await ways(followedId);
    expect(own.map(({ steps, done }) => [steps.length, done])).toEqual([[1, 1]]);
    const other = await api.signIn(await makeClient(db));
    expect((await other.get(`/api/calllist/${listId}/followups`)).status).toBe(404);
    const theirs = await other.post('/api/reports/cdrpersons', {});
    expect(theirs.json()).toEqual({ counted: { attempts: 0, persons: 0, reached: 0 } });
  });
});

test('persons are still counted when retention has deleted the entries of their list', async () => {
  const before = await persons({});
  await asClient(db, clientId, async (tx) => {
    await tx.run('DELETE FROM attempt WHERE client_id = $1', [clientId]);
    await tx.run('DELETE FROM list_entry WHERE client_id = $1', [clientId]);
  });
  expect(await persons({})).toEqual(before);
});
