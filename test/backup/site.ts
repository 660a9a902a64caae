/** `carillon` processes of one test file: a folder for their data and files, ended with it. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import { findEmbedded, startEmbedded } from '../../src/db/embedded/server.ts';
import { type CarillonProcess, carillon, freePort } from '../cli/started-carillon.ts';
import { type Everything, everythingIn } from './everything.ts';

export interface Site {
  root: string;
  dataFolder: string;
  port(): number;
  begin(args: string[], folder?: string, more?: Record<string, string>): CarillonProcess;
  command(
    args: string[],
    folder?: string,
    more?: Record<string, string>,
  ): Promise<{ code: number | null; out: string; err: string }>;
  /** What `client list` prints. */
  clients(folder?: string, more?: Record<string, string>): Promise<string>;
  /** Begins `args`, and kills it when the condition holds. */
  killedWhen(
    args: string[],
    holds: (so: CarillonProcess) => boolean,
    more?: Record<string, string>,
  ): Promise<void>;
}

export function site(): Site {
  const root = mkdtempSync(join(tmpdir(), 'carillon-restore-'));
  const dataFolder = join(root, 'data');
  const running: CarillonProcess[] = [];
  let port = 0;
  beforeAll(async () => {
    mkdirSync(dataFolder, { mode: 0o711 });
    port = await freePort();
  });
  afterAll(async () => {
    for (const { child, ended } of running) {
      child.kill('SIGKILL');
      await ended;
    }
    await stopServers(root);
    rmSync(root, { recursive: true, force: true });
  });
  const begin: Site['begin'] = (args, folder = dataFolder, more = {}) => {
    const settings = { dataFolder: folder, port, more: { CARILLON_LOG: 'error', ...more } };
    const begun = carillon(settings, args);
    running.push(begun);
    return begun;
  };
  const command: Site['command'] = async (args, folder = dataFolder, more = {}) => {
    const { ended, out, err } = begin(args, folder, more);
    return { code: await ended, out: out(), err: err() };
  };
  return {
    ...{ root, dataFolder, begin, command },
    port: () => port,
    clients: async (folder, more) => (await command(['client', 'list'], folder, more)).out,
    async killedWhen(args, holds, more) {
      const killed = begin(args, dataFolder, more);
      const failed = killed.ended.then(() => Promise.reject(new Error(killed.err())));
      failed.catch(() => {});
      while (!holds(killed)) await Promise.race([sleep(5), failed]);
      killed.child.kill('SIGKILL');
      await killed.ended;
    },
  };
}

async function stopServers(root: string): Promise<void> {
  for (const name of readdirSync(root)) {
    if (!statSync(join(root, name)).isDirectory()) continue;
    await (await findEmbedded(join(root, name)))?.stop();
    const half = join(root, name, 'restoring');
    if (existsSync(half)) await (await findEmbedded(half))?.stop();
  }
}

/** Everything in the database of a data folder that no process uses. */
export async function embeddedEverything(dataFolder: string): Promise<Everything> {
  const server = await startEmbedded({ dataFolder });
  const { host, port, user, database } = server;
  try {
    return await everythingIn({ host, port, user, database });
  } finally {
    await server.stop();
  }
}
