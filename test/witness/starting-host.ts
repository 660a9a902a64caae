/**
 * Starts and stops a witness for each line on standard input, and prints the result:
 * `node starting-host.ts <database URL> <data folder>`.
 */
import { createInterface } from 'node:readline';
import pino from 'pino';
import { closeDatabase, openDatabase } from '../../src/db/database.ts';
import { startWitness } from '../../src/witness/witness.ts';
import { vault } from '../engine/world.ts';

const [url = '', dataFolder = ''] = process.argv.slice(2);
const db = openDatabase({ connectionString: url, max: 3 });
await db.pool.query('SELECT 1');
process.stdout.write('ready\n');
for await (const _line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${await startOnce().catch(String)}\n`);
}
await closeDatabase(db);

/** @returns `placing`, or the code of the hold */
async function startOnce(): Promise<string> {
  const witness = await startWitness({
    ...{ db, vault, dataFolder },
    log: pino({ level: 'silent' }),
    placesCalls: true,
    note: () => {},
  });
  const hold = witness.hold();
  await witness.stop();
  return hold?.code ?? 'placing';
}
