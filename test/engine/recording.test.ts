import { expect, test } from 'vitest';
import type { RecordingCarrier } from '../../src/carriers/recording-port.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { decodeWav } from '../../src/domain/sound/wav.ts';
import { openEngineDatabases } from '../../src/engine/databases.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeRecorder, makeRequester, request, soundNamed, standing } from './recording-world.ts';

const db = await freshDatabase();

test('a manager is called, records, listens and keeps; the sound is stored under its name', async () => {
  const who = await makeRequester(db);
  const fileName = await request(db, who);
  const world = makeRecorder(db);
  const seen = await world.stages(who);
  expect(seen.map(({ stage, callStatus }) => `${stage} ${callStatus}`)).toEqual([
    'nothing waiting',
    'nothing dialing',
    'inmenu answered',
    'recording answered',
    'inmenu answered',
    'listening answered',
    'inmenu answered',
    'finished terminated',
  ]);
  expect(seen.map(({ saved }) => saved)).toEqual([...Array(7).fill(false), true]);
  expect(seen.every((status) => status.fileName === fileName)).toBe(true);
  const own = fileName.replace(/^recording-|\.wav$/g, '');
  expect(world.dialled()).toEqual([`recording recording-${who.clientId}-1-${own} 13025550148`]);
  const stored = await soundNamed(db, who.clientId, fileName);
  const sound = decodeWav(stored?.content ?? Buffer.alloc(0));
  expect(sound.sampleRate).toBe(8000);
  expect(Math.max(...sound.samples)).toBeGreaterThan(3000);
});

test.each([
  ['13025550101', 'nothing', { code: 'recording_busy' }],
  ['13025550102', 'nothing', { code: 'recording_no_answer' }],
  ['13025550103', 'nothing', { code: 'recording_failed' }],
  ['13025550104', 'finished', { code: 'recording_hung_up' }],
  ['13025550105', 'finished', { code: 'recording_silent' }],
])(
  'a call to %s ends in the stage "%s" with nothing saved and says why',
  async (phone, stage, reason) => {
    const who = await makeRequester(db);
    const fileName = await request(db, who, phone);
    const last = (await makeRecorder(db).stages(who)).at(-1);
    expect(last).toMatchObject({ stage, saved: false, callStatus: 'terminated' });
    expect(await standing(db, who)).toMatchObject({ reason });
    expect(await soundNamed(db, who.clientId, fileName)).toBeUndefined();
  },
);

test("a call whose row somebody has locked holds up no other client's", async () => {
  const [slow, quick] = [await makeRequester(db), await makeRequester(db)];
  await request(db, slow);
  await request(db, quick);
  const databases = openEngineDatabases(db);
  const world = makeRecorder(databases.db);
  await world.run(1_000);
  const letGo = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = asClient(db, slow.clientId, async (tx) => {
    await tx.rows('SELECT FROM phone_recording WHERE client_id = $1 FOR UPDATE', [slow.clientId]);
    locked.resolve();
    await letGo.promise;
  });
  await locked.promise;
  const last = (await world.stages(quick)).at(-1);
  expect(last).toMatchObject({ stage: 'finished', saved: true });
  letGo.resolve();
  await holder;
  expect((await world.stages(slow)).at(-1)).toMatchObject({
    callStatus: 'terminated',
    saved: true,
  });
  await world.recorder.stop();
  await databases.close();
});

test('a recording that is made again is recorded twice and stored once', async () => {
  const who = await makeRequester(db);
  await request(db, who, '13025550106');
  const stages = (await makeRecorder(db).stages(who)).map(({ stage }) => stage);
  expect(stages.filter((stage) => stage === 'recording').length).toBe(2);
  expect(stages.at(-1)).toBe('finished');
});

test('two engines that poll at the same time call a manager once', async () => {
  const who = await Promise.all([1, 2, 3, 4, 5].map(() => makeRequester(db)));
  await Promise.all(who.map((one) => request(db, one)));
  const worlds = [makeRecorder(db), makeRecorder(db)] as const;
  await Promise.all(worlds.map((world) => world.run(1_000)));
  expect(worlds.flatMap((world) => world.dialled()).length).toBe(who.length);
});

test('a request that no engine took in time is ended and never called', async () => {
  const who = await makeRequester(db);
  await request(db, who);
  await asPlatform(db, (tx) =>
    tx.run(
      `UPDATE phone_recording SET requested_at = now() - interval '21 seconds' WHERE client_id = $1`,
      [who.clientId],
    ),
  );
  const world = makeRecorder(db);
  await world.run(5_000);
  expect(world.dialled()).toEqual([]);
  expect(await standing(db, who)).toMatchObject({
    stage: 'nothing',
    callStatus: 'terminated',
    reason: { code: 'recording_no_engine' },
  });
});

test.each(['key', 'text', 'manager'] as const)(
  'a number that came onto the do-not-call list after the request is not called, by %s',
  async (source) => {
    const who = await makeRequester(db);
    await request(db, who);
    await asClient(db, who.clientId, (tx) => optOut(tx, who.clientId, '13025550148', source));
    const world = makeRecorder(db);
    await world.stages(who);
    expect(world.dialled()).toEqual([]);
    const reason = { code: 'recording_do_not_call' };
    expect(await standing(db, who)).toMatchObject({ stage: 'nothing', saved: false, reason });
  },
);

test('a call of an engine that shows no sign of life ends as an error and is not placed again', async () => {
  const who = await makeRequester(db);
  await request(db, who);
  const dead = makeRecorder(db, { leaseSeconds: 1 });
  await dead.run(4_000);
  expect(await standing(db, who)).toMatchObject({ stage: 'inmenu', callStatus: 'answered' });
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const next = makeRecorder(db);
  await next.run(30_000);
  expect(next.dialled()).toEqual([]);
  const after = await standing(db, who);
  expect(after).toMatchObject({
    stage: 'finished',
    saved: false,
    reason: { code: 'recording_lost' },
  });

  // Should it only have slept, it changes nothing any more and lets go of the line.
  await dead.run(60_000);
  expect(await standing(db, who)).toEqual(after);
  expect(await soundNamed(db, who.clientId, after.fileName)).toBeUndefined();
});

test('an engine that is stopped in order ends its calls at once', async () => {
  const who = await makeRequester(db);
  await request(db, who);
  const world = makeRecorder(db);
  await world.run(4_000);
  await world.recorder.stop();
  const reason = { code: 'recording_lost' };
  expect(await standing(db, who)).toMatchObject({ callStatus: 'terminated', saved: false, reason });
});

/** A carrier that dials as the test says and otherwise does nothing. */
function carrierThat(dialing: Partial<RecordingCarrier>): Map<string, RecordingCarrier> {
  const nothing = () => {};
  const carrier: RecordingCarrier = {
    name: 'simulated',
    connected: () => true,
    dial: async () => ({ kind: 'accepted' }),
    events: () => [],
    acknowledge: nothing,
    play: nothing,
    record: nothing,
    recorded: async () => new Uint8Array(),
    hangUp: nothing,
    close: async () => {},
    ...dialing,
  };
  return new Map([['simulated', carrier]]);
}

test.each([
  ['is disconnected', { connected: () => false }, { code: 'recording_carrier_disconnected' }],
  [
    'refuses',
    {
      dial: async () =>
        ({ kind: 'rejected', note: { code: 'throttled' }, retryable: true }) as const,
    },
    { code: 'recording_failed' },
  ],
  [
    'does not respond',
    { dial: async () => ({ kind: 'unknown', note: { code: 'response_lost' } }) as const },
    { code: 'recording_failed' },
  ],
])('a carrier that %s ends the call, and it is not tried again', async (_, dialing, reason) => {
  const who = await makeRequester(db);
  await request(db, who);
  const world = makeRecorder(db, { recordingCarriers: carrierThat(dialing) });
  await world.run(2_000);
  expect(await standing(db, who)).toMatchObject({
    stage: 'nothing',
    callStatus: 'terminated',
    reason,
  });
});

test('a carrier that does not record by telephone says so, instead of asking to try again', async () => {
  const who = await makeRequester(db);
  await request(db, who);
  await makeRecorder(db, { recordingCarriers: new Map() }).run(1_000);
  expect(await standing(db, who)).toMatchObject({
    callStatus: 'terminated',
    reason: { code: 'recording_not_by_phone' },
  });
});

test('the database says which engine has a request before the carrier is asked', async () => {
  const who = await makeRequester(db);
  await request(db, who);
  const seen: unknown[] = [];
  const dial = async () => {
    seen.push((await standing(db, who)).callStatus);
    return { kind: 'accepted' } as const;
  };
  await makeRecorder(db, { recordingCarriers: carrierThat({ dial }) }).run(1_000);
  expect(seen).toEqual(['dialing']);
});

test('a commit that fails is made up for: what the person kept is stored, once', async () => {
  const who = await makeRequester(db);
  const fileName = await request(db, who);
  let failures = 0;
  const connect = async () => {
    // Distinguished by who asks: only the commit of what was kept fails.
    const kept = new Error().stack?.includes('endRecording');
    if (kept && failures < 3) {
      failures += 1;
      throw new Error('Connection terminated');
    }
    return db.pool.connect();
  };
  const flaky = { ...db, pool: { connect } as unknown as typeof db.pool };
  const stages = await makeRecorder(db, { db: flaky }).stages(who);
  expect(failures).toBe(3);
  expect(stages.at(-1)).toMatchObject({ stage: 'finished', saved: true });
  expect(await soundNamed(db, who.clientId, fileName)).toBeDefined();
});
