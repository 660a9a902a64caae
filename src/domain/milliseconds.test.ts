import { expect, test } from 'vitest';
import {
  atRealSpeed,
  earlier,
  elapsed,
  later,
  latest,
  type RealMs,
  realMs,
  type SimMs,
  simMs,
  soonest,
  times,
  toReal,
  toSim,
} from './milliseconds.ts';

const wantsReal = (ms: RealMs) => ms;
const wantsSim = (ms: SimMs) => ms;

test('the compiler accepts neither kind for the other, nor a plain number', () => {
  wantsReal(realMs(1));
  wantsSim(simMs(1));
  // @ts-expect-error: simulated for real
  wantsReal(simMs(1));
  // @ts-expect-error: real for simulated
  wantsSim(realMs(1));
  // @ts-expect-error: a plain number
  wantsReal(1);
  // @ts-expect-error: a plain number
  wantsSim(1);
  // @ts-expect-error: only `toReal` and `toSim` turn one into the other
  realMs(simMs(1));
  // @ts-expect-error
  simMs(realMs(1));
  // @ts-expect-error: a sum is a plain number
  wantsSim(simMs(1) + simMs(1));
  const typed: number = realMs(1);
  expect(typed).toBe(1);
});

test('the compiler mixes the kinds in no sum and no comparison of the helpers', () => {
  // @ts-expect-error
  later(simMs(1), realMs(1));
  // @ts-expect-error
  later(simMs(1), 1);
  // @ts-expect-error
  earlier(realMs(1), simMs(1));
  // @ts-expect-error
  elapsed(realMs(1), simMs(1));
  // @ts-expect-error
  soonest(simMs(1), realMs(1));
  // @ts-expect-error
  latest(realMs(1), simMs(1));
  // @ts-expect-error: it is simulated already
  toSim(simMs(1), 60);
  // @ts-expect-error: it is real already
  toReal(realMs(1), 60);
  expect(wantsSim(later(simMs(1), simMs(2)))).toBe(3);
});

test('the helpers keep the type', () => {
  expect(wantsReal(earlier(realMs(5), realMs(2)))).toBe(3);
  expect(wantsReal(elapsed(realMs(2), realMs(5)))).toBe(3);
  expect(wantsSim(soonest(simMs(7), simMs(3), simMs(5)))).toBe(3);
  expect(wantsSim(latest(simMs(7), simMs(3), simMs(5)))).toBe(7);
  expect(wantsSim(times(simMs(7), 3))).toBe(21);
});

test('on a clock that runs 60 times faster, a real second is a simulated minute', () => {
  expect(wantsSim(toSim(realMs(1_000), 60))).toBe(60_000);
  expect(wantsReal(toReal(simMs(60_000), 60))).toBe(1_000);
  expect(wantsSim(atRealSpeed(realMs(1_000)))).toBe(1_000);
});
