/**
 * The other half of promise 2: an opt-out is answered only when nothing can be dialled any more.
 * Not for the engine itself, which would wait for its own step: that one calls `commitOptOuts`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { campaignType } from '#contract/campaign.ts';
import { asClient, type Database, type Tx } from '../database.ts';
import { type AccountNumber, numbersOfAccounts } from './account-numbers.ts';
import { commitOptOuts } from './opt-out-commit.ts';

/** Real milliseconds between two looks. */
const lookEvery = 25;

/** A call or text that stood as an attempt before the opt-out and has not ended. */
interface OpenCall {
  /** The number that opted out; the call may be to another one of its account. */
  phone: string;
  callListId: number;
  entryId: number;
  /** Its lease as it stands: changes when the hand-over is over for certain. */
  lease: string;
}

/**
 * Commits the opt-out as `commitOptOuts`, with the same parameters. Then waits until every call and text
 * to these numbers that was claimed before has been handed to its carrier, or never will be. At most the
 * time that a carrier has for its answer (10 seconds) and the one until the lease says so (2 seconds), or
 * a dead engine's lease (8 seconds); nothing when none was claimed.
 *
 * 1. A list that became Loaded while an operator's file was being written escaped its look (a person's
 *    own stop and a load wait for each other, stops-meanwhile.ts): the waiting entries are barred once more. A claim that holds one of them is waited for.
 * 2. From here on every claim sees the number on the list. What was claimed before stands as an
 *    open attempt. A text's says itself when its carrier has answered. A call's does not, but its
 *    lease does: `handed_over` grows when the engine has nothing under way (`renewLeases`). So does a
 *    later attempt of that campaign, because an engine hands over the calls of one claim before the
 *    next. And a lease that ran out or changed hands says that nothing more is handed over under it.
 */
export async function settleOptOuts<T>(
  db: Database,
  clientId: number,
  write: (tx: Tx) => Promise<T>,
  phonesOf: (written: T) => readonly string[],
): Promise<T> {
  const written = await commitOptOuts(db, clientId, write, phonesOf);
  const phones = phonesOf(written);
  if (phones.length === 0) return written;
  let left = await callsInHand(db, clientId, phones);
  while (left.size > 0) {
    await sleep(lookEvery);
    left = stillInHand(left, await callsInHand(db, clientId, phones));
  }
  return written;
}

type HeardIn = Pick<OpenCall, 'callListId' | 'entryId'>;

const nameOf = ({ phone, callListId, entryId }: HeardIn & Pick<OpenCall, 'phone'>) =>
  `${phone} ${callListId}-${entryId}`;

/** How the lease stands, by call and text: "phone list-entry". */
export type InHand = ReadonlyMap<string, string>;

/** What of it is to this number or its account, without the call in which the person is heard. */
export function inHandOf(all: InHand, phone: string, heardIn?: HeardIn): InHand {
  const own = heardIn && nameOf({ phone, ...heardIn });
  return new Map([...all].filter(([call]) => call.startsWith(`${phone} `) && call !== own));
}

/** What stands in both looks under the same lease is still in hand. */
export function stillInHand(before: InHand, now: InHand): InHand {
  return new Map([...now].filter(([call, lease]) => before.get(call) === lease));
}

/** Open attempts to these numbers and their accounts whose engine may still be about to hand them over. */
export async function callsInHand(
  db: Database,
  clientId: number,
  phones: readonly string[],
): Promise<InHand> {
  const calls = await asClient(db, clientId, async (tx) => {
    const { numbers } = await numbersOfAccounts(tx, clientId, phones);
    const own = phones.map((phone) => ({ asked: phone, phone }));
    return openCalls(tx, clientId, [...own, ...numbers]);
  });
  return new Map(calls.map((call) => [nameOf(call), call.lease]));
}

/**
 * By number first, and the newest call of a campaign once: `attempt` has no statistics in its first
 * minutes, and a plan that compared all open calls with each other took 17 s at 7,000 of them.
 */
function openCalls(
  tx: Tx,
  clientId: number,
  numbers: readonly Pick<AccountNumber, 'asked' | 'phone'>[],
): Promise<OpenCall[]> {
  return tx.rows<OpenCall>(
    `WITH own AS MATERIALIZED (
         SELECT v.asked, a.*
         FROM unnest($2::text[], $3::text[]) AS v (asked, phone)
         CROSS JOIN LATERAL (
           SELECT call_list_id, entry_id, campaign_id, engine_id, attempted_at FROM attempt
           WHERE client_id = $1 AND phone = v.phone
             AND finished_at IS NULL AND receipt_until IS NULL OFFSET 0) AS a),
       newest AS MATERIALIZED (
         SELECT o.campaign_id, o.engine_id, (
           SELECT max(x.attempted_at) FROM (
             SELECT attempted_at FROM attempt
             WHERE client_id = $1 AND campaign_id = o.campaign_id AND engine_id = o.engine_id
               AND finished_at IS NULL AND receipt_until IS NULL OFFSET 0) AS x) AS at
         FROM (SELECT DISTINCT campaign_id, engine_id FROM own) AS o)
       SELECT DISTINCT a.asked AS phone, a.call_list_id AS "callListId", a.entry_id AS "entryId",
         concat_ws(' ', l.fence, l.handed_over) AS lease
       FROM own a
       JOIN newest n USING (campaign_id, engine_id)
       JOIN campaign_lease l ON l.client_id = $1 AND l.campaign_id = a.campaign_id
         AND l.engine_id = a.engine_id AND l.until > clock_timestamp()
       JOIN campaign c ON c.client_id = $1 AND c.campaign_id = a.campaign_id
       WHERE c.campaign_type = ${campaignType.texting} OR a.attempted_at >= n.at
       ORDER BY 1, 2, 3`,
    [clientId, numbers.map(({ asked }) => asked), numbers.map(({ phone }) => phone)],
  );
}
