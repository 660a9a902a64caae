/**
 * The pace of a number that texts, in segments, shared by all that send from it. A carrier sends a
 * number of segments per second and queues the rest; Carillon submits nothing that would have to
 * wait there.
 *
 * Segments become free one by one and are used up by whole texts. A text that takes more than are
 * free still goes, and the next one waits longer. Campaigns take turns: of those that want to send,
 * the one served least recently is next, and auto-replies come before all of them.
 */
import {
  earlier,
  later,
  latest,
  realMs,
  type SimMs,
  simMs,
  soonest,
  toSim,
} from './milliseconds.ts';

export interface PaceState {
  /** Until then all segments are used up. */
  nextFree: SimMs;
  turns: Readonly<Record<string, Turn>>;
}

export interface Turn {
  /** Rank in the order of service; 0: never served. */
  served: number;
  /** Until then the others wait for this one to be served. */
  wants: SimMs;
}

/** The number's, and the engine's. */
export interface PaceTerms {
  perSecond: number;
  /** Simulated seconds per real second: an engine polls a few times per real second. */
  speed: number;
}

export interface PaceRequest extends PaceTerms {
  now: SimMs;
  /** A campaign's id, or `repliesTurn`. */
  who: string;
  /** Texts that are due. */
  texts: number;
  /** Segments of one text, about. */
  segmentsEach: number;
}

export interface PaceGrant {
  /** Texts that may go; 0: none now. */
  texts: number;
  /** Nothing can be free before. */
  notBefore: SimMs;
  /** To be stored: the others wait for a campaign that was refused. */
  state: PaceState;
}

export const repliesTurn = 'replies';

/**
 * Real seconds of segments that may gather, beyond one text. Polls come a few times a second, and
 * the segments that a late one missed would otherwise be lost. A text waits at most this long at
 * its carrier.
 */
const gathers = 0.5;
/** How long the others wait for a campaign that was refused and does not return. */
const patience = realMs(1_500);
/** A longer debt means that the clock was set back. */
const longestDebt = realMs(60_000);
/** Turns of campaigns that did not send for this long are dropped. */
const turnsKept = realMs(60_000);

/** What the carrier could send just now. */
export function segmentsFree(nextFree: SimMs, now: SimMs, terms: PaceTerms): number {
  return ((now - sinceOf(nextFree, now, terms)) * terms.perSecond) / 1_000;
}

/** The instant since which segments have gathered. */
function sinceOf(nextFree: SimMs, now: SimMs, { perSecond, speed }: PaceTerms): SimMs {
  const most = simMs(1_000 / perSecond + gathers * 1_000 * speed);
  return soonest(latest(nextFree, earlier(now, most)), later(now, toSim(longestDebt, speed)));
}

export function askPace(state: PaceState, request: PaceRequest): PaceGrant {
  const { now, who, texts, segmentsEach, perSecond, speed } = request;
  const free = segmentsFree(state.nextFree, now, request) + rounding;
  const notBefore = free >= 1 ? now : later(now, simMs(((1 - free) * 1_000) / perSecond));
  const own = state.turns[who] ?? { served: 0, wants: simMs(0) };
  if (free < 1 || isBefore(state, request, own)) {
    const turn = { ...own, wants: later(notBefore, toSim(patience, speed)) };
    return { texts: 0, notBefore, state: { ...state, turns: { ...state.turns, [who]: turn } } };
  }
  const fitting = Math.max(1, Math.floor(free / Math.max(1, segmentsEach)));
  return { texts: Math.min(texts, fitting), notBefore, state };
}

/** Another campaign that wants to send is next. */
function isBefore({ turns }: PaceState, { now, who }: PaceRequest, own: Turn): boolean {
  if (who === repliesTurn) return false;
  return Object.entries(turns).some(
    ([other, turn]) =>
      other !== who && turn.wants > now && (other === repliesTurn || turn.served < own.served),
  );
}

/** After a grant: what was really used; 0 when nothing was sent after all. */
export function chargePace(
  { nextFree, turns }: PaceState,
  { now, who, segments, ...terms }: PaceTerms & { now: SimMs; who: string; segments: number },
): PaceState {
  const kept = Object.entries(turns).filter(
    ([other, turn]) => other !== who && turn.wants > earlier(now, toSim(turnsKept, terms.speed)),
  );
  const last = Math.max(0, ...Object.values(turns).map(({ served }) => served));
  const before = turns[who]?.served ?? 0;
  const turn = { served: segments > 0 ? last + 1 : before, wants: now };
  const used = later(sinceOf(nextFree, now, terms), simMs((segments * 1_000) / terms.perSecond));
  return {
    nextFree: segments > 0 ? used : nextFree,
    turns: { ...Object.fromEntries(kept), [who]: turn },
  };
}

/** Sums of fractions miss a whole segment by some 1e-12. */
const rounding = 1e-6;
