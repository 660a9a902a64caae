/** Why a channel ended: Q.850's cause and SIP's own answer, as ChannelDestroyed tells them. */

export interface ChannelEnd {
  /** Q.850; 0 when the other side hung up an answered call. */
  cause: number;
  /** The SIP status that ended it; undefined when none did. */
  techCause?: number | undefined;
}

export interface EndedBecause {
  cause: 'hangup' | 'busy' | 'no_answer' | 'failed';
  /** What the network said, for the call record; absent when there is nothing to explain. */
  note?: string;
}

/** 408 Request Timeout, 480 Temporarily Unavailable, 487 Request Terminated, 603 Decline. */
const unanswered = new Set([408, 480, 487, 603]);
/** 486 Busy Here, 600 Busy Everywhere. */
const busy = new Set([486, 600]);
/** Q.850: no user responding, no answer, absent. */
const unansweredCauses = new Set([18, 19, 20]);
const busyCause = 17;
const sentences: Readonly<Record<number, string>> = {
  401: 'The trunk refused the login of this platform.',
  403: 'The network refused this call.',
  404: 'There is no such number.',
  407: 'The trunk refused the login of this platform.',
  410: 'There is no such number any more.',
  484: 'There is no such number.',
  604: 'There is no such number.',
};

/**
 * SIP's answer counts where there is one: Asterisk tells a 404 as «no answer» in its Dial event.
 *
 * @param answered whoever was called had answered
 */
export function endOf({ cause, techCause }: ChannelEnd, answered: boolean): EndedBecause {
  if (answered) return { cause: 'hangup' };
  if (techCause !== undefined && busy.has(techCause)) return { cause: 'busy' };
  if (techCause !== undefined && unanswered.has(techCause)) return { cause: 'no_answer' };
  if (!techCause && cause === busyCause) return { cause: 'busy' };
  if (!techCause && unansweredCauses.has(cause)) return { cause: 'no_answer' };
  return { cause: 'failed', note: sentenceOf(cause, techCause) };
}

function sentenceOf(cause: number, techCause: number | undefined): string {
  const told = techCause ? `SIP ${techCause}` : `cause ${cause}`;
  const sentence = sentences[techCause ?? 0];
  return sentence ? `${sentence.slice(0, -1)} (${told}).` : `The network ended it with ${told}.`;
}
