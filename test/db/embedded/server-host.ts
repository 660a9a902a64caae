import { Client } from 'pg';
import { startEmbedded } from '../../../src/db/embedded/server.ts';

/** Started by server.test.ts: commits a row again and again until somebody kills it. */
const server = await startEmbedded({ dataFolder: process.argv[2] as string });
const client = new Client(server);
await client.connect();
await client.query('CREATE TABLE work (n int)');
for (let n = 0; ; n++) {
  await client.query('INSERT INTO work VALUES ($1)', [n]);
  if (n === 50) process.stdout.write('working\n');
}
