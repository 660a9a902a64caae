/** What waiting numbers wait for, in words, and when that ends. */
import {
  type CampaignFunnel,
  type WaitingPart,
  type WaitingReason,
  waitingReasons,
} from '#contract/campaign-funnel.ts';
import { zoneWords } from '#domain/zone-words.ts';
import { wallClock } from '#web/lib/allowed-words.ts';
import { capWords } from '#web/lib/cap-words.ts';
import { momentWords } from '#web/lib/moment-words.ts';

export const isForHours = ({ reason }: WaitingPart) => reason === 'calling_hours';

/** Waiting numbers that the same words describe. */
export interface Merged {
  phrase: string;
  label: string;
  part: WaitingPart;
  /** Of what waits for hours; '' where no zone is known. */
  zones: string[];
}

export function mergedByPhrase({ waiting, cap }: CampaignFunnel, texts: boolean, hours: boolean) {
  const merged = new Map<string, Merged>();
  for (const part of waiting) {
    if (isForHours(part) !== hours) continue;
    const phrase = waitingPhrase(part, cap, texts);
    const known = merged.get(phrase);
    const zones = [...(known?.zones ?? []), ...(hours ? [part.zone ?? ''] : [])];
    const label = labelOf(part.reason, cap, phrase);
    merged.set(phrase, { phrase, label, zones, part: known ? together(known.part, part) : part });
  }
  return [...merged.values()];
}

export function together(a: WaitingPart, b: WaitingPart): WaitingPart {
  const instants = (values: (string | null)[]) =>
    values.filter((value) => value !== null).toSorted();
  return {
    ...a,
    count: a.count + b.count,
    first: instants([a.first, b.first])[0] ?? null,
    last: instants([a.last, b.last]).at(-1) ?? null,
  };
}

function labelOf(reason: WaitingReason, cap: CampaignFunnel['cap'], phrase: string): string {
  if (reason === 'attempt_cap' && !cap) return 'Rechecking: the attempt cap changed';
  return labels[reason] ?? `Waiting ${phrase}`;
}

/** Where "Waiting" and the phrase would not be the words of the part. */
const labels: Partial<Record<WaitingReason, string>> = {
  undecided_text: 'Paused until a manager decides on a text',
  carrier_busy: 'Refused by the carrier for now, retrying soon',
};

/** Of a reason by itself, for the screen that lists its numbers; undefined for no such reason. */
export function waitingWords(reason: string | undefined, texts: boolean): string | undefined {
  const known = waitingReasons.find((one) => one === reason);
  if (known === undefined) return undefined;
  if (known === 'attempt_cap') return 'Waiting because of the attempt cap';
  return labelOf(
    known,
    null,
    waitingPhrase({ reason: known, zone: null, opens: null }, null, texts),
  );
}

/** After "Waiting" or "wait". */
function waitingPhrase(
  { reason, zone, opens }: Pick<WaitingPart, 'reason' | 'zone' | 'opens'>,
  cap: CampaignFunnel['cap'],
  texts: boolean,
): string {
  switch (reason) {
    case 'calling_hours':
      return zone === null || opens === null
        ? 'for calling hours'
        : `for ${wallClock(opens)} in ${zoneWords(zone)}`;
    case 'undecided_text':
      return 'for a manager to decide on a text';
    case 'in_call':
      return 'for another call to the number to end';
    case 'account_in_call':
      return 'for a call to another number of the account to end';
    case 'least_gap':
      return `because they were recently ${texts ? 'texted' : 'called'}`;
    case 'contact_policy':
      return 'because the contact policy allows no contact yet';
    case 'no_consent':
      return 'for consent, which the contact policy asks for';
    case 'attempt_cap':
      return cap
        ? `because they were ${capWords({ count: cap.most, days: cap.days }, texts)}`
        : 'to be rechecked because the attempt cap changed';
    case 'carrier_busy':
      return 'for the carrier, which is at capacity';
    case 'follow_up':
      return 'for the time of their follow-up';
    case 'campaign_stopped':
      return 'for the campaign to run';
  }
}

/** "first at 1:00 PM", with the day when it is another one. */
export function noteOf({ first, last }: WaitingPart, now: Date): { note?: string } {
  if (first === null) return {};
  const at = (instant: string) => momentWords(instant, now);
  if (last === null || at(last) === at(first)) return { note: `at ${at(first)}` };
  return { note: `first at ${at(first)}, last at ${at(last)}` };
}
