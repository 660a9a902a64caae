import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { closeDatabase, openDatabase } from '#db/database.ts';
import { pendingMigrations } from '#db/migrate.ts';
import { readDiskUse, type StoredUse } from '#db/queries/disk-use.ts';
import { describeBytes, forecastDisk } from '#domain/disk-forecast.ts';
import type { Context } from '../command.ts';
import { withServer } from '../with-database.ts';
import { type Finding, fine, hint } from './finding.ts';
import { freeBytes } from './machine.ts';

/** Fewer days than this until the disk is full are a warning. */
const soon = 30;

/** How fast the database grows; of the embedded one also when the disk of the data folder is full. */
export async function diskForecast(context: Context): Promise<Finding[]> {
  const { databaseUrl, dataFolder } = context.config;
  if (!databaseUrl && !existsSync(join(dataFolder, 'postgres'))) return [];
  return withServer(context, async (connection) => {
    // What is wrong with the database is reported by its own check.
    const pending = await pendingMigrations(connection).catch(() => ['unknown']);
    if (pending.length > 0) return [];
    const db = openDatabase({ ...connection, max: 1 });
    try {
      const use = await readDiskUse(db);
      return [growth(use, databaseUrl ? null : freeBytes(dataFolder))];
    } finally {
      await closeDatabase(db);
    }
  });
}

/** @param free bytes on the disk of the database; null where another machine has it */
export function growth(use: StoredUse, free: number | null): Finding {
  const size = `the database takes ${describeBytes(use.databaseBytes)}`;
  const forecast = forecastDisk({ ...use, freeBytes: free });
  if (!forecast) return fine('Growth', `${size}; no calls in the last 30 days`);
  const { days, callsPerDay, bytesPerDay, fullIn } = forecast;
  const each = describeBytes(bytesPerDay / callsPerDay);
  const pace = `At the pace of the last ${days} days (${Math.ceil(callsPerDay).toLocaleString('en-US')} calls a day, ${each} each)`;
  if (fullIn === null) {
    return fine(
      'Growth',
      `${pace} the database grows by ${describeBytes(bytesPerDay)} a day; ${size}`,
    );
  }
  if (fullIn === Number.POSITIVE_INFINITY) {
    return fine('Growth', `${pace} retention keeps the disk of the data folder from filling up`);
  }
  const text = `${pace} the disk of the data folder will be full in ${fullIn.toLocaleString('en-US')} ${fullIn === 1 ? 'day' : 'days'}`;
  if (fullIn >= soon) return fine('Growth', text);
  return hint('Growth', `${text}. Free some space, or keep less data: "carillon retention".`);
}
