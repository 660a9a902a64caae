/** Adaptive pacing beside the agents of one Linkback campaign (decision 088). */
import type { CallEvent } from '#carriers/port.ts';
import { asClient } from '#db/database.ts';
import type { Lease, RunSettings } from '#db/queries/lease.ts';
import { readRecordedCourses } from '#db/queries/recorded-course.ts';
import type { GuardedState } from '#domain/governor/guarded-pacing.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import type { RunnerDeps } from '../deps.ts';
import { AdaptivePace, type Staged } from './adaptive-pace.ts';
import type { Call } from './call.ts';

export interface AdaptiveAgents {
  /** How many calls it would place, whatever the guard says; undefined: it is not chosen. */
  room(): ((state: GuardedState) => number) | undefined;
  /** Learns from an event that was followed; `before` is the call's stage of before it. */
  follow(before: Staged, call: Call, event: CallEvent): void;
  /** Learns how long agents take who are called ahead: one waits now, or will not. */
  settled(age: SimMs, waits: boolean): void;
  /** Reads once what the campaign's calls under other engines teach. */
  recall(): Promise<void>;
}

interface Surroundings {
  calls: () => Iterable<Call>;
  settings: () => RunSettings;
  /** Abandoned calls that are not part of what was read, and may be no calls of this engine. */
  lost: () => number;
}

export function createAdaptiveAgents(
  { db, clock }: RunnerDeps,
  { clientId, campaignId }: Lease,
  { calls, settings, lost }: Surroundings,
): AdaptiveAgents {
  const pace = new AdaptivePace();
  let recalled = false;
  return {
    room() {
      const { abandonment: rule, pacing } = settings();
      if (pacing !== 'adaptive' || !rule) return undefined;
      return (state) => pace.room(state, calls(), { now: clock.now(), rule, lost: lost() });
    },
    follow(before, call, event) {
      // Of a campaign that becomes adaptive later, its stored calls are read then.
      if (settings().pacing === 'adaptive') pace.follow(before, call, event);
    },
    settled(age, waits) {
      if (settings().pacing === 'adaptive') pace.settled(age, waits);
    },
    async recall() {
      if (recalled || settings().pacing !== 'adaptive') return;
      const now = new Date(clock.now());
      const courses = await asClient(db, clientId, (tx) =>
        readRecordedCourses(tx, clientId, campaignId, now),
      );
      pace.recall(courses);
      recalled = true;
    },
  };
}
