/** What happened and was promised, as it is written down for the judge. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { callLogName } from '../../src/carriers/simulated/call-log.ts';
import type { DeadTrunk } from '../harness/trouble/trouble-profile.ts';

/** A STOP, or a yes after it, that was written and acknowledged. */
export interface Letter {
  clientId: number;
  phone: string;
  ref: string;
}

export interface LeftText {
  textId: string;
  to: string;
  /** Simulated. */
  at: number;
}

/** What an engine knew to be at the carrier when it submitted the confirmation of a STOP. */
export interface Confirmed {
  phone: string;
  at: number;
  waiting: ReadonlySet<string>;
}

export interface QueueLedger {
  left: LeftText[];
  confirmed: Confirmed[];
}

export interface UrgentList {
  clientId: number;
  campaignId: number;
  callListId: number;
  phones: string[];
  /** Simulated: from then on its engine knows of it. */
  from: number;
}

export interface Promised {
  /** No line of the log from this offset on, which is its length in bytes at the response. */
  optOuts: { clientId: number; phone: string; offset: number; how: string }[];
  /** No call of the campaign or the list between these instants (simulated). */
  silences: { campaignId?: number; callListId?: number; from: number; until: number }[];
}

export interface AgentSetting {
  count: number;
  ratio: number;
}

export interface Ledger extends Promised, QueueLedger {
  /** When the carrier's trunk is dead. */
  deadTrunk: readonly DeadTrunk[];
  /** Violations that were seen as they happened. */
  seen: string[];
  /** How many funnels were added up while the run went on. */
  funnels: number;
  urgent: UrgentList[];
  /** Receipts that were acknowledged, in order. */
  receipts: { carrierRef: string; outcome: 'delivered' | 'failed' }[];
  /** What was written to caller IDs, and nines by attempt: each once it was acknowledged. */
  letters: Letter[];
  nines: string[];
  /** When an engine acknowledged that a person answered its call, by attempt. */
  reached: Map<string, number>;
  /** When the carrier reported that an agent's leg had ended, by attempt. */
  agentsFree: Map<string, number>;
  /** By attempt: when 1 and its end were reported to its engine, and when it chose to submit the call. */
  received: Map<string, number>;
  ended: Map<string, number>;
  decided: Map<string, number>;
  /** The next position in the order of these. */
  next(): number;
  /** By attempt: what its engine had read of its campaigns' agents when it submitted the call. */
  agents: Map<string, ReadonlyMap<number, AgentSetting>>;
  /** The length of the log just now. */
  offset(): number;
  confirmedOptOut(clientId: number, phone: string, how: string): void;
}

export function createLedger(folder: string): Ledger {
  const file = join(folder, callLogName);
  const offset = () => statSync(file).size;
  let order = 0;
  const ledger: Ledger = {
    deadTrunk: [],
    optOuts: [],
    silences: [],
    seen: [],
    funnels: 0,
    urgent: [],
    receipts: [],
    left: [],
    confirmed: [],
    letters: [],
    nines: [],
    reached: new Map(),
    agentsFree: new Map(),
    received: new Map(),
    ended: new Map(),
    decided: new Map(),
    next() {
      order += 1;
      return order;
    },
    agents: new Map(),
    offset,
    confirmedOptOut(clientId, phone, how) {
      ledger.optOuts.push({ clientId, phone, offset: offset(), how });
    },
  };
  return ledger;
}
