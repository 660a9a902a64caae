/**
 * The simulation's clock as every process uses it (spec 3 section 12). It never goes back, not even
 * after kill -9: an instant is returned only when a later one is already stored.
 */

import pg from 'pg';
import type { PacedClock } from '#domain/clock.ts';
import {
  atRealSpeed,
  later,
  latest,
  realMs,
  type SimMs,
  simMs,
  soonest,
} from '#domain/milliseconds.ts';
import { OperatorError } from '#domain/operator-error.ts';
import { type SimulationAnchor, simulatedAt, simulationBegin } from '#domain/simulation-clock.ts';
import { directOf } from './connection.ts';
import { asPlatform, type Database, type Tx } from './database.ts';
import {
  endSimulation,
  extendSimulation,
  readStoredSimulation,
  type StoredSimulation,
  writeAnchor,
} from './queries/simulation.ts';
import { waitForLock } from './waited-lock.ts';

export interface SimulationClock extends PacedClock {
  /** 1 with real carriers. */
  readonly speed: number;
  /** It shows the real time. */
  isReal(): boolean;
  /** A sentence when the clock was moved to calling hours. */
  readonly notice: string | null;
  /** Stores the clock's position, so that the next start continues from there. */
  stop(): Promise<void>;
}

export interface SimulationSettings {
  speed: number;
  start: Date | undefined;
  /**
   * Real carriers need a real clock: `connected`, it begins at the real time; `used`, it shows the
   * real time whatever it showed before. False by default.
   */
  realCarrier?: 'connected' | 'used' | false;
}

/** The clock is ahead of the real time, and it never goes back. */
export class ClockAhead extends OperatorError {
  override name = 'ClockAhead';

  /** @param until the clock has reached it */
  constructor(until: SimMs) {
    const time = new Date(until).toISOString();
    super(
      `The simulation's clock has already reached ${time}, which is in the future. Real carriers need real time, and the clock never goes back. Wait until then, or start with an empty database and connect the carrier before the first start.`,
    );
  }
}

/** The clock is run by a process whose speed is another than 1. */
export class ClockFast extends OperatorError {
  override name = 'ClockFast';

  constructor(speed: number) {
    super(
      `The simulation's clock runs ${speed} times as fast as real time. Real carriers need real time. Start Carillon without CARILLON_SIM_SPEED first.`,
    );
  }
}

/** How far the stored instant runs ahead, and how often it is stored: a missed turn stops nothing. */
const ahead = realMs(2_500);
const storeEvery = realMs(1_000);

/** How far ahead a process that was just killed left the stored instant, with a margin. */
const tolerance = realMs(4_000);

/**
 * Held shared by every process with a running clock; the one that gets it exclusively is the first.
 */
const lockName = 'carillon simulation clock';
const lockKey = `hashtext('${lockName}')`;

/**
 * Starts or joins the clock. A process that is alone sets speed and start; one that joins others
 * uses theirs. The start counts on a database whose clock never ran.
 */
export async function loadSimulationClock(
  db: Database,
  settings: SimulationSettings,
  onError: (error: unknown) => void = () => {},
): Promise<SimulationClock> {
  let holder = await lockHolder(db);
  const alone = await tryLock(holder);
  if (!alone) await share(holder);
  const stored = await asPlatform(db, async (tx) => {
    const before = await readStoredSimulation(tx);
    // A joining process may be a moment behind the others, as any two processes may.
    const reached = alone && before ? before.lastSimulated : simMs(0);
    if (settings.realCarrier === 'used') await anchorToReal(tx, before, alone);
    else if (alone || before === undefined) {
      const { at, notice } = before
        ? { at: before.lastSimulated, notice: before.notice }
        : beginning(settings);
      const anchor = { realAnchor: realNow(), simulatedAnchor: at, speed: settings.speed };
      await writeAnchor(tx, anchor, notice);
    }
    const now = await readStoredSimulation(tx);
    if (!now) throw new Error("The simulation's clock could not be stored.");
    const extended = await extendSimulation(tx, simulatedAt(now, later(realNow(), ahead)));
    return extended && { ...extended, reached };
  }).catch(async (error) => {
    await holder.end();
    throw error;
  });
  if (!stored) throw new Error("The simulation's clock could not be stored.");
  if (alone) {
    await holder.query(`SELECT pg_advisory_lock_shared(${lockKey})`);
    await holder.query(`SELECT pg_advisory_unlock(${lockKey})`);
  }

  let anchor: SimulationAnchor = stored;
  let until = stored.lastSimulated;
  let given = stored.reached;
  const now = () => {
    // The real time continues while the database is unreachable, and is later after any restart.
    const limit = isReal(anchor) ? simMs(Number.POSITIVE_INFINITY) : until;
    given = latest(given, soonest(simulatedAt(anchor, realNow()), limit));
    return simMs(Math.floor(given));
  };
  const store = async () => {
    const extended = await asPlatform(db, (tx) =>
      extendSimulation(tx, simulatedAt(anchor, later(realNow(), ahead))),
    );
    if (!extended) return;
    anchor = extended;
    until = extended.lastSimulated;
    if (!isOpen(holder)) {
      holder = await lockHolder(db);
      await share(holder);
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
    isReal: () => isReal(anchor),
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

function beginning({ start, realCarrier }: SimulationSettings) {
  if (realCarrier && !start) return { at: atRealSpeed(realNow()), notice: null };
  return simulationBegin(realNow(), start && simMs(start.getTime()));
}

/**
 * Makes the clock show the real time from now on, in this transaction; processes that run take it
 * over within a second.
 *
 * @throws ClockAhead when it would have to go back, ClockFast when a process runs it at another speed
 */
export async function showRealTime(db: Database, tx: Tx): Promise<void> {
  const probe = await lockHolder(db);
  try {
    await anchorToReal(tx, await readStoredSimulation(tx), await tryLock(probe));
  } finally {
    await probe.end();
  }
}

/** @param alone no other process runs the clock */
async function anchorToReal(
  tx: Tx,
  before: StoredSimulation | undefined,
  alone: boolean,
): Promise<void> {
  const realAnchor = realNow();
  const now = atRealSpeed(realAnchor);
  if (before && !alone && before.speed !== 1) throw new ClockFast(before.speed);
  if (before && before.lastSimulated > later(now, atRealSpeed(tolerance)))
    throw new ClockAhead(before.lastSimulated);
  if (before && !alone && isReal(before)) return;
  const reached = latest(now, before?.lastSimulated ?? now);
  await writeAnchor(tx, { realAnchor, simulatedAnchor: now, speed: 1 }, null, reached);
}

function isReal({ speed, realAnchor, simulatedAnchor }: SimulationAnchor): boolean {
  return speed === 1 && atRealSpeed(realAnchor) === simulatedAnchor;
}

const realNow = () => realMs(Date.now());

/** A connection of its own, past a pooler, because the lock lives and dies with it. */
async function lockHolder(db: Database): Promise<pg.Client> {
  const client = new pg.Client(directOf(db.connection, 'clock'));
  client.on('error', () => closed.add(client));
  client.on('end', () => closed.add(client));
  await client.connect();
  return client;
}

const closed = new WeakSet<pg.Client>();
const isOpen = (client: pg.Client) => !closed.has(client);

/** Waits while a single process starts or stops the clock, which takes a moment. */
async function share(client: pg.Client): Promise<void> {
  const heldBecause = 'another process is starting or stopping the clock';
  await waitForLock(client, { name: lockName, mode: 'shared', heldBecause });
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`SELECT pg_try_advisory_lock(${lockKey}) AS got`);
  return rows[0]?.got === true;
}
