import type { Client } from 'pg';
import { type DatabaseConnection, directOf } from '#db/connection.ts';
import { pendingMigrations } from '#db/migrate.ts';
import {
  clockAdvice,
  clockDifference,
  clockOffSentence,
  clockReading,
} from '#domain/clock-offset.ts';
import { serverFindings, type Wanted } from '../server/findings.ts';
import { openClient } from '../server/reach.ts';
import { count } from '../shared.ts';
import type { KeySettings } from '../start/data-key.ts';
import { type Finding, fine, hint, wrong } from './finding.ts';
import { keyFindings } from './keys.ts';

/** All checks of a server that responds. */
export async function database(
  connection: DatabaseConnection,
  keys: KeySettings,
  wanted: Omit<Wanted, 'migrated'> = { acceptAsyncStandby: false },
): Promise<Finding[]> {
  const client = await openClient(directOf(connection, 'doctor'), 'DATABASE_URL');
  try {
    const pending = await pendingMigrations(connection);
    const migrated = pending.length === 0;
    const findings = await serverFindings(client, { ...wanted, migrated });
    findings.push(await clock(client), schema(pending));
    return migrated ? [...findings, ...(await keyFindings(client, keys))] : findings;
  } finally {
    await client.end();
  }
}

/** @param now this machine's, epoch ms */
export async function clock(
  client: Pick<Client, 'query'>,
  now: () => number = Date.now,
): Promise<Finding> {
  const asked = performance.now();
  const { rows } = await client.query(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at',
  );
  const responded = performance.now();
  const at = Number(rows[0]?.at);
  const reading = clockReading({ first: at, last: at }, { asked, responded });
  const { by, tooMuch } = clockDifference(reading, now(), performance.now());
  if (!tooMuch) return fine('Clock', "agrees with the database's");
  return wrong('Clock', `${clockOffSentence(by, "the database's")} ${clockAdvice}`);
}

function schema(pending: string[]): Finding {
  if (pending.length === 0) return fine('Schema', 'up to date');
  return hint(
    'Schema',
    `${count(pending.length, 'migration is', 'migrations are')} pending; the next start applies them.`,
  );
}
