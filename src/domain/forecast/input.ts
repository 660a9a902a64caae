/**
 * What a forecast is made from: plain data, read once and handed to a thread. Instants are epoch
 * milliseconds of the engine's clock, durations its milliseconds.
 */
import type { FollowUpRule } from '#contract/follow-up.ts';
import type { StageEnd } from '../adaptive/learned-course.ts';
import type { KindCap } from '../contact-cap.ts';
import type { CountedAbandonment } from '../governor/abandonment-days.ts';
import type { WindowRule } from '../policy/contact-hold.ts';
import type { RunWindow } from '../schedule-windows.ts';
import type { CarrierPart } from './carrier-part.ts';
import type { DayLimits } from './day-limit.ts';
import type { Waves } from './waves.ts';

/** Outcomes of an attempt, in the order of every array of shares. */
export const outcomes = ['person', 'machine', 'no_answer', 'busy', 'failed', 'delivered'] as const;
export type Outcome = (typeof outcomes)[number];

/** Numbers that are called or texted in the same hours, from the same instant on, in the same zone. */
export interface NumberClass {
  /** IANA zone where its persons most likely live. */
  zone: string;
  /** When contact may begin: `[from, until, from, until, …]`, ascending, as far as is looked ahead. */
  open: readonly number[];
  /** They are not looked at before; 0: they are due. */
  due: number;
  count: number;
  /** The contact policy holds them until then. */
  held?: boolean;
  /** Of such: shares of those with 0, 1, 2 … others of their person before them, instead of `Waves.shares`. */
  waves?: readonly number[];
  /** Limits, gaps and rests about where the numbers may be; absent: all that hold for the campaign. */
  rules?: readonly WindowRule[];
}

/** What became of the client's attempts in one zone and local hour. */
export interface HistoryCell {
  zone: string;
  /** 0 to 23 where the person lives. */
  hour: number;
  /** By `outcomes`. */
  counts: readonly number[];
}

export interface History {
  cells: readonly HistoryCell[];
  /** Persons in campaigns of its type, and how many of these pressed 1 and 9. */
  persons: number;
  ones: number;
  nines: number;
  /** Answers to the texts of `cells`: STOP. */
  stops: number;
}

export interface ForecastInput {
  /** The same seed and input give the same result. */
  seed: string;
  runs: number;
  at: number;
  campaignId: number;
  kind: 'broadcast' | 'linkback' | 'texting';
  /** Of a Broadcast or texts; of a Linkback it follows from the agents. */
  perMinute: number;
  agentCount: number;
  callRatio: number;
  pacing: 'ratio' | 'adaptive';
  /** Of an adaptive campaign: agents are called ahead, and calls share those who wait (decision 098). */
  ahead: boolean;
  /** The share of talks after which an agent who was called first stays on the line; 0 to 1. */
  staying: number;
  /** Of an adaptive campaign: what its calls of before teach. */
  recorded: readonly StageEnd[];
  carrier: CarrierPart;
  /** Of a Linkback whose abandoned calls are guarded. */
  abandonment: CountedAbandonment | null;
  /** When it runs. */
  windows: readonly RunWindow[];
  /** Where the picture of a day begins; absent: at `at`. */
  pictureFrom?: number;
  classes: readonly NumberClass[];
  history: History;
  followUps: readonly FollowUpRule[];
  cap: KindCap | null;
  /** The client's daily limits; null without any. */
  daily: DayLimits | null;
  leastGapHours: number;
  /** Limits, gaps and rests of the contact policy. */
  rules: readonly WindowRule[];
  /** When a person answers, the other numbers of the account are left out: so many of these there are. */
  otherNumbers: number;
  /** Numbers of one account or person wait for each other by the contact policy; absent: none does. */
  waves?: Waves | undefined;
  /** Milliseconds; 0 without a message. */
  customerMs: number;
  machineMs: number;
  agentMs: number;
  /** Micro-dollars. */
  minuteCost: number;
  /** Of one text, on average. */
  segments: number;
  /** Simulated milliseconds between two looks of the engine. */
  tick: number;
}

/** Nothing is said beyond so many days. */
export const daysAhead = 14;
export const dayMs = 86_400_000;
