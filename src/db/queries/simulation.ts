/** The one row of the simulation's clock. */
import { atRealSpeed, type RealMs, realMs, type SimMs, simMs } from '#domain/milliseconds.ts';
import { type SimulationAnchor, simulatedAt } from '#domain/simulation-clock.ts';
import type { Tx } from '../database.ts';

export interface StoredSimulation extends SimulationAnchor {
  /** No process has returned a later instant. */
  lastSimulated: SimMs;
  notice: string | null;
}

interface Row {
  real_anchor: Date;
  simulated_anchor: Date;
  speed: number;
  last_simulated: Date;
  notice: string | null;
}

const columns = 'real_anchor, simulated_anchor, speed, last_simulated, notice';

function toStored(row: Row): StoredSimulation {
  return {
    realAnchor: realMs(row.real_anchor.getTime()),
    simulatedAnchor: simMs(row.simulated_anchor.getTime()),
    speed: row.speed,
    lastSimulated: simMs(row.last_simulated.getTime()),
    notice: row.notice,
  };
}

/** The engines' current instant, for readers: the real time if no clock ever ran. */
export async function readEngineTime(tx: Tx, realNow: RealMs): Promise<SimMs> {
  const row = await tx.row<Row>(`SELECT ${columns} FROM simulation`);
  return row ? simulatedAt(toStored(row), realNow) : atRealSpeed(realNow);
}

/** Undefined on a database whose clock never ran. Locks the row. */
export async function readStoredSimulation(tx: Tx): Promise<StoredSimulation | undefined> {
  const row = await tx.row<Row>(`SELECT ${columns} FROM simulation FOR UPDATE`);
  return row && toStored(row);
}

/**
 * Sets the clock; only for a process that is alone or first, and to switch to real time.
 *
 * @param lastSimulated the instant that has been reached
 */
export async function writeAnchor(
  tx: Tx,
  anchor: SimulationAnchor,
  notice: string | null,
  lastSimulated = anchor.simulatedAnchor,
): Promise<void> {
  const { realAnchor, simulatedAnchor, speed } = anchor;
  await tx.run(
    `INSERT INTO simulation (real_anchor, simulated_anchor, speed, last_simulated, notice)
     VALUES ($1, $2, $3, $5, $4)
     ON CONFLICT (only_row) DO UPDATE SET real_anchor = $1, simulated_anchor = $2, speed = $3,
       last_simulated = $5, notice = $4`,
    [new Date(realAnchor), new Date(simulatedAnchor), speed, notice, new Date(lastSimulated)],
  );
}

/** Stores how far the clock may run; returns the current anchor. */
export async function extendSimulation(
  tx: Tx,
  until: SimMs,
): Promise<StoredSimulation | undefined> {
  const row = await tx.row<Row>(
    `UPDATE simulation SET last_simulated = greatest(last_simulated, $1) RETURNING ${columns}`,
    [new Date(until)],
  );
  return row && toStored(row);
}

/** Stores where the clock was when the last process stopped it. */
export async function endSimulation(tx: Tx, at: SimMs): Promise<void> {
  await tx.run('UPDATE simulation SET last_simulated = $1', [new Date(at)]);
}

/** What the platform's clock showed at a real instant (functions/platform-time.sql), as ISO 8601. */
export async function platformTime(tx: Tx, real: string): Promise<string> {
  const row = await tx.row<{ at: Date }>('SELECT platform_time($1) AS at', [real]);
  return (row?.at ?? new Date(real)).toISOString();
}
