/** Makes reasons from the state of the platform. */
import type { Hold } from '#contract/hold.ts';
import type { Channel, ReasonOf } from '#contract/reason.ts';
import { gateReasons, isHoursRecheck } from './gate.ts';
import type { StopWord } from './operator-stop-words.ts';
import type { TroubleKind } from './trouble-words.ts';

/** Why nothing is called or texted. */
export function holdReason(hold: Hold): ReasonOf<'hold'> {
  const { code, asOf, aheadUntil, lost, asked } = hold;
  return {
    code: 'hold',
    hold: code,
    ...(asOf && { asOf }),
    ...(aheadUntil && { aheadUntil }),
    ...(lost && { lost }),
    asked,
  };
}

export function stopReason(stop: StopWord): ReasonOf<'operator_stop' | 'client_stop'> {
  const { scope, carrier, reason: said, by } = stop;
  const since = new Date(stop.since).toISOString();
  if (by !== null) return { code: 'client_stop', carrier, since, said, by };
  return { code: 'operator_stop', scope, carrier, since, said };
}

/** Why a running campaign does nothing. */
export function troubleReason(
  trouble: TroubleKind,
  channel: Channel,
): ReasonOf<'database_trouble'> {
  return { code: 'database_trouble', trouble, channel };
}

export type WaitingReason = ReasonOf<
  | 'calling_hours'
  | 'attempt_cap'
  | 'least_gap'
  | 'contact_policy'
  | 'follow_up'
  | 'account_in_call'
  | 'undecided_text'
  | 'no_consent'
  | 'in_call'
  | 'due_later'
>;

const minute = 60_000;

const day = 86_400_000;

/**
 * Nobody knows when contact may begin: the number is looked at again then (`longWait`). A limit lets a number
 * go at a whole day of UTC hardly ever, and then the sentence only says less.
 */
const isRecheck = (due: number) => due % day === 0;

/**
 * What a campaign waits for.
 *
 * @param reason the gate's, of the entry that is due next
 * @param due epoch ms at which that entry is due
 */
export function waitingReason(reason: string | null, due: number): WaitingReason {
  // To the minute, as in the sentence, so that the campaign's row is not rewritten every second.
  const until = new Date(Math.floor(due / minute) * minute).toISOString();
  switch (reason) {
    case gateReasons.contactPolicy:
      return isRecheck(due) ? { code: reason } : { code: reason, until };
    case gateReasons.callingHours:
      return isHoursRecheck(due) ? { code: reason } : { code: reason, until };
    case gateReasons.attemptCap:
    case gateReasons.leastGap:
    case gateReasons.followUp:
      return { code: reason, until };
    case gateReasons.accountInCall:
    case gateReasons.undecidedText:
    case gateReasons.noConsent:
    case gateReasons.inCall:
      return { code: reason };
    default:
      return { code: 'due_later', until };
  }
}
