/**
 * How long an engine waits between two ticks. While a campaign runs anywhere, or anything waits
 * here, as before; at rest it reads the database every three seconds. What may start work ends the
 * rest: a notification from the database, an event of a carrier, and the whole minutes of the
 * engine's clock, at which schedules fall due. A lost notification costs at most one such wait.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { asPlatform } from '#db/database.ts';
import { listenTo } from '#db/listen.ts';
import { engineWork, isAnyCampaignActive } from '#db/queries/engine-work.ts';
import { type RealMs, realMs } from '#domain/milliseconds.ts';
import type { EngineDeps } from './deps.ts';

/** Between ticks while no campaign runs here, and at rest. */
const idleTick = realMs(150);
const restTick = realMs(3_000);
/** Carriers report no event by themselves; asking them costs no query, but wakes the process. */
const carrierCheck = realMs(100);
const carrierCheckAtRest = realMs(250);
/** After anything that may be work: a start takes a few ticks. */
const staysAwake = realMs(1_500);
const minute = 60_000;

export interface Rest {
  isResting(): boolean;
  /** Until the next tick is due, or something may have to be done. Never rejects. */
  untilNextTick(began: number, signal: AbortSignal): Promise<void>;
  /** Something may have to be done soon. */
  awaken(): void;
  close(): Promise<void>;
}

/**
 * @param isIdle whether the engine has nothing to do
 * @param restMs between two ticks at rest
 */
export function openRest(deps: EngineDeps, isIdle: () => boolean, restMs: RealMs = restTick): Rest {
  const { db, clock, carriers, textCarriers } = deps;
  let awakeUntil = 0;
  let resting = false;

  const awaken = () => {
    awakeUntil = performance.now() + staysAwake;
    resting = false;
  };
  awaken();
  const listener = listenTo(db, engineWork, {
    onMessage: awaken,
    onListening: awaken,
    onLost: awaken,
  });

  const hasEvents = () =>
    [...carriers.values(), ...(textCarriers?.values() ?? [])].some(
      (carrier) => carrier.events().length > 0,
    );

  async function mayRest(): Promise<boolean> {
    if (!isIdle() || hasEvents() || performance.now() < awakeUntil) return false;
    // A failure shows at the next tick, which is then as soon as before.
    const active = await asPlatform(db, isAnyCampaignActive).catch(() => true);
    return !active && performance.now() >= awakeUntil;
  }

  /** Real time until the clock of the engine shows a whole minute. */
  const untilMinute = () => (minute - (clock.now() % minute)) / clock.speed + 1;

  return {
    isResting: () => resting,
    async untilNextTick(began, signal) {
      resting = await mayRest();
      const due = began + (resting ? Math.min(restMs, untilMinute()) : idleTick);
      for (;;) {
        const every = resting ? carrierCheckAtRest : carrierCheck;
        const wait = Math.min(due - performance.now(), every);
        await pause(realMs(Math.max(1, wait)), signal);
        if (signal.aborted || performance.now() >= due) return;
        if (hasEvents()) awaken();
        if (awakeUntil > performance.now() && due - began > idleTick) return;
      }
    },
    awaken,
    close: () => listener.close(),
  };
}

async function pause(ms: RealMs, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
