import { Client, type ClientConfig } from 'pg';
import { ask } from './catalog.ts';
import { contentOf } from './target.ts';

export interface Target {
  content: Awaited<ReturnType<typeof contentOf>>;
  /** The database's name. */
  database: string;
  /** Other connections of the same role, as a sentence names them: a running Carillon has some. */
  others: string[];
}

/** What a restore would find in the database of DATABASE_URL. */
export async function inspectTarget(connection: ClientConfig): Promise<Target> {
  const client = new Client({ ...connection, application_name: 'carillon restore' });
  client.on('error', () => {});
  await client.connect();
  try {
    const [row] = await ask<{ database: string }>(client, 'SELECT current_database() AS database');
    const others = await ask<{ who: string }>(
      client,
      `SELECT concat_ws(' ', coalesce(nullif(application_name, ''), 'unnamed'), 'from',
         coalesce(host(client_addr), 'this machine'), 'since', to_char(backend_start AT TIME ZONE 'UTC', 'HH24:MI:SS"Z"')) AS who
       FROM pg_stat_activity
       WHERE datname = current_database() AND usename = current_user
         AND pid <> pg_backend_pid() AND backend_type = 'client backend'
       ORDER BY backend_start`,
    );
    return {
      content: await contentOf(client),
      database: row?.database ?? '',
      others: others.map(({ who }) => who),
    };
  } finally {
    await client.end();
  }
}
