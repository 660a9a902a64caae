/**
 * The hot query: takes waiting entries of a campaign and writes their attempts, in one transaction,
 * before a byte goes to the carrier (promise 1). An entry is taken at most once, because its
 * attempt has the entry's key; a number is in one call at a time, because of the unique index over
 * open attempts.
 *
 * The locks, in this order everywhere: the pace of the number that texts are sent from, which the text
 * sender takes in this transaction before it calls this (texting-pace.ts), lease, campaign, lists (shared, so that a takeover, a stop
 * or a close waits these milliseconds and is then obeyed), the client's cap where it has one, entries
 * (SKIP LOCKED), counters.
 *
 * Claims of one kind, calls or texts, of a client with a cap take turns: each counts the attempts of
 * its numbers when the one before it is committed. Else a text that was handed over while another
 * claim stood between its count and its attempt would go unseen. An edit of the cap holds the
 * campaigns' rows, so that the cap that a claim reads holds until its commit (contact-cap.ts).
 */
import type { AttemptKind } from '#domain/contact-cap.ts';
import { gateReasons, inCallWait } from '#domain/gate.ts';
import type { Tx } from '../database.ts';
import { insertAttempts } from './attempt-insert.ts';
import { type Candidate, type CandidateRules, lockCandidates } from './claim-candidates.ts';
import { mostLists, type OpenList, openLists } from './claim-lists.ts';
import type { ClaimedCall, ClaimRequest, StoredCallerId } from './claim-request.ts';
import { attemptKindOf, takeTurn } from './contact-cap.ts';
import { type Delay, writeDelays } from './entry-delay.ts';
import { isWorld } from './hold.ts';
import type { Lease } from './lease.ts';
import { type ListRest, restOf } from './list-rest.ts';

export type ClaimOutcome =
  /** The lease is another engine's, or ran out. */
  | { kind: 'lost' }
  /** The campaign is not Running any more. */
  | { kind: 'stopped' }
  /** The platform is on hold, the operator stopped it, or this is not the database that the engine knows. */
  | { kind: 'held' }
  | Claimed;

interface Claimed {
  kind: 'claimed';
  calls: ClaimedCall[];
  /** Whether entries may still be due now. */
  more: boolean;
  /** Lists with none, until when. */
  rests: ListRest[];
  /** The list that had its turn, if any had something due. */
  turn?: number;
}

/** More would keep what is committed, but not handed over yet, for too long. */
export const claimBatch = 500;
/** Entries looked at in one claim: enough to pass over a night's closed zones in little time. */
const mostLooked = 1_000;
const smallestLook = 50;
/** Numbers of an account that a look makes room for. */
const mostPassedOver = 3;

/**
 * One list has its turn: only its entries are written. (Lists written in an order of their own in one
 * transaction would deadlock with an opt-out, which bars entries list by list.)
 */
export async function claimCalls(tx: Tx, request: ClaimRequest): Promise<ClaimOutcome> {
  const { lease } = request;
  const standing = await checkStanding(tx, lease, request.world);
  if (standing.kind !== 'running') return { kind: standing.kind };
  const { lists, cap, stopped } = await openLists(tx, request, standing.attemptKind);
  if (stopped) return { kind: 'held' };
  if (cap?.limit) await takeTurn(tx, lease.clientId, standing.attemptKind);
  const rules: ClaimRules = {
    ...{ ...standing, cap: cap?.limit ?? null },
    countsAs: cap ? standing.attemptKind : null,
  };
  const rests: ListRest[] = [];
  for (const [at, list] of lists.entries()) {
    const { calls, looked, isOver } = await claimFrom(tx, request, list, rules);
    if (isOver) rests.push(await restOf(tx, lease.clientId, list.callListId));
    const others = at < lists.length - 1 || lists.length === mostLists;
    const more = !isOver || others;
    if (looked > 0) return { kind: 'claimed', calls, more, rests, turn: list.callListId };
  }
  return { kind: 'claimed', calls: [], more: lists.length === mostLists, rests };
}

interface ClaimRules extends CandidateRules {
  /** As what its attempts count; null: nobody counts them. */
  countsAs: AttemptKind | null;
}

/** @returns `isOver` when the list has nothing more that is due now */
async function claimFrom(tx: Tx, request: ClaimRequest, list: OpenList, rules: ClaimRules) {
  const { lease, now } = request;
  const wanted = Math.min(request.wanted, claimBatch);
  // Of an account one number is taken: its others are passed over in the same look.
  const perAccount = rules.oneCallPerAccount ? Math.min(list.phoneColumns, mostPassedOver) : 1;
  for (let looked = 0; looked < mostLooked; ) {
    // After a look that found entries to pass over, larger looks pass over the next ones faster.
    const limit = looked === 0 ? wanted * perAccount : Math.max(wanted, smallestLook);
    const look = { ...lease, ...list, now, limit };
    const candidates = await lockCandidates(tx, look, rules);
    looked += candidates.length;
    const calls = await settle(tx, request, list.callListId, candidates, { wanted, rules });
    // One batch of attempts in a transaction: a second one would take numbers out of their order,
    // and two campaigns that call the same numbers would deadlock.
    if (calls.length > 0) return { calls, looked, isOver: false };
    if (candidates.length < limit) return { calls, looked, isOver: true };
  }
  return { calls: [], looked: mostLooked, isOver: false };
}

type Standing =
  | ({ kind: 'running' } & Omit<CandidateRules, 'cap'>)
  | { kind: 'stopped' | 'lost' | 'held' };

async function checkStanding(tx: Tx, lease: Lease, world: string | undefined): Promise<Standing> {
  const row = await tx.row<{ running: boolean; here: boolean } & Omit<CandidateRules, 'cap'>>(
    `SELECT c.run_status = 3 AS running,
       ${isWorld('$5')} AS here, ${attemptKindOf} AS "attemptKind",
       c.one_call_per_account AS "oneCallPerAccount", k.stop_scope = 'account' AS "wholeAccounts",
       k.least_gap_hours AS "leastGapHours"
     FROM campaign_lease l
     JOIN campaign c ON c.client_id = l.client_id AND c.campaign_id = l.campaign_id
     JOIN client k ON k.client_id = l.client_id
     WHERE l.client_id = $1 AND l.campaign_id = $2 AND l.engine_id = $3 AND l.fence = $4
       AND l.until > clock_timestamp()
     FOR SHARE OF l, c`,
    [lease.clientId, lease.campaignId, lease.engineId, lease.fence, world],
  );
  if (!row) return { kind: 'lost' };
  const { running, here, ...rules } = row;
  if (!here) return { kind: 'held' };
  return running ? { kind: 'running', ...rules } : { kind: 'stopped' };
}

/** Judges the candidates; writes the attempts of those that may be called and the rest's reasons. */
async function settle(
  tx: Tx,
  request: ClaimRequest,
  callListId: number,
  candidates: Candidate[],
  { wanted, rules }: { wanted: number; rules: ClaimRules },
): Promise<ClaimedCall[]> {
  const allowed: Callable[] = [];
  const delays: Delay[] = [];
  for (const candidate of candidates) {
    const verdict = request.judge(candidate);
    if (verdict.kind === 'call') allowed.push({ ...candidate, callableUntil: verdict.until });
    else {
      const until = verdict.kind === 'wait' ? verdict.until : undefined;
      delays.push({ entryId: candidate.entryId, until, reason: verdict.reason });
    }
  }
  const soon = request.now.getTime() + inCallWait;
  const { first, others } = rules.oneCallPerAccount ? oneOfEach(allowed) : { first: allowed };
  const callable = first.slice(0, wanted);
  const taken = new Set(callable.map(({ accountLine }) => accountLine));
  for (const { entryId, accountLine } of others ?? []) {
    if (!taken.has(accountLine)) continue;
    delays.push({ entryId, until: soon, reason: gateReasons.accountInCall });
  }
  const calls = callable.map(({ entryId, phone, callableUntil, hasOthers }) => ({
    callListId,
    entryId,
    phone,
    callableUntil,
    callerId: callerIdFor(request.callerId, phone),
    ...(hasOthers && { hasOthers }),
  }));
  const places = callable.map((candidate) => candidate.place);
  const { countsAs } = rules;
  const made = await insertAttempts(tx, { ...request, countsAs }, callListId, calls, places);
  for (const { entryId, callerId } of calls) {
    if (made.has(entryId)) continue;
    if ('choose' in request.callerId) request.callerId.giveBack(callerId.number);
    // The same number, twice in this batch or taken this moment by another campaign.
    delays.push({ entryId, until: soon, reason: gateReasons.inCall });
  }
  await writeDelays(tx, request.lease.clientId, callListId, delays);
  return calls.filter(({ entryId }) => made.has(entryId));
}

type Callable = Candidate & { callableUntil: number };

/** Of each account the number that stands first in its file; file order stays. */
function oneOfEach(callable: readonly Callable[]): { first: Callable[]; others: Callable[] } {
  const best = new Map<number, number>();
  for (const { accountLine, entryId } of callable) {
    best.set(accountLine, Math.min(best.get(accountLine) ?? entryId, entryId));
  }
  const isFirst = ({ accountLine, entryId }: Callable) => best.get(accountLine) === entryId;
  return {
    first: callable.filter(isFirst),
    others: callable.filter((candidate) => !isFirst(candidate)),
  };
}

function callerIdFor(callerId: ClaimRequest['callerId'], phone: string): StoredCallerId {
  return 'choose' in callerId ? { type: callerId.type, number: callerId.choose(phone) } : callerId;
}
