import { expect, test } from 'vitest';
import { createJumpWatch } from './clock-jump.ts';

const second = 1_000;
const nothing = { set: 0, slept: 0 };

function machine() {
  const at = { timeOfDay: 1_000_000, steady: 5_000, uptime: 90_000 };
  /** How long the next reading of the time takes. */
  let held = 0;
  const watch = createJumpWatch({
    timeOfDay() {
      const now = at.timeOfDay;
      pass(held);
      held = 0;
      return now;
    },
    steady: () => at.steady,
    uptime: () => at.uptime,
  });
  function pass(ms: number) {
    at.timeOfDay += ms;
    at.steady += ms;
    at.uptime += ms;
  }
  function hold(ms: number) {
    held = ms;
  }
  return { at, watch, pass, hold };
}

test('time that passes is no jump, however long', () => {
  const { watch, pass } = machine();
  for (const ms of [0, 10, second, 86_400 * second]) {
    pass(ms);
    expect(watch.check()).toEqual(nothing);
  }
});

test('a clock that is set is reported once, with how far; a small correction is not', () => {
  const { at, watch, pass } = machine();
  at.timeOfDay += 7_200 * second;
  expect(watch.check()).toEqual({ set: 7_200 * second, slept: 0 });
  expect(watch.check()).toEqual(nothing);
  at.timeOfDay -= 3 * second;
  pass(second);
  expect(watch.check()).toEqual({ set: -3 * second, slept: 0 });
  at.timeOfDay += 1.9 * second;
  expect(watch.check()).toEqual(nothing);
});

test('a sleep is not a clock that was set, and both together are distinguished', () => {
  const { at, watch } = machine();
  at.timeOfDay += 60 * second;
  at.uptime += 60 * second;
  expect(watch.check()).toEqual({ set: 0, slept: 60 * second });
  at.timeOfDay += 90 * second;
  at.uptime += 60 * second;
  expect(watch.check()).toEqual({ set: 30 * second, slept: 60 * second });
});

test('a process that was held up in the middle of a check sees no jump, and sees the next one', () => {
  const { at, watch, hold } = machine();
  hold(30 * second);
  expect(watch.check()).toEqual(nothing);
  at.timeOfDay += 5 * second;
  expect(watch.check()).toEqual({ set: 5 * second, slept: 0 });
});
