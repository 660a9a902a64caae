/**
 * Adaptive pacing of a Linkback that is played ahead: the engine's own pacer, with what the run's calls teach it
 * (decision 088), and the calls to agents who are called ahead (decision 098). It is asked every two seconds, the width
 * of an age in its tables.
 */
import {
  adaptiveRoom,
  affordable,
  fewestCalls,
  mostPerAgent,
  smallestTeam,
  stayingOn,
} from '../adaptive/adaptive-room.ts';
import { binMs } from '../adaptive/course-curve.ts';
import { type CourseStage, LearnedCourse, type StageEnd } from '../adaptive/learned-course.ts';
import { type Outlook, stepsAhead } from '../adaptive/outlook.ts';
import type { GuardedState } from '../governor/guarded-pacing.ts';
import { freeAgents } from '../linkback-pacing.ts';
import { simMs } from '../milliseconds.ts';

/** More engaged agents than these are close to normally distributed; the pacer takes 151 of them for that. */
const exactAgents = 25;
const normalAgents = 151;
const neverFree = new Float64Array(stepsAhead);

/** `coming`: it is a call to an agent who does not wait yet. */
type PlayedStage = CourseStage | 'coming';

/** A call that is played, and what it is doing since when (epoch ms). */
export interface PlayedCall {
  stage: PlayedStage;
  since: number;
  /** Its agent picked up; undefined: none was called for it. */
  picked?: boolean | undefined;
  /** An agent waits for it: nobody is lost, and no other agent is asked for. */
  own: boolean;
  /** Its place among those of its stage; -1: it is not among them. */
  index: number;
}

type Open = Record<Exclude<PlayedStage, 'done'>, PlayedCall[]>;

export class AdaptivePlay {
  readonly #each: number;
  readonly #lookMs: number;
  readonly #staying: number;
  readonly #course = new LearnedCourse();
  readonly #open: Open = { ringing: [], listening: [], engaged: [], coming: [] };
  #nextLook = Number.NEGATIVE_INFINITY;

  /**
   * @param recorded what earlier calls of the campaign teach
   * @param each calls and agents that one of them stands for
   * @param tick milliseconds between two looks of the engine
   * @param staying the share of talks after which an agent stays on the line
   */
  constructor(
    recorded: readonly StageEnd[],
    each: number,
    { tick, staying }: { tick: number; staying: number },
  ) {
    this.#each = each;
    this.#staying = staying;
    this.#lookMs = Math.max(binMs, tick);
    for (const end of recorded) this.#course.note(end);
  }

  /** When the pacer is asked again. */
  get nextLook(): number {
    return this.#nextLook;
  }

  begin(now: number, own: boolean): PlayedCall {
    return this.#enter({ stage: 'ringing', since: now, own, index: -1 });
  }

  /** An agent is called ahead; `move` says whether the agent waits. */
  callAgent(now: number): PlayedCall {
    return this.#enter({ stage: 'coming', since: now, own: false, index: -1 });
  }

  /** For each agent who was called ahead and does not wait yet, how long ago, in milliseconds. */
  coming(now: number): number[] {
    return this.#open.coming.map(({ since }) => now - since);
  }

  /** A stage is over, and the next one begins. `awaited`: as the pacer hoped. */
  move(call: PlayedCall, at: number, to: CourseStage, awaited: boolean): void {
    const { stage, since, picked } = call;
    if (stage === 'done') return;
    const isTold = stage === 'engaged' && picked !== undefined;
    const age = simMs(at - since);
    this.#course.note({ stage, age, awaited, ...(isTold && { picked }) });
    this.#leave(call, this.#open[stage]);
    call.stage = to;
    call.since = at;
    this.#enter(call);
  }

  #enter(call: PlayedCall): PlayedCall {
    const { stage, own } = call;
    if (stage === 'done' || (own && stage !== 'engaged')) return call;
    call.index = this.#open[stage].length;
    this.#open[stage].push(call);
    return call;
  }

  #leave(call: PlayedCall, calls: PlayedCall[]): void {
    if (call.index < 0) return;
    const last = calls.pop();
    if (last && last !== call) {
      calls[call.index] = last;
      last.index = call.index;
    }
    call.index = -1;
  }

  /**
   * How many calls it would place, whatever the guard says.
   *
   * @param pinned how many may be abandoned; absent: as many as were read
   */
  room(state: GuardedState, now: number, pinned?: number): number {
    const { reading, agentCount, inFlight, ahead } = state;
    const free = ahead ? ahead.ready : freeAgents(state);
    const oneEach = Math.max(0, free - inFlight);
    const budget = pinned ?? (reading ? affordable(reading) : 0);
    const learned = this.#course.learned();
    // As the pacer itself decides then, without a look ahead.
    if (agentCount < smallestTeam || learned < fewestCalls || budget < 1) return oneEach;
    if (now < this.#nextLook) return 0;
    this.#nextLook = now + this.#lookMs;
    const each = this.#each;
    const team = Math.max(smallestTeam, Math.floor(agentCount / each));
    const room = adaptiveRoom({
      ...{ agentCount: team, inFlight: inFlight / each, free: Math.floor(free / each) },
      ...{ learned, silent: ahead ? 0 : this.#course.silent(), budget: budget / each },
      ...{ outlook: this.#outlook(state, now), most: mostPerAgent * team },
    });
    return room * each;
  }

  #outlook({ agentsBusy, agentCount, ahead }: GuardedState, now: number): Outlook {
    const each = this.#each;
    const agesOf = (calls: readonly PlayedCall[]) => calls.map(({ since }) => now - since);
    const { ringing, listening, engaged } = this.#open;
    const staying = stayingOn(agesOf(engaged), {
      agentsBusy: agentsBusy / each,
      agentCount: agentCount / each,
    });
    const outlook = this.#course.outlook({
      ...{ ringing: agesOf(ringing), listening: agesOf(listening), engaged: staying },
      ...{ coming: ahead?.coming, staying: this.#staying },
    });
    const { freed } = outlook;
    if (freed.length <= exactAgents || freed.length >= normalAgents) return outlook;
    const more = normalAgents - freed.length;
    return { ...outlook, freed: [...freed, ...Array<Float64Array>(more).fill(neverFree)] };
  }
}
