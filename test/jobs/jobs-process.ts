/** A process of its own that works on jobs until it is killed. Gets the database's address. */
import { pino } from 'pino';
import { openDatabase } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { startJobs } from '../../src/jobs/start.ts';
import { speakerPool } from '../../src/speech/speaker-pool.ts';

const [, , connectionString = ''] = process.argv;
const db = openDatabase({ connectionString });
const vault = createVault(Buffer.alloc(32, 7));
// As main.ts has it: a long text is spoken in pieces, each with its own time.
const speaker = speakerPool({ size: 1 });
await startJobs({
  ...{ db, vault, log: pino({ level: 'silent' }), speaker },
  metrics: createMetrics(),
});
