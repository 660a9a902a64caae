/** Why a campaign waits or does not run, with its instants in the zone that the screen names. */
import { knownReason, type ReasonOf, type StoredReason } from '#contract/reason.ts';
import { timedSentences, type WriteInstant } from '#domain/timed-sentences.ts';
import { formatLocalDateTime } from './local-time.ts';

interface Explained {
  reason: StoredReason | null;
  /** The sentence of the server, in Eastern Time. */
  statusReason: string | null;
}

type Timed = keyof typeof timedSentences;
const isTimed = (code: string): code is Timed => Object.hasOwn(timedSentences, code);

/** Null without a reason. */
export function statusSentence({ reason, statusReason }: Explained, now: Date): string | null {
  const known = reason && knownReason(reason);
  if (statusReason === null || !known || !isTimed(known.code)) return statusReason;
  // The code picks the sentence of its own facts, which the compiler cannot follow.
  const say = timedSentences[known.code] as (facts: ReasonOf<Timed>, at: WriteInstant) => string;
  return say(known as ReasonOf<Timed>, (iso) => formatLocalDateTime(iso, now));
}
