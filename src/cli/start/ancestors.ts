/** Under `npm start`, npm and its shell are ancestors; if one is killed, no signal reaches us. */
import { readFileSync } from 'node:fs';
import { realMs } from '#domain/milliseconds.ts';

const checkEvery = realMs(1_000);

/** Calls `gone` when the process that started this one, or that one's parent, is gone. */
export function watchAncestors(gone: () => void): void {
  const ancestors = [process.ppid, parentOf(process.ppid)].filter((pid) => pid > 1);
  const timer = setInterval(() => {
    if (ancestors.every(lives)) return;
    clearInterval(timer);
    gone();
  }, checkEvery).unref();
}

/** 0 where there is no /proc. */
function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
