/** The queries of `carillon status`: few and fast, each in a transaction of its own. */

import type { CarrierState } from '#contract/carrier.ts';
import type { Hold } from '#contract/hold.ts';
import type { RealMs } from '#domain/milliseconds.ts';
import { asClient, asPlatform, type Database, type Tx } from '../database.ts';
import { readCarrierStates } from './carrier-state.ts';
import { usersOfCarrier } from './carrier-use.ts';
import { type LimitNote, limitsNotes } from './daily-limit.ts';
import { type EngineFacts, listEngines } from './engine.ts';
import { countWaitingTexts } from './figures.ts';
import { readHold } from './hold.ts';
import { type CampaignStanding, listOperatorCampaigns } from './operator-campaign.ts';
import { type ListedStop, listStops } from './operator-stop.ts';
import { type LivingProcess, listProcesses } from './process.ts';
import { textingClients } from './reply-sender.ts';
import { listScrubServices, type ScrubService } from './scrub-service.ts';
import { readEngineTime } from './simulation.ts';

export interface StoredStatus {
  /** Epoch ms of the engines' clock: of a simulation where one runs. */
  engineTime: number;
  processes: LivingProcess[];
  engines: EngineFacts[];
  /** With the codes of the clients that use it. */
  carriers: (CarrierState & { clients: string[] })[];
  /** Those that should be running, and those that start automatically. */
  campaigns: CampaignStanding[];
  hold: Hold | null;
  stops: ListedStop[];
  limits: LimitNote[];
  /** Connected services that are asked about numbers. */
  scrubServices: ScrubService[];
  /** Auto-replies that were not submitted. */
  repliesWaiting: number;
}

export function readStatus(db: Database, realNow: RealMs): Promise<StoredStatus> {
  return asPlatform(db, async (tx) => ({
    engineTime: await readEngineTime(tx, realNow),
    processes: await listProcesses(tx),
    engines: await listEngines(tx),
    carriers: await carriersInUse(tx),
    campaigns: await listOperatorCampaigns(tx, { watched: true }),
    hold: await readHold(tx),
    stops: await listStops(tx),
    limits: await limitsNotes(tx),
    scrubServices: await listScrubServices(tx),
    repliesWaiting: await countWaitingReplies(tx),
  }));
}

async function carriersInUse(tx: Tx): Promise<StoredStatus['carriers']> {
  const carriers: StoredStatus['carriers'] = [];
  for (const state of await readCarrierStates(tx)) {
    carriers.push({ ...state, clients: await usersOfCarrier(tx, state.name) });
  }
  return carriers;
}

async function countWaitingReplies(tx: Tx): Promise<number> {
  const row = await tx.row<{ count: number }>(
    'SELECT count(*) FROM text_reply WHERE submitted_at IS NULL AND outcome IS NULL',
  );
  return row?.count ?? 0;
}

/** Texts of all clients that a carrier accepted but has not sent a receipt for. */
export async function countReceipts(db: Database): Promise<number> {
  let count = 0;
  for (const clientId of await asPlatform(db, textingClients)) {
    count += await asClient(db, clientId, (tx) => countWaitingTexts(tx, clientId));
  }
  return count;
}
