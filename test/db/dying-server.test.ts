import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { asPlatform, closeDatabase, openDatabase } from '../../src/db/database.ts';

/** One message of PostgreSQL's protocol, version 3. */
function message(type: string, ...parts: (string | number)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(part);
      const bytes = Buffer.alloc(4);
      bytes.writeInt32BE(part);
      return bytes;
    }),
  );
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const welcome = Buffer.concat([message('R', 0), message('K', 1, 2), message('Z', 'I')]);
const lastWord = message(
  'E',
  'SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0',
);

test('a server that dies right after the handshake costs the query, never the process', async () => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    // Both in one packet, as they arrive where the process was busy meanwhile.
    socket.once('data', () => socket.end(Buffer.concat([welcome, lastWord])));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const db = openDatabase({ host: '127.0.0.1', port, user: 'carillon', database: 'carillon' });
  // An `error` event that nobody takes throws here, as it ends a process.
  await expect(asPlatform(db, (tx) => tx.row('SELECT 1'))).rejects.toThrow();
  await closeDatabase(db);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});
