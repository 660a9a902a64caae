import type { Logger } from 'pino';
import type { Config } from '#config.ts';
import type { ClockCheck } from '#db/clock-check.ts';
import type { Database } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import type { PoolMetrics } from '#db/pool-metrics.ts';
import type { EngineDeath } from '#db/queries/engine-kill.ts';
import type { SimulationClock } from '#db/simulation-clock.ts';
import type { TroubleWatch } from '#db/trouble.ts';
import type { Metrics } from '#domain/metrics.ts';
import type { Witness } from '#witness/witness.ts';
import { UsageError } from '../command.ts';

/** The parts of Carillon that can run on machines of their own (docs/architecture.md). */
export const roleNames = ['api', 'engine', 'jobs'] as const;
export type RoleName = (typeof roleNames)[number];

/** What every role is given. */
export interface RoleDeps {
  config: Config;
  db: Database;
  vault: Vault;
  log: Logger;
  metrics: Metrics;
  /** Publishes figures of the roles' connections. */
  pools: PoolMetrics;
  /** The engine's clock (spec 3 section 12). */
  clock: SimulationClock;
  /** Whether the clock of this machine agrees with the others'. */
  clockCheck: ClockCheck;
  /** Records submissions beside the database, and detects a database that is older than those. */
  witness: Witness;
  /** Whether this process can write: to the database, and to its journal. */
  trouble: TroubleWatch;
  /** The built console; absent when this process serves none. */
  consoleFolder?: string;
  /** kill -9 for the engine of the demo (start/demo-engine.ts); absent where nobody may ask for it. */
  killEngine?: () => Promise<EngineDeath>;
}

/** A role at work. */
export interface RunningRole {
  /** Finishes what is in progress and ends; at once when `hurry` is aborted. */
  stop(hurry: AbortSignal): Promise<void>;
}

/** How each role is started; main.ts knows. */
export type RoleStarters = Record<RoleName, (deps: RoleDeps) => RunningRole | Promise<RunningRole>>;

/** Reads `--roles=api,engine`; all of them when absent. */
export function rolesOf(text: string | undefined): RoleName[] {
  if (text === undefined) return [...roleNames];
  const names = text.split(',').map((name) => name.trim());
  const bad = names.find((name) => !roleNames.some((role) => role === name));
  if (bad !== undefined) {
    throw new UsageError(`"${bad}" is not a role. The roles are ${roleNames.join(', ')}.`);
  }
  return roleNames.filter((role) => names.includes(role));
}
