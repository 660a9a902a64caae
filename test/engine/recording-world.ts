/** The real recorder on the simulated carrier under a virtual clock, and what it leaves in the rows. */

import pino from 'pino';
import { simulatedRecording } from '../../src/carriers/simulated/recording.ts';
import type { RecordingStatus } from '../../src/contract/message-recording.ts';
import { asClient, type Database } from '../../src/db/database.ts';
import { newestRecording, requestRecording } from '../../src/db/queries/phone-recording.ts';
import { type VirtualClock, virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { Recorder, type RecorderDeps } from '../../src/engine/recording/recorder.ts';
import { makeClient } from '../harness/clients.ts';
import { temporaryFolder } from './test-engine.ts';
import { afternoon, readCallLog } from './world.ts';

export interface Requester {
  clientId: number;
  managerId: number;
}

export async function makeRequester(db: Database): Promise<Requester> {
  const { clientId, manager } = await makeClient(db);
  return { clientId, managerId: manager.managerId };
}

/** Asks for a call as the API does; returns the file name. */
export async function request(db: Database, who: Requester, phone = '13025550148') {
  const fileName = `recording-${crypto.randomUUID()}.wav`;
  const wish = { ...who, phone, name: 'Greeting', fileName };
  await asClient(db, who.clientId, (tx) => requestRecording(tx, wish));
  return fileName;
}

export async function standing(db: Database, { clientId, managerId }: Requester) {
  const newest = await asClient(db, clientId, (tx) => newestRecording(tx, clientId, managerId));
  if (!newest) throw new Error('Nothing was asked for.');
  return { ...newest.status, reason: newest.reason };
}

export function soundNamed(db: Database, clientId: number, fileName: string) {
  return asClient(db, clientId, (tx) =>
    tx.row<{ content: Buffer }>(
      'SELECT content FROM sound WHERE client_id = $1 AND file_name = $2',
      [clientId, fileName],
    ),
  );
}

export interface TestRecorder {
  clock: VirtualClock;
  folder: string;
  recorder: Recorder;
  /** Ticks while `ms` of virtual time pass. */
  run(ms: number): Promise<void>;
  /** Every stage that the manager's newest call goes through, until it is over. */
  stages(who: Requester): Promise<RecordingStatus[]>;
  /** What was submitted to the carrier. */
  dialled(): string[];
}

const step = 250;

export function makeRecorder(db: Database, deps: Partial<RecorderDeps> = {}): TestRecorder {
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const settings = { clock, dataFolder: folder, randomOf: (name: string) => seededRandom(name) };
  const recorder = new Recorder({
    db,
    clock: { now: clock.now, speed: 1 },
    log: pino({ level: process.env.ENGINE_TEST_LOG ?? 'silent' }),
    recordingCarriers: new Map([['simulated', simulatedRecording(settings)]]),
    ...deps,
  });
  const tick = async () => {
    clock.advance(simMs(step));
    await recorder.tick();
  };
  return {
    clock,
    folder,
    recorder,
    async run(ms) {
      for (let left = ms; left > 0; left -= step) await tick();
    },
    async stages(who) {
      const seen: RecordingStatus[] = [];
      for (let ticks = 0; ticks < 1_000; ticks += 1) {
        const { reason: _, ...now } = await standing(db, who);
        if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now);
        if (now.callStatus === 'terminated') return seen;
        await tick();
      }
      throw new Error('The call never ended.');
    },
    dialled: () =>
      readCallLog(folder).map(({ kind, attemptId, to }) => `${kind} ${attemptId} ${to}`),
  };
}
