import type { Config } from '#config.ts';
import { queueConnections } from '#db/job-queue.ts';
import type { RoleName } from './roles.ts';

/** How many connections a process opens: at most, and while there is little to do. */
export interface ConnectionsNeeded {
  most: number;
  least: number;
}

/** Of each process: the clock's lock, and two while it applies migrations. */
const ofEach = 3;
/** For the clock and whatever else belongs to no role. */
const common = 3;

/** Of the pool that jobs and the process itself share. */
export function sharedConnections({ connections }: Config, roles: readonly RoleName[]): number {
  if (!roles.includes('jobs')) return common;
  return connections.jobs - queueConnections(connections.jobs);
}

/**
 *  * What this process needs from the server itself, without imports, which take one connection each while
 * they run.
 */
export function connectionsNeeded(config: Config, roles: readonly RoleName[]): ConnectionsNeeded {
  const { connections, directUrl } = config;
  const queue = queueConnections(connections.jobs);
  // The API listens, and jobs watch over each other; a pooler has the rest.
  const direct = { api: 1, engine: 0, jobs: queue + 1 };
  const pooled = { api: connections.api, engine: connections.engine, jobs: 0 };
  const least = { api: 3, engine: 4, jobs: 2 };
  let most = ofEach;
  let atLeast = ofEach;
  for (const role of roles) {
    most += direct[role] + (directUrl ? 0 : pooled[role]);
    atLeast += direct[role] + (directUrl ? 0 : least[role]);
  }
  return { most: most + (directUrl ? 0 : sharedConnections(config, roles)), least: atLeast };
}

/** What this process opens at DATABASE_URL, which may be a pooler's address. */
export function throughPooler(config: Config, roles: readonly RoleName[]): number {
  if (!config.directUrl) return connectionsNeeded(config, roles).most;
  const { api, engine } = config.connections;
  const ofRoles = (roles.includes('api') ? api : 0) + (roles.includes('engine') ? engine : 0);
  return ofRoles + sharedConnections(config, roles);
}
