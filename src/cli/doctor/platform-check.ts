import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { asPlatform, closeDatabase, openDatabase, type Tx } from '#db/database.ts';
import { pendingMigrations } from '#db/migrate.ts';
import type { Context } from '../command.ts';
import { withServer } from '../with-database.ts';
import type { Finding } from './finding.ts';

/** Runs one check in the database. No findings while there is none, or it is of an older version. */
export async function platformCheck(
  context: Context,
  check: (tx: Tx) => Promise<Finding[]>,
): Promise<Finding[]> {
  const { databaseUrl, dataFolder } = context.config;
  if (!databaseUrl && !existsSync(join(dataFolder, 'postgres'))) return [];
  return withServer(context, async (connection) => {
    if ((await pendingMigrations(connection)).length > 0) return [];
    const db = openDatabase({ ...connection, max: 1 });
    try {
      return await asPlatform(db, check);
    } finally {
      await closeDatabase(db);
    }
  });
}
