/**
 * Which engine the demo has: one within this process while nothing can be called, as every start has,
 * and one in a process of its own from its first campaign on (decision 097), or from the start where its
 * history brings campaigns: no call is cut off by a hand-over then. At rest it costs nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from '#config.ts';
import { asPlatform, type Database } from '#db/database.ts';
import { hasCampaigns, isDemoAlone } from '#db/queries/demo.ts';
import type { EngineDeath } from '#db/queries/engine-kill.ts';
import { realMs } from '#domain/milliseconds.ts';
import { type SupervisedEngine, superviseEngine } from './engine-process.ts';
import type { RunningRole } from './roles.ts';

const checkEvery = realMs(5_000);

export interface DemoEngine {
  /** kill -9; resolves when it is gone. */
  kill(): Promise<EngineDeath>;
  /** @param startHere starts the engine within this process */
  start(startHere: () => Promise<RunningRole>): Promise<RunningRole>;
}

interface Deps {
  config: Config;
  db: Database;
  log: Logger;
}

/** Undefined where the demo is not alone: this process runs its engine as always. */
export async function demoEngine(deps: Deps): Promise<DemoEngine | undefined> {
  if (!(await asPlatform(deps.db, isDemoAlone))) return undefined;
  let own: SupervisedEngine | undefined;
  let here: RunningRole | undefined;
  return {
    async kill() {
      if (!own) return 'within';
      // While both run, nobody could say whose calls were killed.
      return here ? 'starting' : own.kill();
    },
    async start(startHere) {
      const ended = new AbortController();
      if (await asPlatform(deps.db, hasCampaigns)) own = superviseEngine(deps);
      else here = await startHere();
      const watch = (async () => {
        if (!(await untilCampaigns(deps, own !== undefined, ended.signal))) return;
        own ??= superviseEngine(deps);
        if (!here) return;
        await Promise.race([own.started, aborted(ended.signal)]);
        if (ended.signal.aborted) return;
        // Its calls end as they would have: campaigns go over at once.
        await here.stop(ended.signal);
        here = undefined;
      })();
      watch.catch((error) => deps.log.error(error));
      return {
        async stop(hurry) {
          ended.abort();
          await Promise.all([own?.stop(hurry), watch]);
          await here?.stop(hurry);
        },
      };
    },
  };
}

/** False when it ends before. */
async function untilCampaigns(
  { db, log }: Deps,
  known: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  while (!known && !signal.aborted) {
    const found = await asPlatform(db, hasCampaigns).catch((error) => {
      log.warn(error);
      return false;
    });
    if (found) return true;
    await sleep(checkEvery, undefined, { signal }).catch(() => {});
  }
  return !signal.aborted;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });
}
