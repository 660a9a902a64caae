import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { connectionOf, directOf } from '#db/connection.ts';
import { positionOf, replicaProblem, replicaSentences } from '#db/replica-state.ts';
import type { Context } from '../command.ts';
import { openClient } from '../server/reach.ts';
import { withServer } from '../with-database.ts';
import { type Finding, fine, hint } from './finding.ts';

/** Milliseconds that the standby is given to reach where the database is. */
const patience = 3_000;

const instead = 'Reports are read on the database itself.';

/** Whether reports can be read on the standby of CARILLON_REPORTS_URL; without it they still work. */
export async function reportsStandby(context: Context): Promise<Finding> {
  const { reportsUrl } = context.config;
  return withServer(context, async (connection) => {
    const database = await openClient(directOf(connection, 'doctor'), 'DATABASE_URL');
    const standby = new Client({
      ...connectionOf({ connectionString: reportsUrl }, 'doctor'),
      connectionTimeoutMillis: patience,
    });
    standby.on('error', () => {});
    try {
      const goal = await positionOf(database);
      await standby.connect();
      const problem = replicaProblem(goal, await positionOf(standby));
      if (problem) return hint('Reports', `${replicaSentences[problem]} ${instead}`);
      for (const began = performance.now(); performance.now() - began < patience; await sleep(50)) {
        const took = performance.now() - began;
        if ((await positionOf(standby)).at >= goal.at) {
          return fine('Reports', `read on a standby, ${(took / 1000).toFixed(1)} seconds behind`);
        }
      }
      return hint(
        'Reports',
        `The standby of CARILLON_REPORTS_URL is more than ${patience / 1000} seconds behind. Is it connected to the database?`,
      );
    } catch (error) {
      const { message } = error as Error;
      return hint('Reports', `${replicaSentences.unreachable} ${instead} (${message})`);
    } finally {
      await Promise.all([database.end(), standby.end().catch(() => {})]);
    }
  });
}
