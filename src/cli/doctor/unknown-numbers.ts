import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { asPlatform, closeDatabase, openDatabase } from '#db/database.ts';
import { pendingMigrations } from '#db/migrate.ts';
import { listUnknownNumbers, type UnknownNumber } from '#db/queries/number-owner.ts';
import type { Context } from '../command.ts';
import { count, showPhone } from '../shared.ts';
import { withServer } from '../with-database.ts';
import { type Finding, hint } from './finding.ts';

/** Numbers that people wrote to and that no client has; nothing while there is no database to ask. */
export async function unknownNumbers(context: Context): Promise<Finding[]> {
  const { databaseUrl, dataFolder } = context.config;
  if (!databaseUrl && !existsSync(join(dataFolder, 'postgres'))) return [];
  const found = await withServer(context, async (connection) => {
    if ((await pendingMigrations(connection)).length > 0) return [];
    const db = openDatabase({ ...connection, max: 1 });
    try {
      return await asPlatform(db, listUnknownNumbers);
    } finally {
      await closeDatabase(db);
    }
  });
  return found.slice(0, most).map(findingOf);
}

const most = 20;

function findingOf({ carrier, phone, texts, optOuts }: UnknownNumber): Finding {
  const held =
    optOuts > 0
      ? ` Opt-outs among them: ${optOuts.toLocaleString('en-US')}. They hold for every client of that carrier.`
      : '';
  const number = /^1\d{10}$/.test(phone) ? showPhone(phone) : phone;
  return hint(
    'Texts',
    `${count(texts, 'text')} came by «${carrier}» to ${number}, which no client has.${held} «carillon number add» gives it to one.`,
  );
}
