/** A database, an engine on real Asterisks, and a telephone network whose people are what they are. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll } from 'vitest';
import { asteriskKind } from '../../src/carriers/asterisk/kind.ts';
import type { CarrierKind, CarrierSurroundings, FetchedSound } from '../../src/carriers/kind.ts';
import { simulatedKind } from '../../src/carriers/simulated/kind.ts';
import { asClient, asPlatform, type Database } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { insertCarrier } from '../../src/db/queries/carrier.ts';
import { readCarrierStates } from '../../src/db/queries/carrier-state.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { type RunningCarriers, startCarriers } from '../../src/engine/carriers/start.ts';
import { startRecorder } from '../../src/engine/recording/start.ts';
import { startEngine } from '../../src/engine/start.ts';
import { afternoon, type Campaign, makeList, vault } from '../engine/world.ts';
import { until } from '../harness/until.ts';
import { asteriskPrefix } from './prefix.ts';
import {
  ari,
  freeUdpPort,
  type Network,
  type NetworkWish,
  type Node,
  startNetwork,
  startNode,
} from './site.ts';
import { type Spoken, speak } from './sounds.ts';

export const carrierName = 'asterisk';
const kinds: Record<string, CarrierKind<unknown>> = {
  asterisk: asteriskKind as CarrierKind<unknown>,
  simulated: simulatedKind as CarrierKind<unknown>,
};

export interface World {
  folder: string;
  spoken: Spoken;
  network: Network;
  node: Node;
  /** A number of the network: what somebody does hangs on the exchange. */
  number(exchange: number, line: number): string;
}

/** Made for one test file, and gone after it. */
export async function makeWorld(wish: Partial<NetworkWish> = {}): Promise<World> {
  const prefix = await asteriskPrefix();
  if ('missing' in prefix) throw new Error(prefix.missing);
  const folder = mkdtempSync(join(tmpdir(), 'carillon-asterisk-'));
  const sounds = join(folder, 'sounds');
  const spoken = await speak(sounds);
  const sipPort = await freeUdpPort();
  const networkPort = await freeUdpPort();
  const network = await startNetwork({
    ...{ prefix: prefix.path, folder: join(folder, 'network'), sounds },
    ...{ sipPort: networkPort, platformPort: sipPort, ...wish },
  });
  const node = await startNode(prefix.path, join(folder, 'node'), { sipPort, networkPort });
  afterAll(async () => {
    await node.kill();
    await network.kill();
    if (!process.env.KEEP_ASTERISK) rmSync(folder, { recursive: true, force: true });
  });
  return {
    ...{ folder, spoken, network, node },
    number: (exchange, line) => `1212${exchange}${String(line).padStart(4, '0')}`,
  };
}

/** 15:00 Eastern, and on from there as the real time goes. */
export function realClock(begin = Date.now()) {
  return { speed: 1, now: () => afternoon + Date.now() - begin };
}

export interface EngineWish {
  db: Database;
  soundUrl(id: string, sound: FetchedSound): string;
  clock?: { now(): number; speed: number };
  engineName?: string;
}

export interface AsteriskEngine {
  carriers: RunningCarriers;
  /** Ends in order. */
  stop(): Promise<void>;
}

/** What the operator's `carillon carrier add` leaves in the database. */
export async function addCarrier(
  db: Database,
  nodes: readonly Node[],
  settings: Record<string, string> = {},
) {
  const given = { nodes: nodes.map(({ url }) => url).join(','), ...settings };
  await asPlatform(db, (tx) =>
    insertCarrier(tx, vault, 'asterisk', {
      ...{ name: carrierName, settings: given, secrets: { password: ari.password } },
    }),
  );
}

/** The engine and the recorder of the program, on the carriers of the table. */
export async function runEngine(wish: EngineWish): Promise<AsteriskEngine> {
  const { db, soundUrl, clock = realClock(), engineName = 'carillon-test' } = wish;
  const log = pino({ level: process.env.ENGINE_TEST_LOG ?? 'silent' });
  const metrics = createMetrics();
  const carriers = await startCarriers({
    ...{ db, vault, log, metrics, engineName, kinds },
    surroundingsOf: (name): CarrierSurroundings => ({
      ...{ name, clock, log, engineName, soundUrl, dataFolder: tmpdir() },
      randomOf: (use) => seededRandom(use),
      callbackUrl: () => '',
      callbacks: { take: async () => [], done: async () => {} },
    }),
  });
  const engine = startEngine({ db, vault, clock, log, metrics, leaseSeconds: 3, ...carriers });
  const { recordingCarriers } = carriers;
  const recorder = startRecorder({ db, clock, log, recordingCarriers, leaseSeconds: 3 });
  return {
    carriers,
    async stop() {
      await Promise.all([engine.stop(), recorder.stop()]);
      await carriers.stop();
    },
  };
}

/** Waits until an engine says that it is connected. */
export async function connected(db: Database): Promise<void> {
  await until(async () => {
    const states = await asPlatform(db, readCarrierStates);
    return states.some(({ name, connected: is }) => name === carrierName && is) || undefined;
  });
}

/** The client calls by Asterisk. */
export async function useAsterisk(db: Database, clientId: number): Promise<void> {
  await asPlatform(db, (tx) =>
    tx.run('UPDATE client SET voice_carrier = $2 WHERE client_id = $1', [clientId, carrierName]),
  );
}

/** Calls these numbers, each in a list of its own. */
export async function callNumbers(
  db: Database,
  campaign: Campaign,
  numbers: readonly string[],
): Promise<void> {
  for (const number of numbers) {
    await makeList(db, campaign, { entries: 1, firstPhone: Number(number) });
  }
  await requestStart(db, campaign.clientId, campaign.campaignId);
}

export interface Recorded {
  phone: string;
  result: string;
  duration: number;
  transferred: boolean;
  abandoned: boolean;
  note: string | null;
}

export async function recordsOf(db: Database, campaign: Campaign): Promise<Map<string, Recorded>> {
  const { clientId, campaignId } = campaign;
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows<Recorded>(
      `SELECT r.phone, r.result, r.duration, r.transferred, r.abandoned, a.carrier_note AS note
       FROM call_record r JOIN attempt a USING (client_id, call_list_id, entry_id)
       WHERE r.client_id = $1 AND r.campaign_id = $2`,
      [clientId, campaignId],
    ),
  );
  return new Map(rows.map((row) => [row.phone, row]));
}

/** Waits until so many calls are recorded. */
export async function allRecorded(db: Database, campaign: Campaign, many: number, seconds = 90) {
  return until(async () => {
    const records = await recordsOf(db, campaign);
    return records.size >= many ? records : undefined;
  }, seconds);
}

/** Channels that an Asterisk carries now. */
export async function channelsOn({ url }: Node): Promise<string[]> {
  const api_key = `${ari.user}:${ari.password}`;
  const asked = await fetch(`${url}/ari/channels?${new URLSearchParams({ api_key })}`);
  const channels = (await asked.json()) as { id: string }[];
  return channels.map(({ id }) => id);
}
