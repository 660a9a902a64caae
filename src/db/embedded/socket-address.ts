import { Client, type ClientConfig, DatabaseError } from 'pg';

/** Where a server listens: the folder of its UNIX socket, and the number in the socket's name. */
export interface SocketAddress {
  host: string;
  port: number;
}

/** The user that makes the roles and databases; nothing else connects as it. */
export function superuser(address: SocketAddress): ClientConfig {
  return { ...address, user: 'postgres', database: 'postgres', connectionTimeoutMillis: 5000 };
}

/** The server is up but refuses our connection: waiting does not help. */
export class NoEntry extends Error {
  override name = 'NoEntry';
  readonly code: string;

  constructor(cause: DatabaseError) {
    super(cause.message, { cause });
    this.code = cause.code ?? '';
  }
}

/** Starting, stopping or ended (class 57P), or every connection taken. */
const passing = /^(57P0[1-3]|53300)$/;

/**
 * Whether the server takes connections now.
 *
 * @throws NoEntry
 */
export async function acceptsConnections(address: SocketAddress): Promise<boolean> {
  const client = new Client(superuser(address));
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch (cause) {
    if (cause instanceof DatabaseError && !passing.test(cause.code ?? '')) throw new NoEntry(cause);
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
