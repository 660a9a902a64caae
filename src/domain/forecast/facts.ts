/** What a forecast is made from, as it was read at one instant; plain data for a thread. */
import type { AgentHours } from '#contract/agents.ts';
import type { BarringReason } from '#contract/campaign-funnel.ts';
import type { FollowUpRule } from '#contract/follow-up.ts';
import type { PolicyRule } from '#contract/policy.ts';
import type { StoredReason } from '#contract/reason.ts';
import type { StageEnd } from '../adaptive/learned-course.ts';
import type { ClientHours } from '../calling-hours.ts';
import type { WaitingGroup } from '../campaign-funnel.ts';
import type { AttemptKind, KindCap } from '../contact-cap.ts';
import type { CountedAbandonment } from '../governor/abandonment-days.ts';
import type { WindowRule } from '../policy/contact-hold.ts';
import type { Schedule } from '../schedule.ts';
import type { CarrierSharing } from './carrier-part.ts';
import type { DayLimits } from './day-limit.ts';
import type { ForecastInput, History } from './input.ts';
import type { SharedSubjects } from './waves.ts';

export interface ForecastFacts {
  campaignId: number;
  /** Epoch ms of the engine's clock. */
  at: number;
  kind: ForecastInput['kind'];
  running: boolean;
  perMinute: number;
  agentCount: number;
  agentSchedule: readonly AgentHours[];
  /** What a person set while it runs, and when (epoch ms). */
  agentsSet: number | null;
  agentsSetAt: number | null;
  callRatio: number;
  schedule: Schedule;
  callingHours: ClientHours | null;
  /** Of the contact policy, for the campaign. */
  hoursRules: readonly PolicyRule[];
  windowRules: readonly WindowRule[];
  countries: readonly string[];
  cap: (KindCap & { kind: AttemptKind }) | null;
  leastGapHours: number;
  daily: DayLimits | null;
  /** What it shares with others; null: nothing, or the carrier has no pace that is known. */
  carrier: CarrierSharing | null;
  pacing: 'ratio' | 'adaptive';
  /** Of an adaptive campaign: what its stored calls teach an engine that begins to run it. */
  recorded: readonly StageEnd[];
  abandonment: CountedAbandonment | null;
  followUps: readonly FollowUpRule[];
  /** Numbers beside the first one of their account, in a campaign that calls each account once. */
  otherNumbers: number;
  /** Where the contact policy counts by account or person: who shares what; null: it does not. */
  sharedSubjects: SharedSubjects | null;
  /** Limits or the cap count contacts of before of some waiting numbers, which follow-ups wait for. */
  contactedBefore: boolean;
  customerMs: number;
  machineMs: number;
  agentMs: number;
  minuteCost: number;
  segments: number;
  /** What the sending number may send; null without one. */
  segmentsPerSecond: number | null;
  /** Segments a minute that the client's other running campaigns want of that number. */
  numberOthers: readonly number[];
  /** Of the engine's clock. */
  speed: number;
  /** Those alike but for their due instant are one by the minute (`alike.ts`). */
  groups: readonly WaitingGroup[];
  /** The contact policy may hold more numbers than the groups say. */
  atLeast: boolean;
  barred: readonly { reason: BarringReason; count: number }[];
  loadingLists: number;
  /** Why a start by who asks is refused now; null: it is not, or it runs. */
  refusal: StoredReason | null;
  /** The national list is missing or too old for the campaign: nothing goes out. */
  registryOutdated: boolean;
  history: History;
}
