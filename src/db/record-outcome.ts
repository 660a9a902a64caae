/** SQL fragments on call_record: how a call or text ended (contract/call-outcome.ts). */
import { type CallOutcome, callOutcomes } from '#contract/call-outcome.ts';

/**
 * Bits of `call_record.marks`. They refine the result and never replace it: what Live Monitoring
 * counts is the sum of some outcomes, whatever is noted later.
 */
export const recordMark = {
  /** The person asked to stop: 9 in the call, or an opt-out text after it was delivered. */
  optedOut: 1,
  /** The person wrote back. */
  replied: 2,
  /** The carrier accepted the text, and no receipt came. */
  accepted: 4,
  /** The person asked for an agent and got none in the time that the operator set, if one was set. */
  lateAgent: 8,
  /** A person answered, whatever the result says: the call of an engine that died. */
  reached: 16,
  /** The call was lost while its person waited for an agent, or after one came too late. */
  cutOff: 32,
  /** What became of the wish for an agent is in the marks below (record-wait.ts), whatever a client's rule says. */
  waitKnown: 64,
  noAgent: 128,
  over2: 256,
  over20: 512,
  left2: 1_024,
  left20: 2_048,
} as const;

const has = (mark: keyof typeof recordMark) => `marks & ${recordMark[mark]} <> 0`;
const position = (outcome: CallOutcome) => callOutcomes.indexOf(outcome);

/**
 * The outcome as its position in `callOutcomes`, by which reports sort. Of a person who was
 * abandoned, or waited too long, and then pressed 9 it is abandoned: that is what Live Monitoring counts, and the key
 * says the rest.
 */
export const outcomeSql = `CASE result
  WHEN 'person' THEN CASE WHEN abandoned THEN ${position('abandoned')}
    WHEN ${has('lateAgent')} THEN ${position('late_agent')}
    WHEN ${has('optedOut')} THEN ${position('opted_out')} ELSE ${position('person')} END
  WHEN 'machine' THEN ${position('machine')}
  WHEN 'no_answer' THEN ${position('no_answer')}
  WHEN 'busy' THEN ${position('busy')}
  WHEN 'failed' THEN ${position('failed')}
  WHEN 'delivered' THEN CASE WHEN ${has('optedOut')} THEN ${position('opted_out')}
    WHEN ${has('replied')} THEN ${position('replied')} ELSE ${position('delivered')} END
  ELSE CASE WHEN ${has('accepted')} THEN ${position('sent')}
    WHEN ${has('cutOff')} THEN ${position('cut_off')} ELSE ${position('unknown')} END END`;

/** The outcome at a position; what a newer version stored is unknown. */
export function outcomeAt(position: number): CallOutcome {
  return callOutcomes[position] ?? 'unknown';
}
