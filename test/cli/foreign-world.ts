/** Real starts on a PostgreSQL as an operator has one. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect } from 'vitest';
import { type OwnServer, ownServer, password } from '../harness/own-server.ts';
import { type CarillonProcess, carillon, freePort } from './started-carillon.ts';

export interface ForeignWorld {
  server: OwnServer;
  /** What the test's processes write, in a folder for each database. */
  folder: string;
  /** Another server, removed with the first one. */
  keep(other: OwnServer): OwnServer;
  /** A role and a database of its own, as a DBA makes them; its address. */
  installation(name: string, rights?: string): Promise<string>;
  /** What a failing start says: exit code 1, and no stack. */
  refusal(url: string, more?: Record<string, string>): Promise<string>;
  /** A start that succeeds; stopped with the test. */
  starts(url: string, more?: Record<string, string>): Promise<CarillonProcess>;
}

export async function foreignWorld(): Promise<ForeignWorld> {
  const server = await ownServer();
  const others: OwnServer[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'carillon-foreign-'));
  const begun: CarillonProcess[] = [];
  afterEach(async () => {
    for (const { child, ended } of begun.splice(0)) {
      child.kill('SIGKILL');
      await ended;
    }
  });
  afterAll(async () => {
    for (const one of [...others, server]) await one.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  async function begin(url: string, more: Record<string, string> = {}): Promise<CarillonProcess> {
    // The key of a database is in its folder.
    const dataFolder = join(folder, new URL(url).pathname);
    mkdirSync(dataFolder, { recursive: true });
    const settings = { dataFolder, port: await freePort(), more: { DATABASE_URL: url, ...more } };
    const process = carillon(settings, ['start', '--roles=jobs', '--no-demo']);
    begun.push(process);
    return process;
  }

  return {
    server,
    folder,
    keep(other) {
      others.push(other);
      return other;
    },
    async installation(name, rights = '') {
      await server.dba([
        `CREATE ROLE ${name} LOGIN ${rights} PASSWORD '${password}'`,
        `CREATE DATABASE ${name} OWNER ${name} TEMPLATE template0`,
      ]);
      return server.url(name, name);
    },
    async refusal(url, more) {
      const { ended, err } = await begin(url, more);
      expect([await ended, err()]).toEqual([1, expect.not.stringMatching(/\n\s+at .*\.ts:/)]);
      return err();
    },
    async starts(url, more) {
      const process = await begin(url, more);
      await process.started;
      return process;
    },
  };
}
