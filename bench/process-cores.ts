/** Cores that processes and an embedded PostgreSQL use, on Linux, from /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** Of /proc. */
const ticksPerSecond = 100;

interface Stat {
  pid: number;
  parent: number;
  /** Seconds of processor time so far. */
  cpu: number;
}

/**
 * Begins to count; what it returns ends it.
 *
 * @param postmaster of the server: its living processes are counted with it
 */
export function coresOf(postmaster: number, pids: readonly number[]) {
  const before = cpuOf(postmaster, pids);
  const began = performance.now();
  return () => {
    const after = cpuOf(postmaster, pids);
    const took = (performance.now() - began) / 1_000;
    return {
      processes: after.processes.map((one, n) => (one - (before.processes[n] ?? 0)) / took),
      database: (after.database - before.database) / took,
    };
  };
}

function cpuOf(postmaster: number, pids: readonly number[]) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? []);
  const database = all.filter(({ pid, parent }) => pid === postmaster || parent === postmaster);
  return {
    processes: pids.map((pid) => all.find((one) => one.pid === pid)?.cpu ?? 0),
    database: database.reduce((sum, { cpu }) => sum + cpu, 0),
  };
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name may hold anything, and stands in parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const cpu = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    return { pid, parent: Number(fields[1]), cpu };
  } catch {
    return undefined;
  }
}
