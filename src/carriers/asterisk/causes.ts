/** Why a channel ended: the Q.850 cause and the SIP status, as ChannelDestroyed reports them. */
import type { Note } from '#contract/note.ts';
import type { TrunkFailure } from '../port.ts';

export interface ChannelEnd {
  /** Q.850; 0 when the other side hung up an answered call, or when unknown. */
  cause: number;
  /** The SIP status that ended it, possibly one of Asterisk's own; undefined when none did. */
  techCause?: number | undefined;
}

/** What a call showed before its end. */
export interface SeenBefore {
  answered: boolean;
  /** Ringing, or sound before the answer: SIP 180, 183. */
  rang: boolean;
  /** The other side ended it; false: our own ring time was over. */
  byPeer: boolean;
  /** The network forwarded it to another number: SIP 3xx. */
  forwarded: boolean;
  /** Milliseconds since it began. */
  lasted: number;
}

export interface EndedBecause {
  cause: 'hangup' | 'busy' | 'no_answer' | 'failed';
  /** The network's reason; absent when there is nothing to explain. */
  note?: Note;
  trunk?: TrunkFailure;
}

/** 408 Request Timeout, 480 Temporarily Unavailable, 487 Request Terminated, 603 Decline. */
const unanswered = new Set([408, 480, 487, 603]);
/** 486 Busy Here, 600 Busy Everywhere. */
const busy = new Set([486, 600]);
/** Q.850: no user responding, no answer, absent. */
const unansweredCauses = new Set([18, 19, 20]);
const busyCause = 17;
/**
 * SIP statuses about the number or the person it belongs to (RFC 3261 section 21, RFC 8197,
 * RFC 8688); every other one below 600 means that the trunk does not take such calls.
 */
const ofTheNumber = new Set([404, 408, 410, 433, 480, 484, 485, 486, 487, 603, 604, 607, 608]);
/** Q.850 causes, without a SIP status, that are about the number, the person or a hang-up. */
const causesOfTheNumber = new Set([0, 1, 3, 16, 17, 18, 19, 20, 21, 22, 26, 27, 28, 31, 32]);
/**
 * Milliseconds. Asterisk ends a call without any response with a 408 of its own, after timer_b of
 * pjsip.conf, at least 6.4 seconds: a 408 from the network comes earlier, or after ringing.
 */
const timerB = 6_300;

const codes = {
  401: 'login_refused',
  403: 'call_refused',
  404: 'no_such_number',
  407: 'login_refused',
  410: 'number_gone',
  484: 'no_such_number',
  488: 'codec_refused',
  604: 'no_such_number',
} as const;

/**
 * The SIP status counts if there is one: Asterisk reports a 404 as "no answer" in its Dial event.
 */
export function endOf({ cause, techCause }: ChannelEnd, seen: SeenBefore): EndedBecause {
  if (seen.answered) return { cause: 'hangup' };
  // Asterisk may end such a call before it has stored the SIP status.
  if (seen.forwarded) {
    return { cause: 'failed', note: { code: 'forwarded', sip: techCause ?? 302 } };
  }
  if (techCause !== undefined && busy.has(techCause)) return { cause: 'busy' };
  const notAnswered = techCause ? unanswered.has(techCause) : unansweredCauses.has(cause);
  if (notAnswered) {
    return isSilent(techCause, seen)
      ? { cause: 'failed', note: { code: 'trunk_silent' }, trunk: 'silent' }
      : { cause: 'no_answer' };
  }
  if (!techCause && cause === busyCause) return { cause: 'busy' };
  const trunk = !seen.rang && isTrunkFailure(cause, techCause);
  return {
    cause: 'failed',
    note: noteOf(cause, techCause),
    ...(trunk && { trunk: 'refused' }),
  };
}

/** No response before our own ring time was over, or before Asterisk gave up. */
function isSilent(techCause: number | undefined, { rang, byPeer, lasted }: SeenBefore): boolean {
  return !rang && (!byPeer || (techCause === 408 && lasted >= timerB));
}

function isTrunkFailure(cause: number, techCause: number | undefined): boolean {
  if (techCause) return techCause >= 400 && !ofTheNumber.has(techCause);
  return !causesOfTheNumber.has(cause);
}

function noteOf(q850: number, sip: number | undefined): Note {
  if (!sip) return { code: 'network_ended', q850 };
  return { code: isNamed(sip) ? codes[sip] : 'network_ended', sip };
}

const isNamed = (sip: number): sip is keyof typeof codes => Object.hasOwn(codes, sip);
