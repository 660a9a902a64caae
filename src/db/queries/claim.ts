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
import type { DoNotCallSource } from '#contract/do-not-call.ts';
import { type AttemptKind, cappedUntil, type KindCap } from '#domain/contact-cap.ts';
import { type GateVerdict, gateReasons, inCallWait } from '#domain/gate.ts';
import type { Tx } from '../database.ts';
import { insertAttempts } from './attempt-insert.ts';
import {
  attemptKindOf,
  type CapStanding,
  capStandingOf,
  nthLastOf,
  takeTurn,
} from './contact-cap.ts';
import { isUndecided } from './contact-rest.ts';
import { type Delay, writeDelays } from './entry-delay.ts';
import type { Lease } from './lease.ts';
import { type ListRest, restOf } from './list-rest.ts';

export interface Candidate {
  entryId: number;
  /** Where its row stands while this transaction has it locked: «(page,row)». */
  place: string;
  phone: string;
  state: string | null;
  zipCode: string | null;
  /** Who put the number on the do-not-call list; null when it is not on it. */
  doNotCall: DoNotCallSource | null;
  /** Contact with the number rests until a manager decides on a text. */
  undecided: boolean;
  inCall: boolean;
  /** By the client's cap: from when it may be tried again (epoch ms); null when at any time. */
  cappedUntil: number | null;
}

export interface ClaimedCall {
  callListId: number;
  entryId: number;
  phone: string;
  /** Epoch ms: not handed over from then on, because the calling hours end (gate.ts). */
  callableUntil: number;
  callerId: StoredCallerId;
}

/** What a call shows, as it is kept with its attempt; '' for the carrier's default or a hidden one. */
export interface StoredCallerId {
  type: number;
  number: string;
}

/** Chooses for each call, and counts what was shown on this Eastern day. */
export interface CallerIdChooser {
  type: number;
  day: string;
  /** The number to show to this phone, '' for the carrier's default. */
  choose(phone: string): string;
  /** The call that was to show it is not placed. */
  giveBack(number: string): void;
}

export interface ClaimRequest {
  lease: Lease;
  now: Date;
  /** So many calls are due; at most `claimBatch` are taken at once. */
  wanted: number;
  /** Lists known to have nothing due now. */
  skip: readonly number[];
  judge: (candidate: Candidate) => GateVerdict;
  /** What the calls will show; kept with the attempt. */
  callerId: StoredCallerId | CallerIdChooser;
}

export type ClaimOutcome =
  /** The lease is another engine's, or ran out. */
  | { kind: 'lost' }
  /** The campaign is not Running any more. */
  | { kind: 'stopped' }
  /** `more`: whether entries may still be due now. `rests`: lists with none, until when. */
  | { kind: 'claimed'; calls: ClaimedCall[]; more: boolean; rests: ListRest[] };

/** More would keep what is committed, but not handed over yet, for too long. */
export const claimBatch = 500;
/** Lists looked at in one claim; one is the rule. */
const mostLists = 5;
/** Entries looked at in one claim: enough to pass over a night's closed zones in little time. */
const mostLooked = 1_000;
const smallestLook = 50;

export async function claimCalls(tx: Tx, request: ClaimRequest): Promise<ClaimOutcome> {
  const { lease, now } = request;
  const wanted = Math.min(request.wanted, claimBatch);
  const standing = await checkStanding(tx, lease);
  if (standing.kind !== 'running') return { kind: standing.kind };
  const { attemptKind } = standing;
  const rests: ListRest[] = [];
  let looked = 0;
  const { lists, cap } = await openLists(tx, lease, request.skip, attemptKind);
  if (cap?.limit) await takeTurn(tx, lease.clientId, attemptKind);
  const count: Count = { as: cap ? attemptKind : null, limit: cap?.limit ?? null };
  for (const callListId of lists) {
    for (;;) {
      if (looked >= mostLooked) return { kind: 'claimed', calls: [], more: true, rests };
      // After a look that found entries to pass over, larger looks pass over the next ones faster.
      const limit = looked === 0 ? wanted : Math.max(wanted, smallestLook);
      const candidates = await lockCandidates(tx, lease.clientId, callListId, {
        ...{ now, limit, count },
      });
      looked += candidates.length;
      const calls = await settle(tx, request, callListId, candidates, { wanted, count });
      // One batch of attempts in a transaction: a second one would take numbers out of their order,
      // and two campaigns that call the same numbers would deadlock.
      if (calls.length > 0) return { kind: 'claimed', calls, more: true, rests };
      if (candidates.length < limit) break;
    }
    rests.push(await restOf(tx, lease.clientId, callListId));
  }
  return { kind: 'claimed', calls: [], more: lists.length === mostLists, rests };
}

/** How the attempts of this claim count. */
interface Count {
  /** Null: nobody counts them. */
  as: AttemptKind | null;
  limit: KindCap | null;
}

type Standing = { kind: 'running'; attemptKind: AttemptKind } | { kind: 'stopped' | 'lost' };

async function checkStanding(tx: Tx, lease: Lease): Promise<Standing> {
  const row = await tx.row<{ running: boolean; attemptKind: AttemptKind }>(
    `SELECT c.run_status = 3 AS running, ${attemptKindOf} AS "attemptKind"
     FROM campaign_lease l
     JOIN campaign c ON c.client_id = l.client_id AND c.campaign_id = l.campaign_id
     WHERE l.client_id = $1 AND l.campaign_id = $2 AND l.engine_id = $3 AND l.fence = $4
       AND l.until > clock_timestamp()
     FOR SHARE OF l, c`,
    [lease.clientId, lease.campaignId, lease.engineId, lease.fence],
  );
  if (!row) return { kind: 'lost' };
  return row.running ? { kind: 'running', attemptKind: row.attemptKind } : { kind: 'stopped' };
}

/**
 * Oldest first. Lists stay open when they are used up: those are skipped, not asked each time. The
 * cap is read beside them, because the campaign's row is locked by now.
 */
async function openLists(tx: Tx, lease: Lease, skip: readonly number[], kind: AttemptKind) {
  const rows = await tx.rows<{ call_list_id: number; cap: CapStanding | null }>(
    `SELECT call_list_id, ${capStandingOf('$4')} AS cap FROM call_list
     WHERE client_id = $1 AND campaign_id = $2 AND status_id IN (3, 4) AND call_list_id <> ALL ($3)
     ORDER BY call_list_id LIMIT ${mostLists} FOR SHARE`,
    [lease.clientId, lease.campaignId, skip, kind],
  );
  return { lists: rows.map((row) => row.call_list_id), cap: rows[0]?.cap ?? null };
}

/**
 * Walks the index list_entry_waiting (due_at, entry_id) in order, which is the file's order, and
 * stops at the limit. One list at a time, named by its id: the planner then opens one partition.
 */
async function lockCandidates(
  tx: Tx,
  clientId: number,
  callListId: number,
  { now, limit, count }: { now: Date; limit: number; count: Count },
): Promise<Candidate[]> {
  const cap = count.limit;
  const rows = await tx.rows<Omit<Candidate, 'cappedUntil'> & { nthLast: Date | null }>(
    `SELECT e.entry_id AS "entryId", e.ctid::text AS place, e.phone,
       e.state_code AS state, e.zip_code AS "zipCode",
       (SELECT d.source FROM do_not_call d
        WHERE d.client_id = $1 AND d.phone = e.phone) AS "doNotCall",
       ${isUndecided} AS undecided,
       EXISTS (SELECT FROM attempt a
               WHERE a.client_id = $1 AND a.phone = e.phone AND a.finished_at IS NULL
                 AND a.receipt_until IS NULL) AS "inCall",
       ${cap ? nthLastOf('$5', '$6') : 'NULL::timestamptz'} AS "nthLast"
     FROM list_entry e
     WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.state = 0 AND e.due_at <= $3
     ORDER BY e.due_at, e.entry_id
     LIMIT $4
     FOR UPDATE OF e SKIP LOCKED`,
    [clientId, callListId, now, limit, ...(cap ? [count.as, cap.most - 1] : [])],
  );
  return rows.map(({ nthLast, ...row }) => ({
    ...row,
    cappedUntil: cap && nthLast ? cappedUntil(nthLast.getTime(), cap) : null,
  }));
}

/** Judges the candidates; writes the attempts of those that may be called and the rest's reasons. */
async function settle(
  tx: Tx,
  request: ClaimRequest,
  callListId: number,
  candidates: Candidate[],
  { wanted, count }: { wanted: number; count: Count },
): Promise<ClaimedCall[]> {
  const callable: (Candidate & { callableUntil: number })[] = [];
  const delays: Delay[] = [];
  for (const candidate of candidates) {
    const verdict = request.judge(candidate);
    if (verdict.kind === 'call') {
      const callableUntil = verdict.until;
      if (callable.length < wanted) callable.push({ ...candidate, callableUntil });
    } else {
      const until = verdict.kind === 'wait' ? verdict.until : undefined;
      delays.push({ entryId: candidate.entryId, until, reason: verdict.reason });
    }
  }
  const calls = callable.map(({ entryId, phone, callableUntil }) => ({
    callListId,
    entryId,
    phone,
    callableUntil,
    callerId: callerIdFor(request.callerId, phone),
  }));
  const places = callable.map((candidate) => candidate.place);
  const made = await insertAttempts(
    tx,
    { ...request, countsAs: count.as },
    callListId,
    calls,
    places,
  );
  for (const { entryId, callerId } of calls) {
    if (made.has(entryId)) continue;
    if ('choose' in request.callerId) request.callerId.giveBack(callerId.number);
    // The same number, twice in this batch or taken this moment by another campaign.
    const until = request.now.getTime() + inCallWait;
    delays.push({ entryId, until, reason: gateReasons.inCall });
  }
  await writeDelays(tx, request.lease.clientId, callListId, delays);
  return calls.filter(({ entryId }) => made.has(entryId));
}

function callerIdFor(callerId: ClaimRequest['callerId'], phone: string): StoredCallerId {
  return 'choose' in callerId ? { type: callerId.type, number: callerId.choose(phone) } : callerId;
}
