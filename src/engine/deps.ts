/** What the engine needs from the outside; main.ts (or a test) puts it together. */
import type { Logger } from 'pino';
import type { Reason } from '#contract/reason.ts';
import type { Database } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import type { JournalEntry } from '#db/journal.ts';
import type { claimCalls } from '#db/queries/claim.ts';
import type { EngineSelf } from '#db/queries/engine.ts';
import type { PacedClock } from '#domain/clock.ts';
import type { guardedRoom } from '#domain/governor/guarded-pacing.ts';
import type { roomForCalls } from '#domain/linkback-pacing.ts';
import type { Metrics } from '#domain/metrics.ts';
import type { RealMs, SimMs } from '#domain/milliseconds.ts';
import type { CallEvent, VoiceCarrier } from '../carriers/port.ts';
import type { TextCarrier } from '../carriers/text-port.ts';
import type { HeldLease, LeaseHold } from './lease-holds.ts';
import type { ListReads } from './list-reads.ts';
import type { ListStatistics } from './list-statistics.ts';
import type { EngineMetrics } from './metrics.ts';
import type { TextsInFlight } from './text/texts-in-flight.ts';
import type { ResultStore } from './voice/result-store.ts';

/** What the runner of one campaign needs in addition. */
export interface RunnerDeps extends Omit<EngineDeps, 'metrics'> {
  metrics: EngineMetrics;
  engineId: string;
  /** Taken before a claim and checked before its submission. */
  holdOf(lease: HeldLease): LeaseHold;
  /** Makes sure that call records of this instant have their partition. */
  ensureMonth(attemptedAt: SimMs): Promise<void>;
  /** The instant up to which the voice carriers have been polled. */
  polledUntil(): SimMs;
  /** The engine is about to stop: nothing new begins. */
  isDraining(): boolean;
  /** What follows a call in progress, by attempt id. */
  inProgress: Map<string, CallFollower>;
  /** Of all campaigns: their receipts wait for the commit. */
  textsInFlight: TextsInFlight;
  /** Of all campaigns. */
  results: ResultStore;
  statistics: ListStatistics;
  listReads: ListReads;
}

/** The calls in progress of one campaign, as voice/active-calls.ts keeps them. */
export interface CallFollower {
  /** Whether it is for these calls. A 9 that is first reported after the call's end is not. */
  takes(event: CallEvent): boolean;
  /** Reacts to an event of one of these calls. Returns whether the call was instructed to go on. */
  follow(event: CallEvent): boolean;
}

/** Carriers by name. The set may change at any time. */
export interface ByName<Port> {
  get(name: string): Port | undefined;
  values(): Iterable<Port>;
}

/** See src/witness. */
export interface EngineWitness {
  /** Why nothing may be submitted, for example because the database is older than the journal. */
  off(): { reason: Reason } | undefined;
  /** The world that claims are made in. */
  world(): string;
  /**
   * Called right before submitting. `repeated`: the database issued one of them twice. `refused`:
   * nothing was written, so nothing may be submitted.
   */
  recordSubmissions(
    calls: readonly Extract<JournalEntry, { kind: 'submission' }>[],
  ): 'written' | 'repeated' | 'refused';
  /** The same for auto-replies. `tries`: how often the carrier rejected it before. */
  recordReplies(
    replies: readonly { entry: Extract<JournalEntry, { kind: 'reply' }>; tries: number }[],
  ): 'written' | 'repeated' | 'refused';
}

export interface EngineDeps {
  db: Database;
  /**
   * For the leases only: connections that no client's work can use up. `db` when absent.
   */
  leaseDb?: Database;
  /**
   * How long a tick waits in total for what it began; the rest continues beside the next ticks.
   * 50 by default.
   */
  patienceMs?: RealMs;
  vault: Vault;
  /** The simulation's clock, or a virtual one. */
  clock: PacedClock;
  log: Logger;
  metrics: Metrics;
  /** As in client.voice_carrier. */
  carriers: ByName<VoiceCarrier>;
  /** As in client.text_carrier; text campaigns without one wait. */
  textCarriers?: ByName<TextCarrier>;
  /** Real seconds without a renewed lease after which another engine takes over; 8 by default. */
  leaseSeconds?: number;
  /** While it reports that this machine's clock is off, nothing begins. Absent in virtual time. */
  clockCheck?: {
    off(): { reason: Reason } | undefined;
    /** How far it is ahead of the database's clock; null when unknown. */
    offsetMs?(): RealMs | null;
  };
  /** Records beside the database what is submitted; absent in most tests. */
  witness?: EngineWitness;
  /** Counts the campaigns that run here; see db/trouble.ts. */
  trouble?: { countCampaigns(by: () => number): void };
  /** What this engine reports about itself to the others and the operator; has defaults. */
  self?: Omit<EngineSelf, 'engineId'>;
  /** Shared with what calls and texts beside the campaigns (manager/manager-contacts.ts). */
  shared?: { inProgress: Map<string, CallFollower>; textsInFlight: TextsInFlight };
  /** How entries are claimed; tests inject a wrong way to prove that they detect it. */
  claim?: typeof claimCalls;
  /** How many calls a Linkback may submit right now; for tests, like `claim`. */
  roomForCalls?: typeof roomForCalls;
  /** The same under the guard of abandonment. */
  guardedRoom?: typeof guardedRoom;
}
