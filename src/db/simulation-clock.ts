/**
 * The simulation's clock as every process uses it (spec 3 section 12). It never goes back, not
 * even after kill -9: an instant is given out only when a later one is already stored.
 */
import pg from 'pg';
import type { Clock } from '#domain/clock.ts';
import { type SimulationAnchor, simulatedAt, simulationBegin } from '#domain/simulation-clock.ts';
import { asPlatform, type Database } from './database.ts';
import {
  endSimulation,
  extendSimulation,
  readStoredSimulation,
  writeAnchor,
} from './queries/simulation.ts';

export interface SimulationClock extends Clock {
  /** Simulated time a unit of real time; 1 behind real carriers. */
  readonly speed: number;
  /** One sentence when the clock was moved to calling hours. */
  readonly notice: string | null;
  /** Stores where the clock stands, so that the next start continues from there. */
  stop(): Promise<void>;
}

export interface SimulationSettings {
  speed: number;
  start: Date | undefined;
}

/** Real milliseconds that the stored instant runs ahead, and how often it is stored. */
const ahead = 1_000;
const storeEvery = 400;

/** Held shared by every process with a running clock; who gets it alone is the first. */
const lockKey = "hashtext('carillon simulation clock')";

/**
 * Starts or joins the clock. Speed and start are those of the process that is alone; one that
 * joins others uses theirs. The start counts on a database whose clock never ran.
 */
export async function loadSimulationClock(
  db: Database,
  settings: SimulationSettings,
  onError: (error: unknown) => void = () => {},
): Promise<SimulationClock> {
  let holder = await lockHolder(db);
  const alone = await tryLock(holder);
  if (!alone) await holder.query(`SELECT pg_advisory_lock_shared(${lockKey})`);
  const stored = await asPlatform(db, async (tx) => {
    const before = await readStoredSimulation(tx);
    if (alone || before === undefined) {
      const { at, notice } =
        before === undefined
          ? simulationBegin(Date.now(), settings.start?.getTime())
          : { at: before.lastSimulated, notice: before.notice };
      const anchor = { realAnchor: Date.now(), simulatedAnchor: at, speed: settings.speed };
      await writeAnchor(tx, anchor, notice);
    }
    const now = await readStoredSimulation(tx);
    if (!now) throw new Error("The simulation's clock could not be stored.");
    return extendSimulation(tx, simulatedAt(now, Date.now() + ahead));
  });
  if (!stored) throw new Error("The simulation's clock could not be stored.");
  if (alone) {
    await holder.query(`SELECT pg_advisory_lock_shared(${lockKey})`);
    await holder.query(`SELECT pg_advisory_unlock(${lockKey})`);
  }

  let anchor: SimulationAnchor = stored;
  let until = stored.lastSimulated;
  let given = 0;
  const now = () => {
    given = Math.max(given, Math.min(simulatedAt(anchor, Date.now()), until));
    return Math.floor(given);
  };
  const store = async () => {
    const extended = await asPlatform(db, (tx) =>
      extendSimulation(tx, simulatedAt(anchor, Date.now() + ahead)),
    );
    if (!extended) return;
    anchor = extended;
    until = extended.lastSimulated;
    if (!isOpen(holder)) {
      holder = await lockHolder(db);
      await holder.query(`SELECT pg_advisory_lock_shared(${lockKey})`);
    }
  };
  let storing: Promise<void> | undefined;
  const timer = setInterval(() => {
    storing ??= store()
      .catch(onError)
      .finally(() => {
        storing = undefined;
      });
  }, storeEvery);
  timer.unref();

  return {
    now,
    speed: stored.speed,
    notice: stored.notice,
    async stop() {
      clearInterval(timer);
      await storing;
      if (isOpen(holder) && (await tryLock(holder).catch(() => false))) {
        await asPlatform(db, (tx) => endSimulation(tx, now())).catch(onError);
      }
      await holder.end().catch(onError);
    },
  };
}

/** A connection of its own, because the lock lives and dies with it. */
async function lockHolder(db: Database): Promise<pg.Client> {
  const client = new pg.Client(db.connection);
  client.on('error', () => closed.add(client));
  client.on('end', () => closed.add(client));
  await client.connect();
  return client;
}

const closed = new WeakSet<pg.Client>();
const isOpen = (client: pg.Client) => !closed.has(client);

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`SELECT pg_try_advisory_lock(${lockKey}) AS got`);
  return rows[0]?.got === true;
}
