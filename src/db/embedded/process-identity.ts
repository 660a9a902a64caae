import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Distinguishes a process from a later one with the same number: the instant it began. On Linux
 * boot id + clock ticks since boot, elsewhere what `ps` prints. Undefined: no such process.
 */
export function processBirth(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  return birthFromProc(pid) ?? birthFromPs(pid);
}

/** Whether a process with this number exists, ours or another user's. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isZombie(pid: number): boolean {
  return statFields(pid)?.[0] === 'Z';
}

/** The fields of /proc/<pid>/stat after the command name, which may itself hold spaces and `)`. */
function statFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function birthFromProc(pid: number): string | undefined {
  const ticks = statFields(pid)?.[19];
  if (ticks === undefined) return undefined;
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${ticks}`;
  } catch {
    return ticks;
  }
}

function birthFromPs(pid: number): string | undefined {
  try {
    const shown = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return shown.trim() || undefined;
  } catch {
    return undefined;
  }
}
