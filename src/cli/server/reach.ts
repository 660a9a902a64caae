/** The way to the operator's own PostgreSQL: direct, or through a pooler. */
import { Client, type ClientConfig } from 'pg';
import type { Config } from '#config.ts';
import { connectionOf, type DatabaseConnection } from '#db/connection.ts';
import {
  type Between,
  identifyDatabase,
  isConnectTimeout,
  NoSession,
  poolerGaveUp,
  whatIsBetween,
} from '#db/pooler.ts';
import { Refusal } from '../command.ts';
import { certificateSentence, connectSentence } from './connect-sentence.ts';

const patience = { connectionTimeoutMillis: 10_000 };

/** A server that can be used, and what is in between. */
export interface Reached {
  connection: DatabaseConnection;
  between: Between;
}

type Addresses = Pick<Config, 'databaseUrl' | 'directUrl'>;

interface ReachOptions {
  /** Called once when an address makes us wait. */
  note?: (sentence: string) => void;
  /** Real milliseconds after which it is called. */
  noteAfterMs?: number;
  /** Real milliseconds that a pooler may take for a session. */
  patienceMs?: number;
}

/** As `examineServer`, for the connection alone. */
export async function reachServer(
  addresses: Addresses,
  options?: ReachOptions,
): Promise<DatabaseConnection> {
  return (await examineServer(addresses, options)).connection;
}

/**
 * Finds out how DATABASE_URL can be used.
 *
 * @throws Refusal when it cannot be reached, when a pooler gives no two sessions or no transactions, or
 *   when one in transaction mode is in between and DATABASE_DIRECT_URL does not point past it to the
 *   same database
 */
export async function examineServer(
  { databaseUrl = '', directUrl }: Addresses,
  { note = () => {}, noteAfterMs = 3_000, patienceMs }: ReachOptions = {},
): Promise<Reached> {
  const connection = { connectionString: databaseUrl };
  // Examining a pool that is in full use has many steps, and each of them may wait.
  const waiting = setTimeout(() => {
    note(
      'Still waiting for DATABASE_URL. If it points to a pooler, all its connections may be in use.',
    );
  }, noteAfterMs);
  let client: Client | undefined;
  try {
    client = await openClient(connection, 'DATABASE_URL');
    const between = await assertUsable(client, connection, 'DATABASE_URL', patienceMs);
    clearTimeout(waiting);
    if (directUrl) {
      const direct = { connectionString: directUrl };
      await assertSameDatabase(client, direct);
      return { connection: { ...connection, direct }, between };
    }
    if (between === 'transaction') {
      throw new Refusal(
        'DATABASE_URL points to a pooler in transaction mode. Carillon works through it, but needs the server itself for a few connections (LISTEN, locks, migrations). Put the address past the pooler into DATABASE_DIRECT_URL.',
      );
    }
    return { connection, between };
  } finally {
    clearTimeout(waiting);
    await client?.end().catch(() => {});
  }
}

/** @throws Refusal when Carillon cannot work through that pooler, whatever DATABASE_DIRECT_URL is */
async function assertUsable(
  client: Client,
  connection: ClientConfig,
  url: string,
  patienceMs?: number,
): Promise<Between> {
  const found = await whatIsBetween(client, clientOf(connection), patienceMs).catch(
    (cause: unknown) => {
      throw cause instanceof NoSession ? new Refusal(noSession(cause, url), { cause }) : cause;
    },
  );
  if (found !== 'statement') return found;
  throw new Refusal(
    `${url} points to a pooler in statement mode, which has no transactions. Set its pool_mode to transaction or session.`,
  );
}

function noSession({ second }: NoSession, url: string): string {
  const cure = 'Raise its pool size (default_pool_size of PgBouncer).';
  return second
    ? `${url} points to a pooler that gives Carillon one connection but no second one: all others are in use, or it has only one. ${cure}`
    : `${url} can be reached, but does not respond to a first statement: a pooler there has no connection left, or has lost its server. ${cure}`;
}

const noResponse = (url: string) =>
  `The database cannot be reached: the address in ${url} did not respond within ten seconds. Is it right, or does a firewall block it? A pooler there may have lost its server: see the pooler's log.`;

async function assertSameDatabase(client: Client, direct: ClientConfig): Promise<void> {
  const other = await openClient(direct, 'DATABASE_DIRECT_URL');
  try {
    if ((await assertUsable(other, direct, 'DATABASE_DIRECT_URL')) === 'transaction') {
      throw new Refusal(
        'DATABASE_DIRECT_URL points to a pooler in transaction mode, too. It must be the address of the server itself.',
      );
    }
    const [here, there] = [await identifyDatabase(client), await identifyDatabase(other)];
    if (here.server !== there.server) {
      throw new Refusal(
        'DATABASE_URL and DATABASE_DIRECT_URL point to two databases. Both must point to the same one, on the same server.',
      );
    }
    if (here.login !== there.login) {
      throw new Refusal(
        `DATABASE_URL signs in as ${here.login} and DATABASE_DIRECT_URL as ${there.login}. Both must be the same role.`,
      );
    }
  } finally {
    await other.end().catch(() => {});
  }
}

const clientOf = (connection: ClientConfig) => ({
  ...patience,
  ...connectionOf(connection, 'probe'),
});

/** @throws Refusal with what helps */
export async function openClient(connection: ClientConfig, url: string): Promise<Client> {
  let client: Client | undefined;
  try {
    client = new Client(clientOf(connection));
    client.on('error', () => {});
    await client.connect();
    return client;
  } catch (cause) {
    // If we gave up ourselves, the server would wait for our password for a minute.
    client?.end().catch(() => {});
    const { message } = cause as Error;
    if (poolerGaveUp(cause)) {
      throw new Refusal(noSession(new NoSession(cause, false), url), { cause });
    }
    if (isConnectTimeout(cause)) throw new Refusal(noResponse(url), { cause });
    const sentence =
      certificateSentence(cause, url) ??
      connectSentence(cause, url) ??
      `The database cannot be used: ${message}. Is ${url} right, and may its role CONNECT to the database?`;
    throw new Refusal(sentence, { cause });
  }
}
