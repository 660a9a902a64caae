/** Builds with one mistake each, as somebody could make it: the simulation must catch every one. */

import type { Placement, VoiceCarrier } from '../../src/carriers/port.ts';
import { claimCalls } from '../../src/db/queries/claim.ts';
import { roomForCalls } from '../../src/domain/linkback-pacing.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { attemptIdOf } from '../../src/engine/attempt-id.ts';
import { muchTextTrouble, noTextTrouble } from '../harness/trouble/trouble-text-profile.ts';
import { countBuilds } from './count-builds.ts';
import { lineBuilds } from './line-builds.ts';
import { trunkBuilds } from './trunk-builds.ts';
import { rewriting, type WrongBuild } from './wrong-build.ts';
import { wrongInbound } from './wrong-inbound.ts';

/** What a claim may not call, it calls at any time. */
const anyTime = { kind: 'call', until: simMs(Number.POSITIVE_INFINITY) } as const;

export const wrongBuilds: Readonly<Record<string, WrongBuild>> = {
  ...countBuilds,
  ...lineBuilds,
  ...trunkBuilds,
  ...wrongInbound,
  'mark-after-call': {
    mistake: 'submits calls before their attempts are committed',
    symptom: /^no attempt stands/,
    claim: (carrier) => async (tx, request) => {
      const outcome = await claimCalls(tx, request);
      if (outcome.kind !== 'claimed' || outcome.calls.length === 0) return outcome;
      const { clientId } = request.lease;
      await carrier.place(
        outcome.calls.map(({ callListId, entryId, phone }) => ({
          attemptId: attemptIdOf(clientId, callListId, entryId),
          to: phone,
          callerId: { kind: 'default' },
        })),
      );
      return outcome;
    },
    carrier: placingOnce,
  },
  'check-in-claim-only': {
    mistake: 'confirms an opt-out without barring what waits and waiting for what is in flight',
    symptom: /after its opt-out .* was confirmed$/,
    bareOptOut: true,
    likelySeed: 5,
  },
  'retry-unknown': {
    mistake: 'submits a call again whose response was lost',
    symptom: /was submitted twice/,
    likelySeed: 4,
    carrier: (carrier) => ({
      ...carrier,
      place: async (calls) => (await carrier.place(calls)).map(retryable),
    }),
  },
  'early-acknowledge': {
    mistake: 'acknowledges a result before it is committed',
    symptom: /acknowledged too early$/,
    earlyCommit: true,
  },
  'utc-hours': {
    mistake: 'keeps calling hours as UTC times of day, made in winter',
    symptom: /which is \d+ o'clock in/,
    claim: () => (tx, request) =>
      claimCalls(tx, {
        ...request,
        judge(candidate, policy) {
          const verdict = request.judge(candidate, policy);
          const closed = verdict.kind === 'wait' && verdict.reason === 'calling_hours';
          return closed && winterHour(request.now, candidate.phone) ? anyTime : verdict;
        },
      }),
  },
  'cap-ignored': {
    mistake: 'calls numbers whose cap is full',
    symptom: /beyond the cap of/,
    likelySeed: 6,
    claim: () => (tx, request) =>
      claimCalls(tx, {
        ...request,
        judge(candidate, policy) {
          const verdict = request.judge(candidate, policy);
          const capped = verdict.kind === 'wait' && verdict.reason === 'attempt_cap';
          return capped ? anyTime : verdict;
        },
      }),
  },
  'policy-of-number': {
    mistake: 'counts for a person what went to one number alone',
    symptom: /is beyond the policy/,
    likelySeed: 31,
    rewrite: rewriting(['AND a.external_key =', 'AND false AND a.external_key =']),
  },
  'stop-ignored': {
    mistake: 'goes on after a stop',
    symptom: /after the stop was confirmed$/,
    likelySeed: 1,
    rewrite: rewriting(
      ['c.run_status = 3 AS running', 'true AS running'],
      ['c.run_status AS "runStatus"', '3 AS "runStatus"'],
    ),
  },
  'closed-list': {
    mistake: 'calls from a list that is closed',
    symptom: /after its list was closed$/,
    likelySeed: 9,
    rewrite: rewriting(['campaign_id = $2 AND status_id IN (3, 4) AND', 'campaign_id = $2 AND']),
  },
  'too-fast': {
    mistake: 'places four times as many calls as are due',
    symptom: /calls from /,
    likelySeed: 5,
    claim: () => (tx, request) => claimCalls(tx, { ...request, wanted: request.wanted * 4 }),
  },
  'one-too-many': {
    mistake: 'places one call more than the free agents allow',
    symptom: /beyond its agents/,
    likelySeed: 2,
    claim: () => (tx, request) => claimCalls(tx, { ...request, wanted: request.wanted + 1 }),
    roomForCalls: (state) => roomForCalls(state) + 1,
  },
  'reached-twice': {
    mistake: 'calls the other numbers of an account that was reached',
    symptom: /its account was reached at/,
    likelySeed: 11,
    rewrite: rewriting(
      ['c.one_call_per_account AS', 'false AS'],
      ['AND c.one_call_per_account', 'AND false'],
      ['(c.one_call_per_account OR', '(false OR'],
    ),
  },
  'answer-in-memory': {
    mistake: 'keeps in memory alone who answered, until the call ends',
    symptom: /its account was reached at/,
    likelySeed: 11,
    kinds: ['broadcast'],
    rewrite: rewriting([
      'SELECT note_reached($1, $2, $3, $4)',
      'SELECT $1::int, $2::bigint, $3::int[], $4::timestamptz[]',
    ]),
  },
  'stop-by-number': {
    mistake: 'bars only the number that asked to stop',
    symptom: /after a stop \(/,
    rewrite: rewriting(["k.stop_scope = 'account'", 'false']),
  },
  'layers-add-up': {
    mistake: 'counts how often a rule fired anew after each follow-up',
    symptom: /is over its rule/,
    followsOften: true,
    likelySeed: 1,
    kinds: ['broadcast'],
    rewrite: rewriting(
      ['e.sealed_custom AS custom, f.steps,', "e.sealed_custom AS custom, '[]'::jsonb AS steps,"],
      // A second count, of a person with several numbers.
      ['WHERE e.account_line = v.line', 'WHERE e.account_line = v.line AND false'],
    ),
  },
  'budget-of-number': {
    mistake: 'counts how often a rule fired for each number of a person apart',
    symptom: /is over its rule/,
    followsOften: true,
    likelySeed: 1,
    kinds: ['broadcast'],
    rewrite: rewriting([
      'WHERE e.account_line = v.line',
      'WHERE e.account_line = v.line AND false',
    ]),
  },
  'no-least-gap': {
    mistake: 'tries a number again at once',
    symptom: /is within the least gap/,
    rewrite: rewriting(['k.least_gap_hours AS', '0 AS']),
  },
  'no-validity': {
    mistake: 'lets a carrier keep texts for as long as it likes',
    symptom: /^the carrier sent .* which is \d+ o'clock/,
    // Minutes before nine in the evening in New York.
    start: Date.parse('2026-01-15T01:57:00Z'),
    slowQueue: true,
    likelySeed: 11,
    textTrouble: noTextTrouble,
    texts: (carrier) => ({
      ...carrier,
      submit: (texts, mayWrite) =>
        carrier.submit(
          texts.map((text) => ({ ...text, until: simMs(Number.POSITIVE_INFINITY) })),
          mayWrite,
        ),
    }),
  },
  'no-cancel': {
    mistake: 'asks no carrier for texts back',
    symptom: /left its carrier after the STOP of its person was confirmed$/,
    textTrouble: noTextTrouble,
    likelySeed: 6,
    // A person stops by the text of one campaign while another one's waits.
    kinds: ['texting'],
    textAnswers: { stop: 0.6 },
    texts: (carrier) => ({ ...carrier, cancel: async (texts) => texts.map(() => 'left') }),
  },
  'oldest-list-first': {
    mistake: 'calls a newer list only when all older ones are used up',
    symptom: /^list \d+ had no turn while/,
    likelySeed: 2,
    oneBusyCampaign: true,
    kinds: ['broadcast'],
    urgentEvery: 1_500,
    start: Date.UTC(2026, 5, 10, 17),
    // No list has ever had a turn.
    rewrite: rewriting([
      'array_position($5::bigint[], call_list_id)',
      'array_position($5::bigint[], -1)',
    ]),
  },
  'waits-for-clients': {
    mistake: 'lets everybody wait for one client whose rows are locked',
    symptom: /^a tick of engine .* waited/,
    likelySeed: 2,
    waitsForClients: true,
  },
  'early-receipt': {
    mistake: 'forgets receipts that fit to nothing yet',
    symptom: /^the receipt of .* is lost/,
    textTrouble: { ...muchTextTrouble, early: 0.8, withoutOurId: 1 },
    likelySeed: 1,
    rewrite: rewriting([
      '$7::timestamptz[], $8::jsonb[]) AS v',
      '$7::timestamptz[], $8::jsonb[]) AS v WHERE false',
    ]),
  },
};

/** 8:00 to 21:00 in winter, by the offset of the area codes that the simulation uses. */
const winterOffsets: Record<string, number> = { 212: -5, 312: -6, 303: -7, 213: -8 };
function winterHour(now: Date, phone: string): boolean {
  const offset = winterOffsets[phone.slice(1, 4)];
  if (offset === undefined) return false;
  const hour = (now.getUTCHours() + offset + 24) % 24;
  return hour >= 8 && hour < 21;
}

function retryable(placement: Placement): Placement {
  if (placement.kind !== 'unknown') return placement;
  return { kind: 'rejected', note: placement.note, retryable: true };
}

/** Accepts a call that was submitted before without placing it. */
function placingOnce(carrier: VoiceCarrier): VoiceCarrier {
  const placed = new Set<string>();
  return {
    ...carrier,
    async place(calls) {
      const fresh = calls.filter(({ attemptId }) => !placed.has(attemptId));
      for (const { attemptId } of fresh) placed.add(attemptId);
      const submissions = fresh.length > 0 ? await carrier.place(fresh) : [];
      return calls.map((call) => submissions[fresh.indexOf(call)] ?? { kind: 'accepted' });
    },
  };
}
