/** What `carillon status --json` prints. The names are stable and contain units; instants are ISO 8601. */
import type { StoredReason } from '#contract/reason.ts';
import type { LimitNote } from '#db/queries/daily-limit.ts';
import type { EngineFacts } from '#db/queries/engine.ts';
import type { ListedStop } from '#db/queries/operator-stop.ts';
import type { TroubleKind } from '#domain/trouble-words.ts';
import type { ZoneData } from '#domain/zone-rules/zone-data.ts';

/** One thing and what to do about it. `code` is for programs. */
export interface Said {
  code: string;
  sentence: string;
}

export interface ProcessFacts {
  host: string;
  pid: number;
  version: string;
  roles: readonly string[];
  since: string;
  /** As its /health/ready says; `silent`: it does not respond; null: it is on another machine, or reports nothing. */
  health: 'ok' | 'starting' | 'stopping' | TroubleKind | 'silent' | null;
  /** Why it cannot write, a sentence, and since when: ISO 8601; null while it can, or unknown. */
  reason: string | null;
  troubleSince: string | null;
  /** How far its clock is ahead of the database's; null when unknown. */
  clockOffsetMs: number | null;
  /** Why its clock keeps it from placing calls; null while the clock is right. */
  clockOff: string | null;
  /** The same for programs. */
  clockOffReason: StoredReason | null;
}

export interface CarrierFacts {
  name: string;
  kind: string;
  /** Codes of the clients that use it. */
  clients: string[];
  connected: boolean;
  since: string | null;
  detail: string;
}

export interface CampaignFacts {
  campaignId: number;
  client: string;
  name: string;
  status: string;
  /** A sentence, and the same for programs. */
  reason: string | null;
  reasonCode: StoredReason | null;
  engine: string | null;
}

export interface ScrubFacts {
  name: string;
  /** Since when its requests fail, and why: a sentence, and for programs; null while it answers. */
  failingSince: string | null;
  trouble: string | null;
  troubleCode: string | null;
}

/** Parts that could not be read are null. */
export interface StatusFacts {
  checkedAt: string;
  /** Of this command. */
  version: string;
  running: boolean;
  database: 'ok' | 'unreachable' | 'pending' | 'stopped' | 'none';
  processes: ProcessFacts[];
  engines: EngineFacts[] | null;
  carriers: CarrierFacts[] | null;
  campaigns: {
    /** All that should run. */
    started: CampaignFacts[];
    /** Of those: they say what they wait for. */
    waiting: number;
    /** Of those: no engine that lives has them. */
    unheld: CampaignFacts[];
    /** An automatic start was due more than a minute ago. */
    overdue: (CampaignFacts & { dueAt: string })[];
  } | null;
  hold: { code: string; since: string; sentence: string } | null;
  stops: ListedStop[] | null;
  /** Limits of the day that are near or reached. */
  limits: LimitNote[] | null;
  /** Services that are asked about numbers before they are called. */
  scrubServices: ScrubFacts[] | null;
  queues: {
    /** Numbers that started text campaigns have not texted. */
    textsWaiting: number;
    repliesWaiting: number;
    receiptsOutstanding: number | null;
    jobsWaiting: number | null;
    jobsFailed: number | null;
    jobsOldestSeconds: number | null;
  } | null;
  disk: {
    folder: string;
    freeBytes: number;
    sizeBytes: number;
    databaseBytes: number | null;
    /** Whole days until the disk is full at the present pace; null: never, or unknown. */
    fullInDays: number | null;
  };
  lastBackup: { file: string; takenAt: string; ageHours: number; bytes: number } | null;
  timeZones: ZoneData;
}

export interface Status extends StatusFacts {
  status: 'ok' | 'wrong';
  /** What is wrong, the most serious first. */
  problems: Said[];
  /** What is worth knowing, but not wrong. */
  notes: Said[];
}
