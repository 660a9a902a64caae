/** What the engine needs from the outside; main.ts (or a test) puts it together. */
import type { Logger } from 'pino';
import type { Reason } from '#contract/reason.ts';
import type { Database } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import type { JournalEntry } from '#db/journal.ts';
import type { claimCalls } from '#db/queries/claim.ts';
import type { EngineSelf } from '#db/queries/engine.ts';
import type { Clock } from '#domain/clock.ts';
import type { roomForCalls } from '#domain/linkback-pacing.ts';
import type { Metrics } from '#domain/metrics.ts';
import type { CallEvent, VoiceCarrier } from '../carriers/port.ts';
import type { TextCarrier } from '../carriers/text-port.ts';
import type { HeldLease, LeaseHold } from './lease-holds.ts';
import type { EngineMetrics } from './metrics.ts';

/** What the runner of one campaign needs besides. */
export interface RunnerDeps extends Omit<EngineDeps, 'metrics'> {
  metrics: EngineMetrics;
  engineId: string;
  /** Asked before a claim, and looked at before its hand-over. */
  holdOf(lease: HeldLease): LeaseHold;
  /** Makes sure that call records of this instant (epoch ms) have their partition. */
  ensureMonth(attemptedAt: number): Promise<void>;
  /** The instant (epoch ms) up to which the voice carriers have been heard. */
  heardUntil(): number;
  /** The engine is about to stop: nothing new begins. */
  isDraining(): boolean;
  /** Who follows a call in progress, by attempt id. */
  inProgress: Map<string, CallFollower>;
}

/** The calls in progress of one campaign, as voice/active-calls.ts keeps them. */
export interface CallFollower {
  /** Whether it is for these calls: not a 9 of which only now is heard that it came before the end. */
  takes(event: CallEvent): boolean;
  /** Reacts to an event of one of these calls. Returns whether the call goes on by it. */
  follow(event: CallEvent): boolean;
}

/** Carriers by their names; which there are may change at any time. */
export interface ByName<Port> {
  get(name: string): Port | undefined;
  values(): Iterable<Port>;
}

/** As src/witness says it. */
export interface EngineWitness {
  /** Why nothing may be placed: the database is older than what was seen of it, say. */
  off(): { reason: Reason } | undefined;
  /** The world that claims are made in. */
  world(): string;
  /**
   * Right before a carrier is told. `repeated`: the database gave one of them out twice. `refused`:
   * nothing is written, so nothing may be handed over.
   */
  handingOver(
    calls: readonly Extract<JournalEntry, { kind: 'handOver' }>[],
  ): 'written' | 'repeated' | 'refused';
  /** The same for answers to inbound texts. `tries`: so often its carrier surely did not take it. */
  answering(
    answers: readonly { entry: Extract<JournalEntry, { kind: 'reply' }>; tries: number }[],
  ): 'written' | 'repeated' | 'refused';
}

export interface EngineDeps {
  db: Database;
  /**
   * For the leases alone: connections that no client's work can use up. `db` when absent.
   */
  leaseDb?: Database;
  /**
   * Real milliseconds that a tick waits in all for what it began; the rest goes on beside the next
   * ones. 50 by default.
   */
  patienceMs?: number;
  vault: Vault;
  /** The simulation's clock, or a virtual one. `speed`: its time a unit of real time. */
  clock: Clock & { readonly speed: number };
  log: Logger;
  metrics: Metrics;
  /** As in client.voice_carrier. */
  carriers: ByName<VoiceCarrier>;
  /** As in client.text_carrier; without one text campaigns wait for it. */
  textCarriers?: ByName<TextCarrier>;
  /** Real seconds without a sign of life after which another engine takes over; 8 by default. */
  leaseSeconds?: number;
  /** While it says that the clock of this machine is off, nothing begins; absent in virtual time. */
  clockCheck?: {
    off(): { reason: Reason } | undefined;
    /** How far it is ahead of the database's, milliseconds; null when nobody knows. */
    offsetMs?(): number | null;
  };
  /** Writes beside the database what is handed over; absent in most tests. */
  witness?: EngineWitness;
  /** Is told how many campaigns are run here; see db/trouble.ts. */
  trouble?: { countCampaigns(by: () => number): void };
  /** What the other engines and the operator are told of this one; made up when absent. */
  self?: Omit<EngineSelf, 'engineId'>;
  /** How entries are taken; tests put a wrong way here to see themselves fail. */
  claim?: typeof claimCalls;
  /** How many calls a Linkback may hand over at this very moment; for tests, as `claim`. */
  roomForCalls?: typeof roomForCalls;
}
