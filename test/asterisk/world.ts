/** A database, an engine on real Asterisks, and a telephone network with simulated people. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { StoredNote } from '../../src/contract/note.ts';
import { asClient, asPlatform, type Database } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { readCarrierStates } from '../../src/db/queries/carrier-state.ts';
import { type Campaign, makeList } from '../engine/world.ts';
import { until } from '../harness/until.ts';
import { carrierName } from './engine.ts';
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

export interface World {
  folder: string;
  spoken: Spoken;
  network: Network;
  node: Node;
  /** A number of the network: its behavior depends on the exchange. */
  number(exchange: number, line: number): string;
  /** One more Asterisk of the platform. */
  another(): Promise<Node>;
  /** Runs first after the file's tests; the last one added runs first. */
  atEnd(work: () => unknown): void;
}

/** Created for one test file, and removed after it. */
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
  const nodes: Node[] = [];
  const ends: (() => unknown)[] = [];
  const another = async (port?: number) => {
    const sip = port ?? (await freeUdpPort());
    const nodeFolder = join(folder, `node-${nodes.length}`);
    const node = await startNode(prefix.path, nodeFolder, { sipPort: sip, networkPort });
    nodes.push(node);
    return node;
  };
  const node = await another(sipPort);
  afterAll(async () => {
    for (const work of ends.toReversed()) await work();
    for (const one of [...nodes, network]) await one.kill();
    if (!process.env.KEEP_ASTERISK) rmSync(folder, { recursive: true, force: true });
  });
  return {
    ...{ folder, spoken, network, node, another: () => another() },
    number: (exchange, line) => `1212${exchange}${String(line).padStart(4, '0')}`,
    atEnd: (work) => void ends.push(work),
  };
}

/** Waits until an engine reports that it is connected. */
export async function connected(db: Database): Promise<void> {
  await until(async () => {
    const states = await asPlatform(db, readCarrierStates);
    return states.some(({ name, connected: is }) => name === carrierName && is) || undefined;
  });
}

/** The client calls by Asterisk. */
export async function callByAsterisk(db: Database, clientId: number): Promise<void> {
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
  attemptId: string;
  phone: string;
  result: string;
  duration: number;
  transferred: boolean;
  abandoned: boolean;
  note: StoredNote | null;
}

export async function recordsOf(db: Database, campaign: Campaign): Promise<Map<string, Recorded>> {
  const { clientId, campaignId } = campaign;
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows<Recorded>(
      `SELECT concat_ws('-', r.client_id, r.call_list_id, r.entry_id) AS "attemptId", r.phone, r.result, r.duration, r.transferred, r.abandoned, a.carrier_note AS note
       FROM call_record r JOIN attempt a USING (client_id, call_list_id, entry_id)
       WHERE r.client_id = $1 AND r.campaign_id = $2`,
      [clientId, campaignId],
    ),
  );
  return new Map(rows.map((row) => [row.phone, row]));
}

/** Waits until this many calls are recorded. */
export async function allRecorded(db: Database, campaign: Campaign, many: number, seconds = 90) {
  return until(async () => {
    const records = await recordsOf(db, campaign);
    return records.size >= many ? records : undefined;
  }, seconds);
}

/** Channels of an Asterisk now. */
export async function channelsOn({ url }: Node): Promise<string[]> {
  const api_key = `${ari.user}:${ari.password}`;
  const asked = await fetch(`${url}/ari/channels?${new URLSearchParams({ api_key })}`);
  const channels = (await asked.json()) as { id: string }[];
  return channels.map(({ id }) => id);
}

/** How many channels each bridge of an Asterisk joins now. */
export async function bridgesOn({ url }: Node): Promise<number[]> {
  const api_key = `${ari.user}:${ari.password}`;
  const asked = await fetch(`${url}/ari/bridges?${new URLSearchParams({ api_key })}`);
  const bridges = (await asked.json()) as { channels: string[] }[];
  return bridges.map(({ channels }) => channels.length);
}

/** Duration in milliseconds. */
export function msOf(samples: Int16Array): number {
  return Math.round(samples.length / 8);
}
