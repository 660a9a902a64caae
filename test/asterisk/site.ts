/**
 * The platform's Asterisk with the files of deploy/asterisk, in which only addresses are replaced,
 * and a second Asterisk as the telephone network (its callees are in network/extensions.conf).
 */

import { createSocket } from 'node:dgram';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Asterisk, startAsterisk } from './asterisk.ts';
import { configFolders } from './prefix.ts';

export interface Node extends Asterisk {
  /** Of ARI. */
  url: string;
  sipPort: number;
}

export const ari = { user: 'carillon', password: 'a-test-password' };

export interface Network extends Asterisk {
  sipPort: number;
  spool: string;
  /** Calls received, oldest first. */
  calls(): NetworkCall[];
  /** Epoch ms of keys pressed, by number. */
  keys(): Map<string, number>;
}

export interface NetworkCall {
  to: string;
  from: string;
  name: string;
  presentation: string;
  at: number;
}

export interface NetworkWish {
  prefix: string;
  folder: string;
  /** Folder with hello, machine, agent and dictation as WAV files of 8 kHz. */
  sounds: string;
  sipPort: number;
  /** SIP port that calls come from. */
  platformPort: number;
  /** Seconds. */
  keyWait?: number;
  agentWait?: number;
}

export async function startNode(
  prefix: string,
  folder: string,
  { sipPort, networkPort }: { sipPort: number; networkPort: number },
): Promise<Node> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const replace: Record<string, [string, string][]> = {
    'http.conf': [['bindport = 8088', `bindport = ${port}`]],
    'ari.conf': [['change-this-password', ari.password]],
    'pjsip.conf': [
      ['0.0.0.0:5060', `127.0.0.1:${sipPort}`],
      ['sip:trunk.example.com:5060', `sip:127.0.0.1:${networkPort}`],
      ['match = trunk.example.com', 'match = 127.0.0.1'],
      // Asterisk considers a trunk offline until its first check, which should come soon here.
      ['qualify_frequency = 10', 'qualify_frequency = 1'],
      ['qualify_timeout = 3', 'qualify_timeout = 1'],
    ],
  };
  const asterisk = await startAsterisk({
    prefix,
    folder,
    config: configFolders.platform,
    adapt: (file, text) => replaced(text, replace[file] ?? [], file),
    async ready() {
      const asked = await fetch(`${url}/ari/asterisk/info?api_key=${ari.user}:${ari.password}`);
      return asked.ok;
    },
  });
  return { ...asterisk, url, sipPort };
}

export async function startNetwork(wish: NetworkWish): Promise<Network> {
  const { prefix, folder, sounds, sipPort, platformPort, keyWait = 1.5, agentWait = 5 } = wish;
  const spool = join(folder, 'spool');
  mkdirSync(spool, { recursive: true });
  const values: Record<string, string> = {
    SIP: `127.0.0.1:${sipPort}`,
    PLATFORM: `127.0.0.1:${platformPort}`,
    SPOOL: spool,
    SOUNDS: sounds,
    KEYWAIT: String(keyWait),
    AGENTWAIT: String(agentWait),
  };
  const asterisk: Asterisk = await startAsterisk({
    prefix,
    folder,
    config: configFolders.network,
    adapt: (_file, text) => text.replace(/@([A-Z]+)@/g, (_all, name) => values[name] ?? ''),
    ready: async () => isTaken(sipPort),
  });
  for (const file of ['calls.txt', 'keys.txt']) writeFileSync(join(spool, file), '');
  const rows = (file: string) =>
    readFileSync(join(spool, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('|'));
  return {
    ...asterisk,
    sipPort,
    spool,
    calls: () =>
      rows('calls.txt').map(([to = '', from = '', name = '', presentation = '', at = '']) => ({
        ...{ to, from, name, presentation },
        at: Number(at),
      })),
    keys: () => new Map(rows('keys.txt').map(([to = '', , at = '']) => [to, Number(at)])),
  };
}

/** Each change must match: otherwise the operator's file is not what these tests expect. */
function replaced(text: string, changes: readonly [string, string][], file: string): string {
  let changed = text;
  for (const [from, to] of changes) {
    if (!changed.includes(from)) throw new Error(`${file} does not contain "${from}".`);
    changed = changed.replaceAll(from, to);
  }
  return changed;
}

/** A TCP port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** A UDP port that is free now. */
export function freeUdpPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4');
    socket.once('error', reject);
    socket.bind(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', () => resolve(true));
    socket.bind(port, '127.0.0.1', () => socket.close(() => resolve(false)));
  });
}
