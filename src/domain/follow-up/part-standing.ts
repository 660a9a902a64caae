/**
 * Whether a follow-up that waits for another part of the day may be made now. A hold of any kind (a
 * stop, a gap, a backlog) may have taken it past the part that was chosen for it: then it goes to the
 * best part that was not tried, as that stands now.
 */
import { type SimMs, simMs } from '../milliseconds.ts';
import {
  bestPart,
  type DayPart,
  type PartQuestion,
  partAt,
  partEnd,
  partsToChoose,
} from './day-part.ts';

/** What was chosen for it. */
export interface PartPlan {
  part: DayPart;
  /** It was drawn: it keeps its part, so that chance stays chance. */
  byChance: boolean;
  /** Parts of the attempts before it, in order. */
  tried: readonly DayPart[];
}

/** `until`: of an open part its end, else when it may be made. */
export interface PartStanding {
  open: boolean;
  until: SimMs;
}

/** @param question `from`: now */
export function partStanding(plan: PartPlan, question: Omit<PartQuestion, 'tried'>): PartStanding {
  const { zone, from: now } = question;
  const present = partAt(zone, now);
  if (present === plan.part) return { open: true, until: partEnd(present, zone, now) };
  const choices = partsToChoose({ ...question, tried: plan.tried });
  const own = plan.byChance ? choices.find(({ part }) => part === plan.part) : undefined;
  const next = own ?? bestPart(choices, question);
  // In no part for days: then the calling hours decide alone.
  if (!next) return { open: true, until: simMs(Number.POSITIVE_INFINITY) };
  if (next.due > now) return { open: false, until: next.due };
  return { open: true, until: partEnd(next.part, zone, now) };
}
