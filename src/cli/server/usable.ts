import { type DatabaseConnection, directOf } from '#db/connection.ts';
import { pendingMigrations } from '#db/migrate.ts';
import { type Context, Refusal } from '../command.ts';
import { connectionsNeeded, throughPooler } from '../start/connections.ts';
import type { RoleName } from '../start/roles.ts';
import { poolerFindings, serverFindings } from './findings.ts';
import { examineServer, openClient } from './reach.ts';

/**
 * The server of DATABASE_URL, checked before anything is changed in it: what `doctor` calls wrong is
 * refused here too.
 *
 * @throws Refusal that names all of it
 */
export async function usableServer(
  { config, note }: Context,
  roles: readonly RoleName[],
): Promise<DatabaseConnection> {
  const { connection, between } = await examineServer(config, { note });
  const connections = connectionsNeeded(config, roles);
  const migrated = (await pendingMigrations(connection)).length === 0;
  const url = connection.direct ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  const client = await openClient(directOf(connection, 'probe'), url);
  try {
    const { acceptAsyncStandby } = config;
    const findings = await serverFindings(client, { connections, acceptAsyncStandby, migrated });
    const bad = findings.filter(({ state }) => state === 'wrong').map(({ text }) => text);
    if (bad.length > 0) throw new Refusal(['Carillon cannot start.', ...bad].join('\n'));
    findings.push(...poolerFindings(between, throughPooler(config, roles)));
    const doubts = findings.filter(({ state, what }) => state === 'hint' && what !== 'Durability');
    for (const { what, text } of doubts) note(`${what}: ${text}`);
    return connection;
  } finally {
    await client.end();
  }
}
