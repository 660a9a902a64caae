/**
 * A process of its own that runs the real recorder, to be killed. It loads everything, waits for a
 * line on standard input, and then goes: `node recording-child.ts <settings as JSON>`.
 */
import { once } from 'node:events';
import pino from 'pino';
import { simulatedRecording } from '../../src/carriers/simulated/recording.ts';
import { openDatabase } from '../../src/db/database.ts';
import { loadSimulationClock } from '../../src/db/simulation-clock.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { startRecorder } from '../../src/engine/recording/start.ts';
import { afternoon } from './world.ts';

export interface RecordingChildSettings {
  url: string;
  folder: string;
  speed: number;
  leaseSeconds: number;
}

const settings = JSON.parse(process.argv[2] ?? '') as RecordingChildSettings;
const db = openDatabase({ connectionString: settings.url, max: 2 });
process.stdout.write('loaded\n');
await once(process.stdin, 'data');

const clock = await loadSimulationClock(db, { speed: settings.speed, start: new Date(afternoon) });
const carrier = simulatedRecording({
  clock,
  dataFolder: settings.folder,
  randomOf: (name) => seededRandom(name),
});
startRecorder({
  db,
  clock,
  log: pino({ level: 'fatal' }),
  recordingCarriers: new Map([['simulated', carrier]]),
  leaseSeconds: settings.leaseSeconds,
});
