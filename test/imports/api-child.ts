/** An API in a process of its own, for tests that kill it. Says its address on standard output. */
import { pino } from 'pino';
import { buildApp } from '../../src/api/app.ts';
import { openApiDatabases } from '../../src/api/databases.ts';
import { openDatabase } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { rememberingSpeaker } from '../../src/domain/speech/remembering-speaker.ts';
import { soundFileReader } from '../../src/sound-files/sound-files.ts';
import { fliteSpeaker } from '../../src/speech/flite/flite.ts';

const [connectionString = '', spoolFolder = ''] = process.argv.slice(2);
const speaker = fliteSpeaker();
const app = await buildApp({
  ...openApiDatabases(openDatabase({ connectionString })),
  now: () => new Date(),
  log: pino({ level: 'silent' }),
  metrics: createMetrics(),
  vault: createVault(Buffer.alloc(32, 7)),
  spoolFolder,
  speaker,
  callSpeaker: rememberingSpeaker(speaker, 2 ** 20),
  soundFiles: soundFileReader(),
});
process.stdout.write(await app.listen({ host: '127.0.0.1', port: 0 }));
