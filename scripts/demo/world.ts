/**
 * Carillon in virtual time, in one process: the real PostgreSQL, API, engine and renderer, on the simulated
 * carriers. The clock moves a step after each tick of the engine.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { buildApp } from '../../src/api/app.ts';
import { openApiDatabases } from '../../src/api/databases.ts';
import type { VoiceCarrier } from '../../src/carriers/port.ts';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { usualProfile } from '../../src/carriers/simulated/profile.ts';
import { simulatedTextCarrier } from '../../src/carriers/simulated/text-carrier.ts';
import { usualTextProfile } from '../../src/carriers/simulated/text-profile.ts';
import type { TextCarrier } from '../../src/carriers/text-port.ts';
import { closeDatabase, openDatabase } from '../../src/db/database.ts';
import { startEmbedded } from '../../src/db/embedded/server.ts';
import { createVault } from '../../src/db/encryption.ts';
import type { Jobs } from '../../src/db/job-queue.ts';
import { ringOfKey } from '../../src/db/key-ring.ts';
import { migrate } from '../../src/db/migrate.ts';
import { numberKeyOf } from '../../src/db/number-key.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { realMs, simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { rememberingSpeaker } from '../../src/domain/speech/remembering-speaker.ts';
import { Engine } from '../../src/engine/engine.ts';
import { keepRunForecast } from '../../src/jobs/keep-forecast.ts';
import { startJobs } from '../../src/jobs/start.ts';
import { soundFileReader } from '../../src/sound-files/sound-files.ts';
import { fliteSpeaker } from '../../src/speech/flite/flite.ts';
import { speakerPool } from '../../src/speech/speaker-pool.ts';
import { withLetters } from './letters.ts';

export type World = Awaited<ReturnType<typeof openWorld>>;

/** What can be changed while it runs. */
export interface Mood {
  /** Shares of calls that fail, and of persons who press 9. */
  failed: number;
  pressesNine: number;
  /** The carrier is away. */
  away: boolean;
  /** Calls and texts handed over so far. */
  handedOver: number;
}

const key = Buffer.alloc(32, 7);
const patience = realMs(600_000);

export async function openWorld(seed: string, start: number) {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-demo-'));
  const server = await startEmbedded({ dataFolder: join(folder, 'db'), durability: 'throwaway' });
  const { host, port, user, database } = server;
  await migrate(server);
  const db = openDatabase({ host, port, user, database, max: 15 });
  db.connection.numberKey = numberKeyOf(ringOfKey(key).lookups.numbers);
  const vault = createVault(key);
  const clock = { ...virtualClock(simMs(start)), speed: 1 };
  const log = pino({ level: process.env.CARILLON_LOG ?? 'warn' });
  const mood: Mood = { failed: 0.03, pressesNine: 0.008, away: false, handedOver: 0 };
  const carriers = openCarriers({ clock, folder, seed, mood });
  const metrics = createMetrics();
  const engine = new Engine({
    ...{ db, vault, clock, log, metrics, patienceMs: patience, leaseSeconds: 600 },
    carriers: new Map([['simulated', carriers.voice]]),
    textCarriers: new Map([['simulated', carriers.texts]]),
  });
  const { app, url, close } = await openApi({ db, vault, clock, log, folder });
  /** Pairs of a real and a virtual instant, in order: rows are stamped with real time. */
  const instants: [real: number, virtual: number][] = [[Date.now(), start]];
  return {
    ...{ folder, db, vault, clock, engine, mood, url, instants, letters: carriers.texts },
    /** Until no message waits for its sound. */
    async render() {
      const speaker = speakerPool({ size: 1 });
      const jobs = await startJobs({ db, vault, log, metrics: createMetrics(), speaker });
      for (;;) {
        const { rows } = await db.pool.query(
          `SELECT set_config('carillon.backup', 'on', false), (SELECT count(*) FROM voice_message WHERE ready_version IS NULL) AS left`,
        );
        if (Number(rows[0].left) === 0) break;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      await jobs.stop();
      await speaker.close();
    },
    /** So that the file's ids are never those of the rows that each start makes by itself. */
    async leaveLowIds() {
      await db.pool.query(
        `SELECT setval(pg_get_serial_sequence(attrelid::regclass::text, attname), 1000)
         FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
         WHERE attidentity <> '' AND c.relnamespace = 'public'::regnamespace
           AND attname NOT IN ('client_id', 'manager_id')`,
      );
    },
    /** Keeps the forecasts of the runs that have just begun, as the installation's job does. */
    async keepForecasts() {
      const { rows } = await db.pool.query<{ payload: Jobs['keep-forecast'] }>(
        `DELETE FROM graphile_worker._private_jobs WHERE task_id =
           (SELECT id FROM graphile_worker._private_tasks WHERE identifier = 'keep-forecast')
         RETURNING payload`,
      );
      for (const { payload } of rows) {
        await keepRunForecast({ db, now: new Date(clock.now()) }, payload);
      }
    },
    advance(ms: number) {
      clock.advance(simMs(ms));
      instants.push([Date.now(), clock.now()]);
    },
    async close() {
      await engine.stop();
      await app.close();
      await close();
      await closeDatabase(db);
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function openCarriers(given: {
  clock: ReturnType<typeof virtualClock>;
  folder: string;
  seed: string;
  mood: Mood;
}) {
  const { clock, folder, seed, mood } = given;
  const settings = {
    ...{ clock, dataFolder: folder },
    randomOf: (use: string) => seededRandom(`${seed}/${use}`),
  };
  const profile = {
    ...usualProfile,
    // Where most calls fail, few are answered.
    get person() {
      return usualProfile.person * (1 - mood.failed);
    },
    get machine() {
      return usualProfile.machine * (1 - mood.failed);
    },
    get failed() {
      return mood.failed;
    },
    get pressesNine() {
      return mood.pressesNine;
    },
  };
  const connected = () => !mood.away;
  const calls = simulatedCarrier({ ...settings, profile });
  const plain = simulatedTextCarrier({
    ...settings,
    profile: { ...usualTextProfile, stop: 0.015 },
  });
  const voice: VoiceCarrier = {
    ...{ ...calls, connected },
    place(requests, mayPlace) {
      mood.handedOver += requests.length;
      return calls.place(requests, mayPlace);
    },
  };
  const sent: TextCarrier & typeof plain = {
    ...{ ...plain, connected },
    submit(texts, mayWrite) {
      mood.handedOver += texts.length;
      return plain.submit(texts, mayWrite);
    },
  };
  return { voice, texts: withLetters(sent, seed, clock) };
}

async function openApi(given: {
  db: ReturnType<typeof openDatabase>;
  vault: ReturnType<typeof createVault>;
  clock: ReturnType<typeof virtualClock>;
  log: pino.Logger;
  folder: string;
}) {
  const { db, vault, clock, log, folder } = given;
  const speaker = fliteSpeaker();
  const { close, ...databases } = openApiDatabases(db);
  const app = await buildApp({
    ...{ ...databases, vault, log, speaker, spoolFolder: folder, metrics: createMetrics() },
    now: () => new Date(clock.now()),
    callSpeaker: rememberingSpeaker(speaker, 2 ** 20),
    soundFiles: soundFileReader(),
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, url, close: () => Promise.all([close(), speaker.close()]) };
}
