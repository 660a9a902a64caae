/**
 * Days of one Linkback, played by the engine's own rules on the simulated carrier in virtual time: the
 * course of each call, agents who are called first, what may still be abandoned, and the pacing. Without
 * a database, so that a hundred seeds of sixty days take minutes; that counts are stored exactly is
 * tested with one (test/engine/abandonment.test.ts).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallEvent } from '../../src/carriers/port.ts';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { type CarrierProfile, usualProfile } from '../../src/carriers/simulated/profile.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import {
  type AbandonmentRule,
  type AgentWaitSeconds,
  agentWaits,
  isAbandoned,
} from '../../src/domain/governor/abandoned-call.ts';
import type { AbandonmentDay, AbandonmentReading } from '../../src/domain/governor/abandonment.ts';
import { type GuardedState, guardedRoom } from '../../src/domain/governor/guarded-pacing.ts';
import { freeAgents } from '../../src/domain/linkback-pacing.ts';
import { type SimMs, simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { type Staged, stageOf } from '../../src/engine/voice/adaptive-pace.ts';
import { riskOf } from '../../src/engine/voice/at-risk.ts';
import type { Call } from '../../src/engine/voice/call.ts';
import { agentRequest, followLinkback, holdsAgent } from '../../src/engine/voice/linkback.ts';
import type { LinkbackProgress } from '../../src/engine/voice/linkback-progress.ts';
import { WaitingAgents } from '../../src/engine/voice/waiting-agents.ts';

export interface DaysWish {
  seed: number;
  days: number;
  /** Minutes of calling a day. */
  minutes: number;
  agentCount: number;
  callRatio: number;
  /** How long the agents' own message is; 12 seconds without it. */
  agentMessageMs?: number | undefined;
  profile: Partial<CarrierProfile>;
  /** What counts as abandoned; absent: no agent within 2 seconds, as the law reads. */
  rule?: AbandonmentRule | undefined;
  /** Undefined: the campaign is paced as it is set. */
  guard?: typeof guardedRoom | undefined;
  /** Agents are called ahead, and calls share those who wait. */
  ahead?: boolean | undefined;
  /** Their lines stay when the customer of a talk hangs up. */
  keeps?: boolean | undefined;
  /** Absent: the fixed ratio. */
  pace?: (() => DaysPace) | undefined;
}

/** How many calls may be placed by another rule than the fixed ratio. */
export interface DaysPace {
  room(state: GuardedState, calls: ReadonlyMap<string, Call>, now: SimMs): number;
  /** Follows an event of a call, with its stage of before; called after the event was followed. */
  follow?(before: Staged, call: Call, event: CallEvent): void;
  /** An agent who was called ahead waits, or will not. */
  settled?(age: SimMs, waits: boolean): void;
  /** At the begin of each day. */
  begin?(now: SimMs): void;
  /** A call ended. */
  ended?(isPerson: boolean, isAbandoned: boolean): void;
  /** A customer asked for an agent and none was free. */
  turnedAway?(at: SimMs): void;
}

/** By one reading of the rule. */
export interface DaysCount {
  abandoned: number;
  /** Of the campaign's periods and of all 30 days, from 34 persons on; 0 to 1. */
  worst: number;
}

export interface DaysResult extends DaysCount {
  calls: number;
  persons: number;
  /** The same run, counted by each number of seconds. */
  within: Readonly<Record<AgentWaitSeconds, DaysCount>>;
  /** The share of the agents' time in which they talked. */
  talked: number;
}

type LinkbackCall = Call & { linkback: LinkbackProgress };

/** As the law reads. */
export const strictRule: AbandonmentRule = { waitSeconds: 2, hangUps: false };
const message = {
  voiceMessageId: 1,
  version: 1,
  soundId: 5,
  durationMs: 12_000,
  perAccount: false,
};
const linkbackNumber = '12125550199';
const step = simMs(1_000);
/** By then every call of a day has ended. */
const evening = simMs(900_000);
const dayLength = 86_400_000;

export function playDays(wish: DaysWish): DaysResult {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-days-'));
  try {
    return new Days(wish, folder).play();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

class Days {
  readonly #wish: DaysWish;
  readonly #clock = virtualClock(simMs(0));
  readonly #carrier;
  readonly #calls = new Map<string, LinkbackCall>();
  readonly #inProgress = new Map();
  readonly #waiting: WaitingAgents;
  /** What counts, and what would by each number of seconds. */
  readonly #counts: Count[];
  #reading: AbandonmentReading = { today: 0, firstDay: 0, days: [] };
  readonly #pace: DaysPace | undefined;
  #made = 0;
  #talkMs = 0;
  /** The day's calling. */
  #isOver = false;
  /** Persons whose calls had no agent of their own and have ended. */
  #ventured = 0;

  constructor(wish: DaysWish, folder: string) {
    const { seed, profile } = wish;
    this.#wish = wish;
    const rule = wish.rule ?? strictRule;
    const readings = agentWaits.map((waitSeconds) => ({ ...rule, waitSeconds }));
    this.#counts = [rule, ...readings].map((one) => ({ rule: one, days: [], worst: 0 }));
    this.#pace = wish.pace?.();
    this.#carrier = simulatedCarrier({
      clock: this.#clock,
      dataFolder: folder,
      randomOf: (name) => seededRandom(`${seed}/${name}`),
      profile: { ...usualProfile, ...profile },
      logBytes: 1_000_000,
    });
    let agents = 0;
    this.#waiting = new WaitingAgents(
      { clock: this.#clock, inProgress: this.#inProgress },
      1,
      {
        carrier: this.#carrier,
        request: () => this.#request(),
        message: () => this.#agentMessage(),
        onLeft: (attemptId) => {
          const call = this.#calls.get(attemptId);
          if (call) call.linkback.waitingAgent = this.#waiting.assign(attemptId);
        },
        counts: { agentCalled() {}, agentSettled() {} },
        onSettled: (age, waits) => this.#pace?.settled?.(age, waits),
      },
      () => `0-${seed}-${++agents}`,
    );
  }

  play(): DaysResult {
    const { days, minutes, agentCount } = this.#wish;
    for (let day = 0; day < days; day += 1) {
      this.#clock.advance(simMs(day * dayLength - this.#clock.now()));
      this.#begin(day);
      const end = this.#clock.now() + minutes * 60_000;
      this.#isOver = false;
      while (this.#clock.now() < end) {
        this.#follow();
        this.#place();
        this.#clock.advance(step);
      }
      this.#isOver = true;
      this.#windDown();
      for (const late = this.#clock.now() + evening; this.#clock.now() < late; ) {
        this.#follow();
        this.#windDown();
        this.#clock.advance(step);
        if (this.#calls.size === 0) break;
      }
    }
    void this.#carrier.close();
    const countOf = ({ days: counted, worst }: Count) => ({
      abandoned: counted.reduce((total, { abandoned }) => total + abandoned, 0),
      worst,
    });
    const [own, two, twenty] = this.#counts as [Count, Count, Count];
    return {
      calls: this.#made,
      persons: own.days.reduce((total, { persons }) => total + persons, 0),
      ...countOf(own),
      within: { 2: countOf(two), 20: countOf(twenty) },
      talked: this.#talkMs / (days * minutes * 60_000 * agentCount),
    };
  }

  #request() {
    return agentRequest({ callerId: { kind: 'default' } }, linkbackNumber);
  }

  #agentMessage() {
    return { ...message, durationMs: this.#wish.agentMessageMs ?? message.durationMs };
  }

  #begin(day: number): void {
    for (const { days } of this.#counts) days.push({ day, persons: 0, abandoned: 0 });
    this.#pace?.begin?.(this.#clock.now());
    this.#read();
  }

  #read(): void {
    const [own] = this.#counts;
    const today = own?.days.at(-1)?.day ?? 0;
    const days = own?.days.filter(({ day, persons }) => day > today - 31 && persons > 0) ?? [];
    this.#reading = { today, firstDay: 0, days: days.map((one) => ({ ...one })) };
    for (const count of this.#counts) judge(count, today);
  }

  #rule(): AbandonmentRule {
    return this.#wish.rule ?? strictRule;
  }

  #state() {
    const { agentCount, callRatio } = this.#wish;
    let agentsBusy = this.#waiting.busy();
    let inFlight = 0;
    for (const call of this.#calls.values()) {
      if (holdsAgent(call)) agentsBusy += 1;
      else if (call.linkback.waitingAgent === undefined) inFlight += 1;
    }
    const { atRisk, lost } = riskOf(this.#calls.values(), this.#rule(), this.#clock.now());
    const waiting = this.#waiting;
    const ahead = this.#wish.ahead
      ? {
          ...{ ready: waiting.ready(), coming: waiting.coming() },
          ...{ keeps: this.#wish.keeps === true, resting: waiting.resting() },
        }
      : undefined;
    const ramp = this.#pace ? {} : { ventured: this.#ventured, lost };
    return { agentCount, callRatio, agentsBusy, inFlight, atRisk, ahead, ...ramp };
  }

  #room() {
    const { guard } = this.#wish;
    const state = { ...this.#state(), reading: guard && this.#reading };
    const pace = this.#pace;
    const asSet = pace && (() => pace.room(state, this.#calls, this.#clock.now()));
    return (guard ?? guardedRoom)(state, asSet);
  }

  #place(): void {
    const { open, agentsFirst, own = Infinity } = this.#room();
    let reserved = Math.min(own, this.#waiting.ready());
    for (let left = open + reserved; left > 0; left -= 1) {
      const attemptId = `1-1-${++this.#made}`;
      reserved -= 1;
      const waitingAgent = reserved >= 0 ? this.#waiting.assign(attemptId) : undefined;
      this.#calls.set(attemptId, callOf(attemptId, this.#clock.now(), waitingAgent));
      const callerId = { kind: 'default' } as const;
      void this.#carrier.place([{ attemptId, to: '12125550100', callerId }]);
    }
    const { ahead, inFlight } = this.#state();
    if (ahead && inFlight > 0) this.#waiting.expect();
    this.#waiting.callMore(agentsFirst);
  }

  /** As the engine does: who is shared by calls in flight stays. */
  #windDown(): void {
    const state = this.#state();
    const shared = state.ahead ? state.inFlight : 0;
    this.#waiting.letGo('alone', shared);
    const there = state.ahead ? state.ahead.ready + state.ahead.coming.length : 0;
    this.#waiting.callMore(Math.min(shared - there, freeAgents(state)));
  }

  #follow(): void {
    for (let events = this.#carrier.events(); events.length > 0; events = this.#carrier.events()) {
      for (const event of events.sort((one, other) => one.at - other.at)) {
        if (this.#waiting.takes(event)) this.#waiting.follow(event);
        else this.#react(event);
      }
    }
  }

  #react(event: CallEvent): void {
    const call = this.#calls.get(event.attemptId);
    const carrier = this.#carrier;
    if (call) {
      const { attemptId } = call;
      const before = stageOf(call);
      const action = followLinkback(call, call.linkback, event, {
        hasFreeAgent: () => freeAgents(this.#state()) > 0,
        takeWaiting: (id) => this.#waiting.assign(id),
        linkbackNumber: () => linkbackNumber,
        agentMessage: () => this.#agentMessage(),
      });
      this.#pace?.follow?.(before, call, event);
      const isTurnedAway = before.stage === 'listening' && call.linkback.stage === 'apology';
      if (isTurnedAway) this.#pace?.turnedAway?.(event.at);
      if (action.kind === 'play') carrier.play(attemptId, action.sound, event.at);
      if (action.kind === 'hang_up') carrier.hangUp(attemptId, event.at);
      if (action.kind === 'play_to_agent') carrier.playToAgent(attemptId, action.sound, event.at);
      if (action.kind === 'connect') carrier.connect(attemptId, event.at);
      if (action.kind === 'dial_agent') carrier.dialAgent(attemptId, this.#request(), event.at);
      if (action.kind === 'opt_out') carrier.hangUp(attemptId, event.at);
      if (action.kind === 'connect_waiting') {
        this.#waiting.connect(action.agentId, attemptId, event.at);
      }
      if (action.kind === 'end') this.#end(call, event.at, action.ended.result === 'person');
    }
    carrier.acknowledge([event]);
  }

  /** As the engine does, while the day lasts. */
  #takeBack({ waitingAgent, talkEndedAt }: LinkbackProgress, at: number): void {
    if (waitingAgent === undefined || talkEndedAt !== undefined) return;
    const { keeps, agentCount } = this.#wish;
    const isNeeded = keeps && !this.#isOver && this.#state().agentsBusy < agentCount;
    if (isNeeded) this.#waiting.takeBack(waitingAgent, simMs(at));
    else this.#carrier.waitingAgents.hangUp(waitingAgent, simMs(at));
  }

  #end(call: LinkbackCall, at: number, isPerson: boolean): void {
    const { linkback, attemptId } = call;
    this.#calls.delete(attemptId);
    if (isPerson && linkback.waitingAgent === undefined) this.#ventured += 1;
    if (linkback.connectedAt !== undefined) {
      this.#talkMs += at - linkback.connectedAt;
      this.#takeBack(linkback, at);
    } else if (linkback.waitingAgent !== undefined) this.#waiting.release(linkback.waitingAgent);
    this.#pace?.ended?.(isPerson, isAbandoned(linkback.wait, this.#rule()));
    if (!isPerson) return;
    for (const { rule, days } of this.#counts) {
      const today = days.at(-1);
      if (!today) continue;
      today.persons += 1;
      if (isAbandoned(linkback.wait, rule)) today.abandoned += 1;
    }
    this.#read();
  }
}

interface Count {
  rule: AbandonmentRule;
  days: AbandonmentDay[];
  worst: number;
}

/** The judge counts by itself: by the campaign's periods, and by the last 30 days. */
function judge(count: Count, today: number): void {
  for (const from of [today - (today % 30), today - 29]) {
    let [persons, abandoned] = [0, 0];
    for (const one of count.days) {
      if (one.day < from) continue;
      persons += one.persons;
      abandoned += one.abandoned;
    }
    if (persons >= 34) count.worst = Math.max(count.worst, abandoned / persons);
  }
}

function callOf(attemptId: string, now: number, waitingAgent: string | undefined): LinkbackCall {
  return {
    ...{ attemptId, clientId: 1, callListId: 1, entryId: 1, phone: '12125550100' },
    ...{ attemptedAt: simMs(now), customerMessage: message, machineMessage: null },
    callerId: { kind: 'default' },
    linkback: { stage: 'message', waitingAgent },
  };
}
