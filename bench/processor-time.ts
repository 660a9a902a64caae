/** Processor time on Linux, from /proc: of this process and of an embedded PostgreSQL. */
import { readdirSync, readFileSync } from 'node:fs';

/** Of a clock tick in /proc/PID/stat (USER_HZ, which Linux never changes). */
const tickMs = 10;

/**
 * User and system time in ms that this process and the server have used so far: the postmaster, its
 * living processes (backends, WAL writer, checkpointer, I/O workers) and those that have ended.
 *
 * @param postmaster process id of the embedded server
 */
export function processorMs(postmaster: number): number {
  const { user, system } = process.cpuUsage();
  const living = childrenOf(postmaster).reduce((sum, pid) => sum + ranMs(pid), 0);
  return (user + system) / 1_000 + ranMs(postmaster) + living + endedMs(postmaster);
}

/** PostgreSQL's processes have one thread each, and nanoseconds are finer than stat's ticks. */
function ranMs(pid: number): number {
  return Number(textOf(`/proc/${pid}/schedstat`).split(' ')[0]) / 1e6;
}

/** Of the children that it has waited for (cutime and cstime). */
function endedMs(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[13]) + Number(fields[14])) * tickMs;
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((one) => one > 0 && statOf(one)[1] === String(pid));
}

/** The fields of /proc/PID/stat after the name: state, parent and so on; none when it has ended. */
function statOf(pid: number): string[] {
  const text = textOf(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
