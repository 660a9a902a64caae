/** A client with a campaign, and a closed list of it with an entry of each result. */
import type { CallList } from '../../src/contract/call-list.ts';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

/** One entry each, in this order; undefined was never called. */
const results = [undefined, 'person', 'machine', 'no_answer', 'busy', 'failed', 'unknown'];

export async function callListWorld() {
  const db = await freshDatabase();
  const api = await testApi(db);

  const client = await makeClient(db);
  const manager = await api.signIn(client);
  const campaignId = await makeCampaign(db, client.clientId, { name: 'Reminders' });
  /** Closed, with an entry of each result; its numbers end in 0101, 0102 … */
  const closedId = await makeCallList(db, client.clientId, {
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

  const lists = async (of = manager) => (await of.get('/api/calllist')).json<CallList[]>();
  const listNamed = async (name: string) =>
    (await lists()).find((list) => list.originalFileName === name);
  const close = (id: number, of = manager) =>
    of.post(`/api/calllist/${id}/close`, { callListId: id });
  /** As the console sends it, with the status that the manager saw. */
  const closeSeen = (id: number, seenStatusId: number) =>
    manager.post(`/api/calllist/${id}/close`, { callListId: id, seenStatusId });
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

  return {
    db,
    api,
    client,
    manager,
    campaignId,
    closedId,
    lists,
    listNamed,
    close,
    closeSeen,
    renew,
    listWith,
    phonesOf,
  };
}
