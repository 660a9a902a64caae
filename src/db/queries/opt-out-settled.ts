/**
 * The other half of promise 2: an opt-out is confirmed only when nothing can be dialed any more.
 * Not for the engine, which would wait for its own step: it calls `commitOptOuts`.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { campaignType } from '#contract/campaign.ts';
import { realMs } from '#domain/milliseconds.ts';
import { inFlight } from '../attempt-states.ts';
import { asClient, type Database, type Tx } from '../database.ts';
import { stands } from '../lease-states.ts';
import { type AccountNumber, numbersOfAccounts } from './account-numbers.ts';
import { commitOptOuts } from './opt-out-commit.ts';

/** Between two reads. */
const pollEvery = realMs(25);

/** A call or text whose attempt is older than the opt-out and has not ended. */
interface OpenCall {
  /** The number that opted out; the call may be to another one of its account. */
  phone: string;
  callListId: number;
  entryId: number;
  /** The state of its lease: changes when the submission is certainly over. */
  lease: string;
}

/**
 * Commits the opt-out as `commitOptOuts`, with the same parameters. Then waits until every call and
 * text to these numbers that was claimed before was submitted, or never will be. At most the
 * carrier's timeout (10 seconds) plus the time until the lease shows it (2 seconds), or a dead
 * engine's lease (8 seconds); no time when none was claimed.
 *
 * 1. A list that became Loaded while an operator's file was being written was missed (a person's
 *    own stop and a load wait for each other, stops-meanwhile.ts): the waiting entries are barred
 *    once more. A claim that holds one of them is waited for.
 * 2. From here on every claim sees the number on the list. Earlier claims left an open attempt. A
 *    text's attempt shows when its carrier has responded. A call's does not, but its lease does:
 *    `submissions_settled` grows when the engine has no submission in progress (`renewLeases`). A later
 *    attempt of that campaign shows it, too, because an engine submits the calls of one claim
 *    before the next. And a lease that ran out or changed its owner means that nothing more is
 *    submitted under it.
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
  let left = await unsettledCalls(db, clientId, phones);
  while (left.size > 0) {
    await sleep(pollEvery);
    left = stillUnsettled(left, await unsettledCalls(db, clientId, phones));
  }
  return written;
}

type CallKey = Pick<OpenCall, 'callListId' | 'entryId'>;

const nameOf = ({ phone, callListId, entryId }: CallKey & Pick<OpenCall, 'phone'>) =>
  `${phone} ${callListId}-${entryId}`;

/** The state of the lease, by call and text: "phone list-entry". */
export type Unsettled = ReadonlyMap<string, string>;

/** Those of this number or its account, except the call in which the person opted out. */
export function unsettledOf(all: Unsettled, phone: string, except?: CallKey): Unsettled {
  const own = except && nameOf({ phone, ...except });
  return new Map([...all].filter(([call]) => call.startsWith(`${phone} `) && call !== own));
}

/** Those in both reads with the same lease state are still unsettled. */
export function stillUnsettled(before: Unsettled, now: Unsettled): Unsettled {
  return new Map([...now].filter(([call, lease]) => before.get(call) === lease));
}

/**
 * Open attempts to these numbers and their accounts whose engine may still be about to submit them.
 */
export async function unsettledCalls(
  db: Database,
  clientId: number,
  phones: readonly string[],
): Promise<Unsettled> {
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
             AND ${inFlight()} OFFSET 0) AS a),
       newest AS MATERIALIZED (
         SELECT o.campaign_id, o.engine_id, (
           SELECT max(x.attempted_at) FROM (
             SELECT attempted_at FROM attempt
             WHERE client_id = $1 AND campaign_id = o.campaign_id AND engine_id = o.engine_id
               AND ${inFlight()} OFFSET 0) AS x) AS at
         FROM (SELECT DISTINCT campaign_id, engine_id FROM own) AS o)
       SELECT DISTINCT a.asked AS phone, a.call_list_id AS "callListId", a.entry_id AS "entryId",
         concat_ws(' ', l.fence, l.submissions_settled) AS lease
       FROM own a
       JOIN newest n USING (campaign_id, engine_id)
       JOIN campaign_lease l ON l.client_id = $1 AND l.campaign_id = a.campaign_id
         AND l.engine_id = a.engine_id AND ${stands('l')}
       JOIN campaign c ON c.client_id = $1 AND c.campaign_id = a.campaign_id
       WHERE c.campaign_type = ${campaignType.texting} OR a.attempted_at >= n.at
       ORDER BY 1, 2, 3`,
    [clientId, numbers.map(({ asked }) => asked), numbers.map(({ phone }) => phone)],
  );
}
