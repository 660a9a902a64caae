/**
 * Adaptive pacing of one Linkback campaign (decision 088): what its calls teach, kept in memory, and
 * how many may be placed by that.
 */
import type { CallEvent } from '#carriers/port.ts';
import {
  adaptiveRoom,
  affordable,
  mostPerAgent,
  stayingOn,
} from '#domain/adaptive/adaptive-room.ts';
import { type CourseStage, LearnedCourse } from '#domain/adaptive/learned-course.ts';
import { type RecordedCourse, stagesOfRecord } from '#domain/adaptive/stages-of-record.ts';
import { type AbandonmentRule, isAbandoned } from '#domain/governor/abandoned-call.ts';
import type { GuardedState } from '#domain/governor/guarded-pacing.ts';
import { freeAgents } from '#domain/linkback-pacing.ts';
import { elapsed, type SimMs } from '#domain/milliseconds.ts';
import type { Call } from './call.ts';
import { holdsAgent } from './linkback.ts';

export class AdaptivePace {
  readonly course = new LearnedCourse();

  /** Notes what ended with an event. Call it with the stage of before, after the event was followed. */
  follow(before: Staged, call: Call, event: CallEvent): void {
    const after = stageOf(call);
    if (before.stage === 'done' || after.stage === before.stage) return;
    const age = elapsed(before.since, event.at);
    const { stage } = before;
    // An agent is free again however the talk ended.
    const awaited = stage === 'engaged' || after.stage !== 'done';
    const picked = call.linkback?.agent;
    // One who was called first picked up before there was a customer.
    const isNew = stage === 'engaged' && picked !== undefined;
    const isTalk = stage === 'engaged' && call.linkback?.connectedAt !== undefined;
    this.course.note({
      ...{ stage, age, awaited },
      ...(isNew && { picked: picked === 'answered' }),
      ...(isTalk && { leftByCustomer: event.kind === 'ended' }),
    });
  }

  /** An agent who was called ahead waits on the line now, or will not. */
  settled(age: SimMs, waits: boolean): void {
    this.course.note({ stage: 'coming', age, awaited: waits });
  }

  /** Learns from calls that this engine has not seen. */
  recall(records: readonly RecordedCourse[]): void {
    for (const record of records) {
      for (const end of stagesOfRecord(record)) this.course.note(end);
    }
  }

  /**
   * @param lost abandoned calls whose results are not part of what was read
   */
  room(state: GuardedState, calls: Iterable<Call>, { now, rule, lost }: RoomWish): number {
    const { reading, agentCount, inFlight } = state;
    if (!reading) return Math.max(0, (state.ahead?.ready ?? freeAgents(state)) - inFlight);
    const ages = { ringing: [] as number[], listening: [] as number[], engaged: [] as number[] };
    let notStored = lost;
    for (const call of calls) {
      if (isAbandoned(call.linkback?.wait, rule)) notStored += 1;
      const { stage, since } = stageOf(call);
      if (stage === 'done') continue;
      if (stage !== 'engaged' && call.linkback?.waitingAgent !== undefined) continue;
      ages[stage].push(now - since);
    }
    const { ahead } = state;
    const engaged = stayingOn(ages.engaged, state);
    return adaptiveRoom({
      ...{ agentCount, inFlight, most: mostPerAgent * agentCount },
      free: ahead ? ahead.ready : freeAgents(state),
      learned: this.course.learned(),
      // Who waits on the line has picked up.
      silent: ahead ? 0 : this.course.silent(),
      budget: affordable(reading) - notStored,
      outlook: this.course.outlook({
        ...{ ...ages, engaged, coming: ahead?.coming, resting: ahead?.resting },
        ...(ahead?.keeps && { staying: this.course.leftByCustomer() }),
      }),
    });
  }
}

export interface RoomWish {
  now: SimMs;
  rule: AbandonmentRule;
  lost: number;
}

export interface Staged {
  stage: CourseStage;
  since: SimMs;
}

/** What a call of a Linkback is doing. */
export function stageOf(call: Call): Staged {
  const { linkback, answered, over, attemptedAt } = call;
  const done: Staged = { stage: 'done', since: attemptedAt };
  if (over || !linkback) return done;
  if (holdsAgent(call)) return { stage: 'engaged', since: linkback.askedAt ?? attemptedAt };
  if (linkback.stage !== 'message' && linkback.stage !== 'pause') return done;
  if (!answered) return { stage: 'ringing', since: attemptedAt };
  return answered.by === 'person' ? { stage: 'listening', since: answered.at } : done;
}
