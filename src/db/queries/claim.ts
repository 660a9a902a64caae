/**
 * The hot query: takes waiting entries of a campaign and writes their attempts, in one transaction,
 * before anything is sent to the carrier (promise 1). An entry is taken at most once, because its
 * attempt has the entry's key; a number is in one call at a time, because of the unique index over
 * open attempts.
 *
 * The locks, in this order everywhere: the pace of the number that texts are sent from, which the
 * text sender takes in this transaction before it calls this (texting-pace.ts), lease, campaign,
 * lists (shared, so that a takeover, a stop or a close waits these milliseconds and then takes
 * effect), the client's cap where it has one, its daily limits where it has some, entries (SKIP
 * LOCKED), its policy where that counts contacts, attempts, counters. The policy's turn comes before
 * the entries where somebody may bar these, and after it that of accounts in several lists.
 *
 * Claims of one kind, calls or texts, of a client with a cap take turns: each counts the attempts
 * of its numbers when the one before it is committed. Otherwise a text submitted while another
 * claim is between its count and its attempt would be missed. An edit of the cap holds the
 * campaigns' rows, so that the cap that a claim reads holds until its commit (contact-cap.ts). Under
 * a policy that counts contacts, claims of both kinds take turns in the same way, as late as can be
 * (policy-turn.ts).
 */

import { runStatus } from '#contract/campaign.ts';
import type { Purpose } from '#contract/policy.ts';
import type { ReasonOf } from '#contract/reason.ts';
import type { AttemptKind } from '#domain/contact-cap.ts';
import { gateReasons, inCallWait } from '#domain/gate.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import { outdatedReason } from '#domain/policy/registry-reason.ts';
import type { Tx } from '../database.ts';
import { hot } from '../hot-statements.ts';
import { isLease, leaseKey, stands } from '../lease-states.ts';
import { insertAttempts } from './attempt-insert.ts';
import { type Candidate, lockCandidates } from './claim-candidates.ts';
import { mostLists, type OpenList, openLists } from './claim-lists.ts';
import type { ClaimedCall, ClaimRequest, StoredCallerId } from './claim-request.ts';
import { attemptKindOf, takeTurn } from './contact-cap.ts';
import { chargeDay, type DailyTurn, takeDailyTurn } from './daily-limit.ts';
import { type Delay, writeDelays } from './entry-delay.ts';
import type { EntryRules, FactsQuery } from './entry-facts.ts';
import { type MovedPart, movedPart, noteParts } from './follow-up-standing.ts';
import { listsOfFiles } from './followed-lists.ts';
import { isWorld } from './hold.ts';
import { type ListRest, restOf } from './list-rest.ts';
import { countInBatch } from './policy-batch.ts';
import { policyAt } from './policy-book.ts';
import { type PolicyTurn, policyTurn } from './policy-turn.ts';

export type ClaimOutcome =
  /** The lease belongs to another engine, or ran out. */
  | { kind: 'lost' }
  /** The campaign is no longer Running. */
  | { kind: 'stopped' }
  /** The client has other calling hours than those that the engine judges by: it reads them in a moment. */
  | { kind: 'outdated' }
  /** The platform is on hold, the operator stopped it, or this is not the database that the engine knows. */
  | { kind: 'held' }
  /** The client may not take more on this day, or the national do-not-call list is too old. */
  | { kind: 'limited'; reason: ReasonOf<'daily_limit' | 'registry_outdated'> }
  | Claimed;

interface Claimed {
  kind: 'claimed';
  calls: ClaimedCall[];
  /** Whether entries may still be due now. */
  more: boolean;
  /** Lists with none, until when. */
  rests: ListRest[];
  /** The list that had its turn, if any had due entries. */
  turn?: number;
  /** Until when somebody who was found may be called, taken or not; null: nobody was found. */
  callableUntil: SimMs | null;
}

/** More would leave committed attempts waiting too long for their submission. */
export const claimBatch = 500;
/** Entries inspected in one claim: enough to skip a night's closed zones quickly. */
const mostInspected = 1_000;
const smallestBatch = 50;
/** Numbers per account that a query allows for. */
const mostPassedOver = 3;

/**
 * One list has its turn: only its entries are written. (Lists written in an order of their own in one
 * transaction would deadlock with an opt-out, which bars entries list by list.)
 */
export async function claimCalls(tx: Tx, request: ClaimRequest): Promise<ClaimOutcome> {
  const { lease } = request;
  const standing = await checkStanding(tx, request);
  if (standing.kind !== 'running') return { kind: standing.kind };
  const { attemptKind: kind, minuteCost, purpose } = standing;
  const opened = await openLists(tx, request, kind);
  const { lists, cap, policy: book, leastGapHours, wholeAccounts, stopped } = opened;
  if (stopped) return { kind: 'held' };
  const { clientId, campaignId } = lease;
  const scope = { campaignId, purpose, kind };
  const policy = book && (await policyAt(tx, clientId, book, scope, request.policies ?? {}));
  const outdated = policy && outdatedReason(policy, request.now);
  if (outdated) return { kind: 'limited', reason: outdated };
  if (cap?.limit) await takeTurn(tx, clientId, kind);
  const longestMs = request.longestMs ?? 0;
  const turn = await takeDailyTurn(tx, { clientId, kind, now: request.now, longestMs, minuteCost });
  if (turn?.room === 0 && turn.against) return { kind: 'limited', reason: turn.against };
  const rules: ClaimRules = {
    ...{ ...standing, cap: cap?.limit ?? null, leastGapHours, wholeAccounts },
    ...{ countsAs: cap ? kind : null, daily: turn, policy, keyed: book?.keyed ?? false },
    policyTurn: policyTurn(tx, clientId, policy),
  };
  // Who records that a person answered holds its attempts while it waits for the account's other
  // entries, also those of follow-ups: a claim must not hold them while it waits for its turn (decision 100).
  const mayBeBarred = standing.oneCallPerAccount || lists.some(({ follows }) => follows);
  if (mayBeBarred) await rules.policyTurn.take();
  const fileLists = await accountTurn(tx, clientId, standing, lists);
  const rests: ListRest[] = [];
  for (const [at, list] of lists.entries()) {
    const known = { ...list, fileLists: fileLists.get(list.callListId) };
    const { calls, inspected, isOver, callableUntil } = await claimFrom(tx, request, known, rules);
    if (turn) await chargeDay(tx, clientId, kind, turn, calls.length);
    if (isOver) rests.push(await restOf(tx, lease.clientId, list.callListId));
    const others = at < lists.length - 1 || lists.length === mostLists;
    const more = !isOver || others;
    if (inspected > 0) {
      return { kind: 'claimed', calls, more, rests, turn: list.callListId, callableUntil };
    }
  }
  const more = lists.length === mostLists;
  return { kind: 'claimed', calls: [], more, rests, callableUntil: null };
}

interface ClaimRules extends EntryRules {
  purpose: Purpose;
  /** Attempts carry what they are found by besides their number. */
  keyed: boolean;
  /** The kind that its attempts count as; null: they are not counted. */
  countsAs: AttemptKind | null;
  policyTurn: PolicyTurn;
  /** What the client's daily limits leave; undefined without limits. */
  daily: DailyTurn | undefined;
}

type KnownList = OpenList & Pick<FactsQuery, 'fileLists'>;

/**
 * Claims of campaigns that call each account once take turns where their lists hold the same accounts, so
 * that each sees the other's calls; the last turn before any entry.
 *
 * @returns by each of these lists: all lists that hold its accounts
 */
async function accountTurn(
  tx: Tx,
  clientId: number,
  { oneCallPerAccount }: StoredRules,
  lists: readonly OpenList[],
): Promise<ReadonlyMap<number, number[]>> {
  const shared = lists.filter((list) => oneCallPerAccount && list.shared);
  if (shared.length === 0) return new Map();
  await tx.run(`SELECT pg_advisory_xact_lock(hashtext('accounts of several lists'), $1)`, [
    clientId,
  ]);
  const own = shared.map(({ callListId }) => callListId);
  const files = Map.groupBy(await listsOfFiles(tx, clientId, own), ({ of }) => of);
  return new Map([...files].map(([of, some]) => [of, some.map(({ id }) => id)]));
}

/** @returns `isOver` when the list has nothing more that is due now */
async function claimFrom(tx: Tx, request: ClaimRequest, list: KnownList, rules: ClaimRules) {
  const { lease, now } = request;
  const wanted = Math.min(request.wanted, claimBatch, rules.daily?.room ?? claimBatch);
  // One number per account is taken: its others are skipped in the same query.
  const perAccount = rules.oneCallPerAccount ? Math.min(list.phoneColumns, mostPassedOver) : 1;
  for (let inspected = 0; inspected < mostInspected; ) {
    // After a query that found entries to skip, larger ones skip the next entries faster.
    const limit = inspected === 0 ? wanted * perAccount : Math.max(wanted, smallestBatch);
    const query = { ...lease, ...list, now, limit, fields: request.fields ?? [] };
    const locked = await lockCandidates(tx, query, rules);
    const candidates = await rules.policyTurn.counted(locked, query);
    inspected += candidates.length;
    const settled = await settle(tx, request, list, candidates, { wanted, rules });
    // One batch of attempts in a transaction: a second one would take numbers out of their order,
    // and two campaigns that call the same numbers would deadlock.
    const found = request.probe ? settled.callableUntil !== null : settled.calls.length > 0;
    if (found) return { ...settled, inspected, isOver: false };
    if (candidates.length < limit) return { ...settled, inspected, isOver: true };
  }
  return { calls: [], callableUntil: null, inspected: mostInspected, isOver: false };
}

/** `minuteCost`: micro-dollars. */
type StoredRules = Pick<EntryRules, 'attemptKind' | 'oneCallPerAccount'> & {
  minuteCost: number;
  purpose: Purpose;
};

type Standing =
  | ({ kind: 'running' } & StoredRules)
  | { kind: 'stopped' | 'lost' | 'held' | 'outdated' };

/**
 * A statement that waited for the campaign's row sees what was committed meanwhile of that row only: what
 * `openLists` reads of the client must not be read here.
 */
async function checkStanding(tx: Tx, { lease, world, hours }: ClaimRequest): Promise<Standing> {
  const row = await tx.row<{ running: boolean; here: boolean; sameHours: boolean } & StoredRules>(
    // Without statistics the planner may take a fresh list for one row, and sort all of it for every
    // claim instead of walking the index.
    hot(`SELECT set_config('enable_sort', 'off', true), c.run_status = ${runStatus.running} AS running,
       ${isWorld('$5')} AS here, ${attemptKindOf} AS "attemptKind",
       c.one_call_per_account AS "oneCallPerAccount", k.minute_cost AS "minuteCost", c.purpose,
       $6::jsonb IS NULL OR coalesce(k.calling_hours, 'null') = $6 AS "sameHours"
     FROM campaign_lease l
     JOIN campaign c ON c.client_id = l.client_id AND c.campaign_id = l.campaign_id
     JOIN client k ON k.client_id = l.client_id
     WHERE ${isLease('l')} AND ${stands('l')}
     FOR SHARE OF l, c`),
    [...leaseKey(lease), world, hours],
  );
  if (!row) return { kind: 'lost' };
  const { running, here, sameHours, ...rules } = row;
  if (!here) return { kind: 'held' };
  if (!sameHours) return { kind: 'outdated' };
  return running ? { kind: 'running', ...rules } : { kind: 'stopped' };
}

/** Judges the candidates; writes attempts for those that may be called and reasons for the rest. */
async function settle(
  tx: Tx,
  request: ClaimRequest,
  { callListId, shared }: KnownList,
  candidates: Candidate[],
  { wanted, rules }: { wanted: number; rules: ClaimRules },
): Promise<Pick<Claimed, 'calls' | 'callableUntil'>> {
  const allowed: Callable[] = [];
  const delays: Delay[] = [];
  const moved: MovedPart[] = [];
  const counted = countInBatch(rules.policy, request.now);
  for (const candidate of candidates) {
    const verdict = request.judge(counted.with(candidate), rules.policy);
    const isMade = verdict.kind === 'call' && request.probe !== true;
    if (isMade || verdict.kind !== 'call')
      moved.push(...movedPart(candidate, verdict, request.now));
    if (verdict.kind === 'call') counted.add(candidate);
    if (verdict.kind === 'call') allowed.push({ ...candidate, callableUntil: verdict.until });
    else {
      const until = verdict.kind === 'wait' ? verdict.until : undefined;
      delays.push({ entryId: candidate.entryId, until, reason: verdict.reason });
    }
  }
  await noteParts(tx, { clientId: request.lease.clientId, callListId }, moved);
  const soon = request.now.getTime() + inCallWait;
  const { first, others } = rules.oneCallPerAccount ? oneOfEach(allowed) : { first: allowed };
  const callable = request.probe ? [] : first.slice(0, wanted);
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
    ...((hasOthers || shared) && { hasOthers: true }),
  }));
  const tids = callable.map((candidate) => candidate.tid);
  const { purpose, countsAs, daily } = rules;
  const allowedBy = callable.map((candidate) => ({
    shared: request.allowed?.(candidate, rules.cap, rules.policy) ?? null,
    valuesHash: candidate.valuesHash,
  }));
  const foundBy = rules.keyed ? callable : [];
  const claim = { ...request, purpose, countsAs, allowedBy, daily, foundBy };
  const made = await insertAttempts(tx, claim, callListId, calls, tids);
  for (const { entryId, callerId } of calls) {
    if (made.has(entryId)) continue;
    if ('choose' in request.callerId) request.callerId.giveBack(callerId.number);
    // The same number, twice in this batch or taken this moment by another campaign.
    delays.push({ entryId, until: soon, reason: gateReasons.inCall });
  }
  await writeDelays(tx, request.lease.clientId, callListId, delays);
  return {
    calls: calls.filter(({ entryId }) => made.has(entryId)),
    callableUntil: lastOf(first.map((one) => one.callableUntil)),
  };
}

const lastOf = (instants: readonly SimMs[]) =>
  instants.reduce<SimMs | null>((last, at) => (last === null || at > last ? at : last), null);

type Callable = Candidate & { callableUntil: SimMs };

/** Keeps the first number of each account, in file order. */
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
