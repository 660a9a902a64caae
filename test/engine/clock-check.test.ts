/** An engine whose clock is off places nothing, says so, and goes on when the clocks agree again. */
import { createServer } from 'node:http';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { askDate } from '../../src/carriers/asterisk/node-date.ts';
import type { HttpDate } from '../../src/carriers/kind.ts';
import { TwilioClient } from '../../src/carriers/twilio/api.ts';
import { twilioSettings } from '../../src/carriers/twilio/settings.ts';
import { type ClockCheck, startClockCheck } from '../../src/db/clock-check.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { until } from '../harness/until.ts';
import { clockCheckWorld, hour, second } from './clock-check-world.ts';
import { makeRecorder, makeRequester, request, standing } from './recording-world.ts';
import { makeEngine } from './test-engine.ts';
import { makeTexting } from './text-world.ts';
import { campaignState, makeCampaign, makeList, readCallLog } from './world.ts';

const { db, machineOff, checkOff } = await clockCheckWorld();

/** A voice and a text campaign that are started, on an engine whose machine is so far off. */
async function startedOff(by: number) {
  const offset = { by };
  const { deps, ...world } = machineOff(offset);
  const check = await startClockCheck(deps);
  onTestFinished(() => check.stop());
  const engine = makeEngine(db, { deps: { clockCheck: check } });
  const voice = await makeCampaign(db);
  const texts = await makeTexting(db);
  for (const campaign of [voice, texts]) {
    await makeList(db, campaign, { entries: 30 });
    await requestStart(db, campaign.clientId, campaign.campaignId);
  }
  const submitted = () => readCallLog(engine.folder).map(({ kind }) => kind);
  const reasons = async () =>
    Promise.all([voice, texts].map(async (one) => (await campaignState(db, one)).reason));
  return { ...world, check, engine, offset, submitted, reasons };
}

test('three seconds off the database an engine places no call and no text and says so; then it goes on', async () => {
  const { engine, offset, check, metrics, logged, submitted, reasons } = await startedOff(
    3 * second,
  );
  await engine.run(10 * second);
  expect(submitted()).toEqual([]);
  const said = { code: 'clock_off', by: expect.closeTo(3 * second, -3), source: null };
  expect(await reasons()).toEqual([said, said]);
  expect(logged.filter((line) => line.includes('the clock is off'))).toHaveLength(1);
  expect(metrics.render()).toContain('carillon_clock_off 1');
  expect(metrics.render()).toMatch(/carillon_clock_offset_seconds\{source="database"\} (3|2\.9)/);

  offset.by = -second;
  await check.check();
  await engine.run(10 * second);
  expect(new Set(submitted())).toEqual(new Set(['call', 'text']));
  expect((await reasons()).map((reason) => reason?.code)).not.toContain('clock_off');
  expect(check.off()).toBeUndefined();
  expect(metrics.render()).toContain('carillon_clock_off 0');
  expect(logged.at(-1)).toContain('the clocks agree again');
});

test('a clock that is put wrong while calls go out stops them at once, before anybody is asked', async () => {
  const { engine, offset, submitted } = await startedOff(0);
  await engine.runUntil(async () => submitted().length > 4);
  offset.by = -hour;
  const before = submitted().length;
  await engine.run(10 * second);
  expect(submitted()).toHaveLength(before);
});

test('one second off is near enough', async () => {
  for (const by of [-second, second]) {
    const { engine, submitted } = await startedOff(by);
    await engine.run(5 * second);
    expect(submitted().length).toBeGreaterThan(0);
  }
});

test('until the database was asked, and when it has not responded for ten seconds, nothing begins', async () => {
  let steady = 0;
  const check = checkOff(0, { steady: () => steady });
  expect(check.off()?.reason).toEqual({ code: 'clock_unknown' });
  await check.check();
  expect(check.off()).toBeUndefined();
  steady = 11 * second;
  expect(check.off()?.reason).toEqual({ code: 'clock_unknown' });
});

test('a recording call is not placed either, and its manager reads why', async () => {
  const check = checkOff(hour);
  await check.check();
  const recorder = makeRecorder(db, { clockCheck: check });
  const who = await makeRequester(db);
  await request(db, who);
  await recorder.stages(who);
  expect(recorder.dialled()).toEqual([]);
  expect((await standing(db, who)).reason).toMatchObject({
    code: 'clock_off',
    by: expect.closeTo(hour, -4),
  });
});

/** Responds to everything, with a Date that is so far off. */
async function server(by: number) {
  const http = createServer((_request, response) => {
    response.sendDate = false;
    response.setHeader('date', new Date(Date.now() + by).toUTCString());
    response.setHeader('content-type', 'application/json');
    response.end('{"status":"active","ping":"pong"}');
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  afterAll(() => void http.close());
  const address = http.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  return `http://127.0.0.1:${address.port}`;
}

const carriers: [
  name: string,
  ask: (url: string, onDate: (source: string, date: HttpDate) => void) => Promise<unknown>,
][] = [
  [
    'Twilio',
    async (apiUrl, onDate) => {
      const accountSid = `AC${'0'.repeat(32)}`;
      const settings = twilioSettings.parse({ accountSid, authToken: 'a'.repeat(32), apiUrl });
      const api = new TwilioClient(settings, 5_000, (date) => onDate('Twilio', date));
      await api.get('.json');
      api.close();
    },
  ],
  [
    'Asterisk',
    (url, reportDate) =>
      askDate({ url, user: 'carillon', password: 'secret' }, { name: 'Asterisk', reportDate }),
  ],
];

const noteFor = (check: ClockCheck) => (source: string, date: HttpDate) =>
  check.noteDate(source, date);

test.each(carriers)(
  'a Date of %s that is hours off stops the engine; one that is right does not',
  async (_name, ask) => {
    const check = checkOff(0);
    await check.check();
    await ask(await server(second), noteFor(check));
    expect(check.off()).toBeUndefined();
    await ask(await server(-5 * hour), noteFor(check));
    const { reason } = check.off() ?? {};
    expect(reason).toMatchObject({ code: 'clock_off', by: expect.closeTo(5 * hour, -4) });
    const other = checkOff(0);
    await other.check();
    const url = await server(5 * hour);
    await ask(url, noteFor(other));
    const behind = other.off()?.reason;
    expect(behind?.code === 'clock_off' && behind.source !== null && behind.by < 0).toBe(true);
  },
);

test('a carrier that has reported nothing for three minutes stops nobody any more', async () => {
  let slept = 0;
  const check = checkOff(0, { steady: () => performance.now() + slept });
  await check.check();
  const now = performance.now();
  const date = new Date(Date.now() + hour).toUTCString();
  check.noteDate('far', { date, asked: now, responded: now });
  expect(check.off()?.reason).toMatchObject({ source: 'far' });
  slept = 181 * second;
  expect(check.off()?.reason).not.toMatchObject({ source: 'far' });
});

test('in a process the clocks are compared again and again, by themselves', async () => {
  let skew = 0;
  const steady = () => performance.now() + skew;
  const running = await startClockCheck({ ...machineOff({ by: 0 }).deps, steady });
  onTestFinished(() => running.stop());
  skew = 15 * second;
  expect(running.off()).toBeDefined();
  await until(() => running.off() === undefined || undefined);
});
