/** Clocks that are set, and machines that slept: what goes on, and when. */
import { expect, test } from 'vitest';
import { ClockCheck } from '../../src/db/clock-check.ts';
import { clockCheckWorld, hour, second } from './clock-check-world.ts';

const { machineOff } = await clockCheckWorld();

/** A machine whose clock may be set, and that may sleep, with an embedded database: one clock. */
function oneMachine() {
  let steady = 0;
  let slept = 0;
  let set = 0;
  const begin = Date.parse('2026-11-20T20:00:00Z');
  const now = () => begin + steady + slept + set;
  const { deps, ...world } = machineOff({ by: 0 });
  const asked: number[] = [];
  const check = new ClockCheck({
    ...deps,
    ...{ realTime: now, steady: () => steady, uptime: () => steady + slept },
    askDatabase: async () => ({ at: now(), asked: steady, responded: steady }),
  });
  check.askCarriersBy(() => void asked.push(steady));
  return {
    ...world,
    check,
    asked,
    /** Looks as a process does, for so long. */
    async pass(ms: number) {
      for (const end = steady + ms; steady < end; await check.check()) steady += 2 * second;
    },
    sleep(ms: number) {
      slept += ms;
    },
    set(ms: number) {
      set += ms;
    },
    /** A carrier that has the right time reports it. */
    reportTime: (source = 'carrier') =>
      check.noteDate(source, {
        date: new Date(begin + steady + slept).toUTCString(),
        ...{ asked: steady, responded: steady },
      }),
    reason: () => check.off()?.reason,
  };
}

/** A Date header has whole seconds: within 800 milliseconds. */
const about = (ms: number) => expect.closeTo(ms, -3.2);

test("a clock that is set together with the database's stops everything until it is right again, whatever the database says", async () => {
  const { check, pass, set, reportTime, reason, asked, logged } = oneMachine();
  await pass(4 * second);
  reportTime();
  expect(reason()).toBeUndefined();
  set(2 * hour);
  expect(reason()).toMatchObject({ code: 'clock_off', by: about(2 * hour) });
  for (let minutes = 0; minutes < 30; minutes++) {
    await pass(60 * second);
    expect(check.off()).toBeDefined();
  }
  expect(asked.length).toBeGreaterThan(100);
  // The carrier fell silent: what it said last still counts against this clock.
  expect(reason()).toEqual({ code: 'clock_set', by: about(2 * hour), contradicted: true });
  expect(logged.filter((line) => line.includes('was changed'))).toHaveLength(1);
  reportTime();
  expect(reason()).toMatchObject({ code: 'clock_off', by: about(2 * hour), source: 'carrier' });
  set(-2 * hour);
  await pass(2 * second);
  expect(reason()).toBeUndefined();
});

test('a clock that was wrong and is put right goes on as soon as a carrier reports the same time', async () => {
  const { pass, set, reportTime, reason } = oneMachine();
  set(-hour);
  await pass(4 * second);
  reportTime();
  expect(reason()).toMatchObject({ code: 'clock_off', by: about(-hour), source: 'carrier' });
  set(hour);
  await pass(2 * second);
  expect(reason()).toBeUndefined();
  await pass(60 * second);
  expect(reason()).toBeUndefined();
});

test('without a carrier that reports its time a clock that was set is taken as right after ten minutes', async () => {
  const { pass, set, reason, logged } = oneMachine();
  await pass(4 * second);
  set(-3 * second);
  expect(reason()).toMatchObject({ code: 'clock_off', by: about(-3 * second), source: null });
  await pass(2 * second);
  const wasSet = { code: 'clock_set', by: about(-3 * second), contradicted: false };
  expect(reason()).toEqual(wasSet);
  await pass(590 * second);
  expect(reason()).toEqual(wasSet);
  await pass(20 * second);
  expect(reason()).toBeUndefined();
  expect(logged.at(-1)).toContain('accepting the changed clock');
  set(hour);
  await pass(2 * second);
  expect(reason()).toMatchObject({ code: 'clock_set', by: about(hour) });
  set(-hour);
  await pass(2 * second);
  expect(reason()).toBeUndefined();
});

test('a database with a clock of its own shows at once whether a clock was set right', async () => {
  const offset = { by: 0 };
  const check = new ClockCheck(machineOff(offset).deps);
  await check.check();
  expect(check.off()).toBeUndefined();
  offset.by = -hour;
  expect(check.off()?.reason).toMatchObject({
    code: 'clock_off',
    by: about(-hour),
    source: null,
  });
  await check.check();
  expect(check.off()?.reason).toMatchObject({
    code: 'clock_off',
    by: about(-hour),
    source: null,
  });
  offset.by = 0;
  await check.check();
  expect(check.off()).toBeUndefined();
  offset.by = second;
  expect(check.off()).toBeUndefined();
});

test('after a sleep nothing begins until the carriers that had reported their time have reported it again', async () => {
  const { pass, sleep, reportTime, reason, asked } = oneMachine();
  await pass(4 * second);
  reportTime('one');
  reportTime('two');
  expect(asked).toEqual([]);
  sleep(hour);
  expect(reason()).toEqual({ code: 'clock_unknown' });
  await pass(2 * second);
  expect(reason()).toEqual({ code: 'waits_for_carrier_time', carrier: 'one' });
  expect(asked).toHaveLength(1);
  reportTime('one');
  expect(reason()).toEqual({ code: 'waits_for_carrier_time', carrier: 'two' });
  reportTime('two');
  expect(reason()).toBeUndefined();
  // The wait ends for a carrier that reports nothing any more.
  sleep(hour);
  await pass(170 * second);
  expect(reason()).toEqual({ code: 'waits_for_carrier_time', carrier: 'one' });
  await pass(20 * second);
  expect(reason()).toBeUndefined();
});

test('a machine that slept and has no such carrier goes on when the database has responded', async () => {
  const { pass, sleep, reason } = oneMachine();
  await pass(4 * second);
  sleep(8 * hour);
  expect(reason()).toEqual({ code: 'clock_unknown' });
  await pass(2 * second);
  expect(reason()).toBeUndefined();
});
