import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './process-identity.ts';

/** The contents of a running server's postmaster.pid. */
export interface Postmaster {
  pid: number;
  port: number;
  socketFolder: string;
}

/**
 * The living server of a cluster, for example one that outlived our process when that was killed.
 * The number alone may since belong to another program: see `isPostgres`.
 */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!isAlive(pid) || !isPostgres(pid)) return undefined;
  return { pid, port: Number(lines[3]), socketFolder: (lines[4] ?? '').trim() };
}

function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return false;
  }
}
