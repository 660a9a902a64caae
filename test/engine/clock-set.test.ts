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
    askDatabase: async () => ({ at: now(), asked: steady, answered: steady }),
  });
  check.askCarriersBy(() => void asked.push(steady));
  return {
    ...world,
    check,
    asked,
    /** Looks as a process does, for so long. */
    async pass(ms: number) {
      for (const end = steady + ms; steady < end; await check.look()) steady += 2 * second;
    },
    sleep(ms: number) {
      slept += ms;
    },
    set(ms: number) {
      set += ms;
    },
    /** A carrier that has the right time tells it. */
    told: (source = 'carrier') =>
      check.heard(source, {
        date: new Date(begin + steady + slept).toUTCString(),
        ...{ asked: steady, answered: steady },
      }),
    reason: () => check.off()?.reason,
  };
}

test('a clock that is set together with the database’s stops everything until it is right again, whatever the database says', async () => {
  const { check, pass, set, told, reason, asked, logged } = oneMachine();
  await pass(4 * second);
  told();
  expect(reason()).toBeUndefined();
  set(2 * hour);
  expect(reason()).toContain('off by 2 hours: it is ahead of');
  for (let minutes = 0; minutes < 30; minutes++) {
    await pass(60 * second);
    expect(check.off()).toBeDefined();
  }
  expect(asked.length).toBeGreaterThan(100);
  // The carrier fell silent: what it said last still counts against this clock.
  expect(reason()).toBe(
    'The clock of this engine was put ahead by 2 hours. Nothing is placed until a carrier tells the same time, the clock is put right or Carillon is started anew.',
  );
  expect(logged.filter((line) => line.includes('was set'))).toHaveLength(1);
  told();
  expect(reason()).toContain('ahead of that of the carrier');
  set(-2 * hour);
  await pass(2 * second);
  expect(reason()).toBeUndefined();
});

test('a clock that was wrong and is put right goes on as soon as a carrier tells the same time', async () => {
  const { pass, set, told, reason } = oneMachine();
  set(-hour);
  await pass(4 * second);
  told();
  expect(reason()).toContain('behind that of the carrier');
  set(hour);
  await pass(2 * second);
  expect(reason()).toBeUndefined();
  await pass(60 * second);
  expect(reason()).toBeUndefined();
});

test('without a carrier that tells its time a clock that was set is taken as right after ten minutes', async () => {
  const { pass, set, reason, logged } = oneMachine();
  await pass(4 * second);
  set(-3 * second);
  expect(reason()).toContain('behind the database’s');
  await pass(2 * second);
  const sentence =
    'The clock of this engine was put back by 3 seconds. Nothing is placed until a carrier tells the same time, the clock is put right or 10 minutes have passed.';
  expect(reason()).toBe(sentence);
  await pass(590 * second);
  expect(reason()).toBe(sentence);
  await pass(20 * second);
  expect(reason()).toBeUndefined();
  expect(logged.at(-1)).toContain('is taken as right');
  set(hour);
  await pass(2 * second);
  expect(reason()).toContain('put ahead by 60 minutes');
  set(-hour);
  await pass(2 * second);
  expect(reason()).toBeUndefined();
});

test('a database with a clock of its own tells at once whether a clock was set right', async () => {
  const offset = { by: 0 };
  const check = new ClockCheck(machineOff(offset).deps);
  await check.look();
  expect(check.off()).toBeUndefined();
  offset.by = -hour;
  expect(check.off()?.reason).toContain('behind the database’s');
  await check.look();
  expect(check.off()?.reason).toContain('behind the database’s');
  offset.by = 0;
  await check.look();
  expect(check.off()).toBeUndefined();
  offset.by = second;
  expect(check.off()).toBeUndefined();
});

test('after a sleep nothing begins until the carriers that had told their time have told it anew', async () => {
  const { pass, sleep, told, reason, asked } = oneMachine();
  await pass(4 * second);
  told('one');
  told('two');
  expect(asked).toEqual([]);
  sleep(hour);
  expect(reason()).toContain('is compared with the database’s');
  await pass(2 * second);
  expect(reason()).toContain('slept. Waiting until the carrier «one»');
  expect(asked).toHaveLength(1);
  told('one');
  expect(reason()).toContain('«two»');
  told('two');
  expect(reason()).toBeUndefined();
  // Nobody waits for ever for a carrier that tells nothing any more.
  sleep(hour);
  await pass(170 * second);
  expect(reason()).toContain('slept. Waiting until the carrier «one»');
  await pass(20 * second);
  expect(reason()).toBeUndefined();
});

test('a machine that slept and has no such carrier goes on when the database has answered', async () => {
  const { pass, sleep, reason } = oneMachine();
  await pass(4 * second);
  sleep(8 * hour);
  expect(reason()).toContain('is compared with the database’s');
  await pass(2 * second);
  expect(reason()).toBeUndefined();
});
