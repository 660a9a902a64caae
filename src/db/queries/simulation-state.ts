import type { Tx } from '../database.ts';

export interface SimulationState {
  /** How many times faster than real time. */
  speed: number;
  /** A sentence when the clock was moved to calling hours. */
  notice: string | null;
}

/** What the console shows of the simulation's clock; undefined before the engine set it. */
export function readSimulation(tx: Tx): Promise<SimulationState | undefined> {
  return tx.row<SimulationState>('SELECT speed, notice FROM simulation');
}
