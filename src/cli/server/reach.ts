/** The way to a PostgreSQL of the operator's own: straight, or past a pooler. */
import { Client, type ClientConfig } from 'pg';
import type { Config } from '#config.ts';
import { connectionOf, type DatabaseConnection } from '#db/connection.ts';
import {
  type Between,
  isConnectTimeout,
  NoSession,
  poolerGaveUp,
  whatIsBetween,
  whereItLeads,
} from '#db/pooler.ts';
import { Refusal } from '../command.ts';
import { certificateSentence, connectSentence } from './connect-sentence.ts';

const patience = { connectionTimeoutMillis: 10_000 };

/** A server that can be used, and what stands between. */
export interface Reached {
  connection: DatabaseConnection;
  between: Between;
}

type Addresses = Pick<Config, 'databaseUrl' | 'directUrl'>;

interface Look {
  /** Told once where an address lets us wait. */
  note?: (sentence: string) => void;
  /** Real milliseconds after which it is told. */
  noteAfterMs?: number;
  /** Real milliseconds that a pooler may take for a session. */
  patienceMs?: number;
}

/** As `lookAtServer`, of which the way alone is wanted. */
export async function reachServer(addresses: Addresses, look?: Look): Promise<DatabaseConnection> {
  return (await lookAtServer(addresses, look)).connection;
}

/**
 * How DATABASE_URL is to be used, tried.
 *
 * @throws Refusal when it cannot be reached, when a pooler gives no two sessions or no transactions, or
 *   when one in transaction mode stands between and DATABASE_DIRECT_URL does not lead past it to the
 *   same database
 */
export async function lookAtServer(
  { databaseUrl = '', directUrl }: Addresses,
  { note = () => {}, noteAfterMs = 3_000, patienceMs }: Look = {},
): Promise<Reached> {
  const connection = { connectionString: databaseUrl };
  // A look through a pool that is taken has many steps, and each of them may wait.
  const waiting = setTimeout(() => {
    note('DATABASE_URL lets us wait. If it leads to a pooler, all its connections may be in use.');
  }, noteAfterMs);
  let client: Client | undefined;
  try {
    client = await openClient(connection, 'DATABASE_URL');
    const between = await assertUsable(client, connection, 'DATABASE_URL', patienceMs);
    clearTimeout(waiting);
    if (directUrl) {
      const direct = { connectionString: directUrl };
      await assertSamePlace(client, direct);
      return { connection: { ...connection, direct }, between };
    }
    if (between === 'transaction') {
      throw new Refusal(
        'DATABASE_URL leads to a pooler in transaction mode. Carillon works through it, and needs the server itself for a few connections (LISTEN, locks, migrations): put the address past the pooler into DATABASE_DIRECT_URL.',
      );
    }
    return { connection, between };
  } finally {
    clearTimeout(waiting);
    await client?.end().catch(() => {});
  }
}

/** @throws Refusal where Carillon cannot work through what is there, whatever DATABASE_DIRECT_URL is */
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
    `${url} leads to a pooler in statement mode, which has no transactions. Set its pool_mode to transaction, or to session.`,
  );
}

function noSession({ second }: NoSession, url: string): string {
  const cure = 'Raise its pool size (default_pool_size of PgBouncer).';
  return second
    ? `${url} leads to a pooler that gives Carillon one connection and no second one beside it: all others are taken, or it has only one. ${cure}`
    : `${url} can be reached, and does not answer a first statement: a pooler there has no connection left for it, or has lost its server. ${cure}`;
}

const noAnswer = (url: string) =>
  `The database cannot be reached: the address in ${url} answered nothing within ten seconds. Is it right, and does no firewall stand between? A pooler there may have lost its server: see the pooler's log.`;

async function assertSamePlace(client: Client, direct: ClientConfig): Promise<void> {
  const other = await openClient(direct, 'DATABASE_DIRECT_URL');
  try {
    if ((await assertUsable(other, direct, 'DATABASE_DIRECT_URL')) === 'transaction') {
      throw new Refusal(
        'DATABASE_DIRECT_URL leads to a pooler in transaction mode, too. It must be the address of the server itself.',
      );
    }
    const [here, there] = [await whereItLeads(client), await whereItLeads(other)];
    if (here.place !== there.place) {
      throw new Refusal(
        'DATABASE_URL and DATABASE_DIRECT_URL lead to two databases. Both must lead to the same one, on the same server.',
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
  ...connectionOf(connection, 'look'),
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
    // Where we gave up ourselves, the server would wait for our password for a minute.
    client?.end().catch(() => {});
    const { message } = cause as Error;
    if (poolerGaveUp(cause)) {
      throw new Refusal(noSession(new NoSession(cause, false), url), { cause });
    }
    if (isConnectTimeout(cause)) throw new Refusal(noAnswer(url), { cause });
    const sentence =
      certificateSentence(cause, url) ??
      connectSentence(cause, url) ??
      `The database cannot be used: ${message}. Is ${url} right, and may its role CONNECT to the database?`;
    throw new Refusal(sentence, { cause });
  }
}
