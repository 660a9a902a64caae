/** Why a running campaign does not dial just now, in one sentence each. */
import { Temporal } from 'temporal-polyfill';
import { clockOffSentence, roughly } from './clock-offset.ts';
import { gateReasons } from './gate.ts';
import { paceWords } from './texting-number-kind.ts';
import { easternZone } from './wall-time.ts';

export const runReasons = {
  loading: 'Waiting for a contact list that is being loaded.',
  carrierAway: 'The carrier is away. Calls go on when it is connected again.',
  noCustomerMessage: 'Waiting for a customer message: the campaign has none.',
  textCarrierAway: 'The carrier is away. Texts go on when it is connected again.',
  noTexts: 'Texts per minute is 0: nothing is sent.',
  clientDisabled: 'The client account is disabled.',
  trunkTried: 'The last calls failed at the trunk. Waiting for those that are under way.',
  carrierBusy: 'The carrier takes no more for the moment. It is tried again soon.',
  /** @param problem what is wrong with it, without a period */
  agentNumber: (problem: string) => `The linkback number cannot be called. ${problem}.`,
  clockUnknown: 'Waiting until the clock of this engine is compared with the database’s.',
  /** @param by milliseconds that the engine's clock is ahead, or behind when below 0 */
  clockOff: (by: number, other: string) =>
    `${clockOffSentence(by, other, 'this engine')} Nothing is placed until they agree.`,
  /**
   * @param by milliseconds that it was put ahead, or back when below 0
   * @param contradicted carriers told another time before they fell silent
   */
  clockSet: (by: number, contradicted: boolean) => {
    const how = `The clock of this engine was put ${by > 0 ? 'ahead' : 'back'} by ${roughly(by)}.`;
    const until = contradicted
      ? 'until a carrier tells the same time, the clock is put right or Carillon is started anew'
      : 'until a carrier tells the same time, the clock is put right or 10 minutes have passed';
    return `${how} Nothing is placed ${until}.`;
  },
  carrierTime: (carrier: string) =>
    `This engine’s machine slept. Waiting until the carrier «${carrier}» has told its time again.`,
} as const;

/**
 * Why a campaign was stopped whose trunk fails.
 *
 * @param said what was said of the last of these calls; '' when nothing is known
 */
export function stoppedByTrunk(calls: number, said: string): string {
  const last = said === '' ? '' : ` The last one: ${said}`;
  return `${calls} calls in a row failed at the trunk, so the campaign was stopped.${last} Start it again when the trunk is well.`;
}

/**
 * @param reason the gate's, of the entry that is due next
 * @param until epoch ms at which that entry is due
 */
export function waitingReason(reason: string | null, until: number): string {
  const time = easternTime(until);
  if (reason === gateReasons.callingHours) {
    return `Waiting for calling hours: the next number may be called from ${time}.`;
  }
  if (reason === gateReasons.attemptCap) {
    return `Waiting for the cap on attempts: the next number may be tried again from ${time}.`;
  }
  if (reason === gateReasons.leastGap) {
    return `Waiting for the least gap between two tries: the next number may be tried again from ${time}.`;
  }
  if (reason === gateReasons.accountInCall) {
    return 'Waiting for calls to other numbers of the accounts.';
  }
  if (reason === gateReasons.undecidedText) {
    return 'Waiting for a manager to decide on unclear texts in the Text Message Manager.';
  }
  if (reason === gateReasons.inCall) return 'Waiting for numbers that are in another call.';
  return `Waiting until ${time}.`;
}

/** More texts are due than the number that they are sent from can send. */
export function waitingForNumber(segmentsPerSecond: number): string {
  return `Waiting for the sending number: ${paceWords(segmentsPerSecond)}.`;
}

/** `Nov 21, 8:00 AM ET`. */
export function easternTime(instant: number): string {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(easternZone);
  const text = local.toLocaleString('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  // Some versions of the locale data put a narrow space before AM and PM.
  return `${text.replaceAll('\u202f', ' ')} ET`;
}
