/** Writes a random campaign as the engine leaves it. */
import { asClient, type Database, type Tx } from '../../src/db/database.ts';
import { placeGroupOf, placeVersion, versionShift } from '../../src/domain/place-group.ts';
import { type Campaign, makeCampaign, makeTestClient } from '../engine/world.ts';
import { heldFor, minute, type RandomCampaign, type RandomEntry } from './random-funnel.ts';

let numbers = 2_000_000;

/** Phones are added to the entries. */
export async function storeCampaign(db: Database, given: RandomCampaign) {
  const clientId = await makeTestClient(db);
  const campaign = await makeCampaign(db, {
    clientId,
    customerMessage: null,
    machineMessage: null,
  });
  const lists = given.lists.map((list) => ({
    ...list,
    entries: list.entries.map((one) => ({ ...one, phone: phoneOf(one) })),
  }));
  await asClient(db, clientId, async (tx) => {
    await tx.run('UPDATE client SET calling_hours = $2 WHERE client_id = $1', [
      clientId,
      given.hours && JSON.stringify(given.hours),
    ]);
    if (given.cap) {
      // The other kind's cap is nothing to calls.
      await tx.run(
        `INSERT INTO contact_cap (client_id, kind, most, days, complete)
         VALUES ($1, 'call', $2, $3, true), ($1, 'text', 1, 365, true)`,
        [clientId, given.cap.most, given.cap.days],
      );
    }
    const status = given.running ? 3 : 1;
    await tx.run('UPDATE campaign SET run_status = $2 WHERE client_id = $1', [clientId, status]);
    for (const [at, list] of lists.entries()) {
      await storeList(tx, { ...campaign, now: given.now, name: `List ${at}` }, list);
    }
  });
  return { ...campaign, lists };
}

interface StoredList {
  status: number;
  entries: (RandomEntry & { phone: string })[];
}

async function storeList(
  tx: Tx,
  { clientId, campaignId, now, name }: Campaign & { now: number; name: string },
  { status, entries }: StoredList,
) {
  const list = await tx.row<{ id: number }>(
    `INSERT INTO call_list (client_id, campaign_id, name, status_id, account_count, phone_count)
     VALUES ($1, $2, $3, $4, $5, $5) RETURNING call_list_id AS id`,
    [clientId, campaignId, name, status, entries.length],
  );
  const rows = entries.map((one, n) => rowOf(one, n + 1, now));
  await tx.run(
    `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, state,
       due_at, reason, state_code, zip_code, place_group)
     SELECT $1, $2, n, n, phone, stands, due::timestamptz, reason, state, zip, place
     FROM json_to_recordset($3) AS v (n int, phone text, stands int, due text, reason text,
       state text, zip text, place int)`,
    [clientId, list?.id, JSON.stringify(rows)],
  );
  await storeAttempts(tx, [clientId, list?.id, campaignId, JSON.stringify(rows)]);
  const unclear = entries.filter((one) => one.undecided).map(({ phone }) => phone);
  await tx.run(
    `WITH texts AS (
       INSERT INTO inbound_text (client_id, phone, texting_number, received, message, intent,
         carrier_ref)
       SELECT $1, phone, '13025560000', now(), 'Wrong number', 5, 'test:' || phone
       FROM unnest($2::text[]) AS phone RETURNING inbound_text_id, phone)
     INSERT INTO contact_rest (client_id, inbound_text_id, phone, since)
     SELECT $1, inbound_text_id, phone, now() FROM texts`,
    [clientId, unclear],
  );
  const count = (of: (one: RandomEntry) => boolean) => entries.filter(of).length;
  await tx.run(
    `INSERT INTO call_list_count (client_id, call_list_id, attempted, person, barred,
       barred_key, barred_text, barred_number) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ...[clientId, list?.id, count((one) => one.stands === 1)],
      count((one) => one.stands === 1 && one.other),
      count((one) => one.stands === 2),
      count((one) => one.stands === 2 && one.barred === 'opt_out_key'),
      count((one) => one.stands === 2 && one.barred === 'opt_out_text'),
      count((one) => one.stands === 2 && one.barred === 'number_not_dialed'),
    ],
  );
}

/** `of`: the client, the list, the campaign and the rows as JSON. */
async function storeAttempts(tx: Tx, of: readonly unknown[]) {
  // An open attempt of a waiting number stands in a list of another campaign.
  await tx.run(
    `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
       attempted_at, finished_at, result)
     SELECT $1, CASE WHEN stands = 1 THEN $2 ELSE $2 + 1000000 END, n, $3, phone,
       gen_random_uuid(), now(), CASE WHEN stands = 1 AND other THEN now() END,
       CASE WHEN stands = 1 AND other THEN 'person' END
     FROM json_to_recordset($4) AS v (n int, phone text, stands int, other boolean)
     WHERE stands = 1 OR (stands = 0 AND other)`,
    of,
  );
  await tx.run(
    `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
       attempted_at, finished_at, result, counts_as)
     SELECT $1, $2 + 1000000 * (1 + t.n), v.n, $3, phone, gen_random_uuid(), t.at::timestamptz,
       t.at::timestamptz, 'busy', 'call'
     FROM json_to_recordset($4) AS v (n int, phone text, stands int, tried json),
       json_array_elements_text(v.tried) WITH ORDINALITY AS t (at, n)
     WHERE stands = 0`,
    of,
  );
}

function phoneOf({ areaCode }: RandomEntry): string {
  numbers += 1;
  return `1${areaCode}${numbers}`;
}

function rowOf(one: RandomEntry & { phone: string }, n: number, now: number) {
  const { phone, stands, state, zipCode: zip, other } = one;
  const waits = one.due !== null && one.due > 0;
  const due = one.due === null ? '-infinity' : new Date(now + one.due * minute).toISOString();
  const reason = stands === 2 ? one.barred : keptReason(one, waits);
  const tried = one.tried.map((ago) => new Date(now - ago * minute).toISOString());
  return { n, phone, stands, due, reason, state, zip, place: placeOf(one), other, tried };
}

function placeOf(one: RandomEntry): number | null {
  if (one.placed === null) return null;
  // Of other tables, it may mean anything.
  return one.placed === 'now' ? placeGroupOf(one) : 2 ** versionShift * (placeVersion + 1) + 5;
}

/** A number that is held back has a reason; the carrier's refusal never delays. */
function keptReason({ reason }: RandomEntry, waits: boolean): string | null {
  if (!waits) return reason;
  return reason !== null && heldFor.includes(reason) ? reason : 'calling_hours';
}
