import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './process-identity.ts';

/** Fast shutdown (open transactions are rolled back); immediate after 30 seconds. */
export async function stopServer(pid: number): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 30],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    for (let waited = 0; waited < seconds * 1000; waited += 20) {
      if (!isAlive(pid)) return;
      await sleep(20);
    }
  }
}
