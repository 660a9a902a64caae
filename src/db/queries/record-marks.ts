/** What becomes known about a call or text after its record was made: a reply, a late key 9. */
import { messageIntent } from '#contract/inbound-text.ts';
import type { Tx } from '../database.ts';
import { recordMark } from '../record-outcome.ts';
import type { AttemptKey } from './attempt-key.ts';
import { addToBrake } from './brake.ts';
import type { PlacedKey } from './brake-calls.ts';

/** A reply refers to a text of the last days; a person who writes later means something else. */
const repliesWithin = '14 days';

interface Reply {
  phone: string;
  textingNumber: string;
  received: Date;
  intent: number;
}

/** SQL: the attempt of the text that a reply `v` is to. */
const lastText = `SELECT a.attempted_at, a.call_list_id, a.entry_id, a.campaign_id FROM attempt a
       WHERE a.phone = v.phone AND a.client_id = $1 AND a.caller_id = v.texting_number
         AND a.attempted_at <= v.received
         AND a.attempted_at > v.received - interval '${repliesWithin}'
         AND EXISTS (
           SELECT FROM outbound_text t WHERE t.client_id = $1
             AND t.call_list_id = a.call_list_id AND t.entry_id = a.entry_id)
       ORDER BY a.attempted_at DESC LIMIT 1`;

/** A STOP counts for the campaign of the text that it replies to. */
async function countStops(tx: Tx, clientId: number, replies: readonly Reply[]): Promise<void> {
  const stops = replies.filter(({ intent }) => intent === messageIntent.optOut);
  if (stops.length === 0) return;
  const texts = await tx.rows<PlacedKey & { campaignId: number }>(
    `SELECT last.campaign_id AS "campaignId", last.call_list_id AS "callListId",
       last.entry_id AS "entryId", last.attempted_at AS at
     FROM unnest($2::text[], $3::text[], $4::timestamptz[]) AS v (phone, texting_number, received)
     CROSS JOIN LATERAL (${lastText}) AS last
     WHERE EXISTS (SELECT FROM brake_limit b WHERE b.client_id = $1)
     ORDER BY last.campaign_id`,
    [
      clientId,
      stops.map(({ phone }) => phone),
      stops.map(({ textingNumber }) => textingNumber),
      stops.map(({ received }) => received),
    ],
  );
  for (const [campaignId, own] of Map.groupBy(texts, (one) => one.campaignId)) {
    const tallies = own.map(({ callListId, entryId, at }) => ({
      ...{ optedOut: 1, call: { callListId, entryId }, at },
    }));
    await addToBrake(tx, { clientId, campaignId }, tallies);
  }
}

/**
 * Marks the last text that went from a reply's number to its writer. A text whose receipt has not
 * come has no record yet: the insert looks for replies itself (call-record-insert.ts).
 */
export async function markReplied(
  tx: Tx,
  clientId: number,
  replies: readonly Reply[],
): Promise<void> {
  if (replies.length === 0) return;
  await countStops(tx, clientId, replies);
  // By keys, one by one (decision 014): a young database has no statistics.
  await tx.run(
    `UPDATE call_record r SET marks = r.marks | v.marks
     FROM unnest($2::text[], $3::text[], $4::timestamptz[], $5::smallint[])
       AS v (phone, texting_number, received, marks)
     CROSS JOIN LATERAL (${lastText}) AS last
     WHERE r.client_id = $1 AND r.started_at = last.attempted_at
       AND r.call_list_id = last.call_list_id AND r.entry_id = last.entry_id`,
    [
      clientId,
      replies.map(({ phone }) => phone),
      replies.map(({ textingNumber }) => textingNumber),
      replies.map(({ received }) => received),
      replies.map(
        ({ intent }) =>
          recordMark.replied | (intent === messageIntent.optOut ? recordMark.optedOut : 0),
      ),
    ],
  );
}

/** A 9 that came when the call's record was there already. */
export async function markOptedOutByKey(
  tx: Tx,
  clientId: number,
  { callListId, entryId }: AttemptKey,
  key: string,
): Promise<void> {
  await tx.run(
    `UPDATE call_record r SET marks = r.marks | ${recordMark.optedOut},
       key_pressed = concat_ws(', ', nullif(r.key_pressed, ''), $4::text)
     FROM attempt a
     WHERE a.client_id = $1 AND a.call_list_id = $2 AND a.entry_id = $3
       AND r.client_id = $1 AND r.started_at = a.attempted_at AND r.call_list_id = $2
       AND r.entry_id = $3 AND r.marks & ${recordMark.optedOut} = 0`,
    [clientId, callListId, entryId, key],
  );
}
