import { Client, type ClientConfig } from 'pg';

/** Where a server listens: the folder of its UNIX socket, and the number in the socket's name. */
export interface SocketAddress {
  host: string;
  port: number;
}

/** Who makes the roles and databases; nothing else connects as it. */
export function superuser(address: SocketAddress): ClientConfig {
  return { ...address, user: 'postgres', database: 'postgres', connectionTimeoutMillis: 5000 };
}

/** Whether the server takes connections now. */
export async function answers(address: SocketAddress): Promise<boolean> {
  const client = new Client(superuser(address));
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
