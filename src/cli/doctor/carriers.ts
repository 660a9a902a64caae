import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connectionOf } from '#db/connection.ts';
import { asPlatform, closeDatabase, openDatabase } from '#db/database.ts';
import { pendingMigrations } from '#db/migrate.ts';
import { listCarriers, type StoredCarrier, simulatedKind } from '#db/queries/carrier.ts';
import { usersOfCarrier } from '#db/queries/carrier-use.ts';
import { type CarrierTools, tryCarrier } from '../carrier-try.ts';
import type { Context } from '../command.ts';
import { openVault } from '../start/data-key.ts';
import { keySource, readRing } from '../start/key-file.ts';
import { withServer } from '../with-database.ts';
import { type Finding, runCheck } from './finding.ts';

/**
 * Tries each carrier that a client uses. It finds nothing while settings, database or key cannot be
 * used: earlier checks report that.
 */
export function carriersInUse(tools: CarrierTools) {
  return async (context: Context): Promise<Finding[]> => {
    const ready = await usable(context).catch(() => undefined);
    if (!ready) return [];
    const { vault, used } = ready;
    const around = { config: context.config, vault };
    const findings = used.map((carrier) =>
      runCheck('Carrier', async () =>
        (await tryCarrier(tools, carrier, around)).map(({ state, text }) => ({
          what: 'Carrier',
          state,
          text: `"${carrier.name}": ${text}`,
        })),
      ),
    );
    return (await Promise.all(findings)).flat();
  };
}

async function usable(context: Context) {
  const { databaseUrl, dataFolder } = context.config;
  if (!databaseUrl && !existsSync(join(dataFolder, 'postgres'))) return undefined;
  if (!readRing(keySource(context.config))) return undefined;
  return withServer(context, async (connection) => {
    if ((await pendingMigrations(connection)).length > 0) return undefined;
    const db = openDatabase({ ...connectionOf(connection, 'doctor'), max: 1 });
    try {
      const used: StoredCarrier[] = [];
      await asPlatform(db, async (tx) => {
        for (const carrier of await listCarriers(tx)) {
          if (carrier.kind === simulatedKind) continue;
          if ((await usersOfCarrier(tx, carrier.name)).length > 0) used.push(carrier);
        }
      });
      return { vault: await openVault(context.config, db), used };
    } finally {
      await closeDatabase(db);
    }
  });
}
