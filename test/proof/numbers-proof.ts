/**
 * The proof that the verdicts are the engine's: what is callable before a start is what is called,
 * everything else is called when its verdict said, and the verdicts add up to the funnel.
 */
import { expect, onTestFinished } from 'vitest';
import type { CampaignFunnel } from '../../src/contract/campaign-funnel.ts';
import type { Database } from '../../src/db/database.ts';
import { type VirtualClock, virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { makeEngine } from '../engine/test-engine.ts';
import { readCallLog } from '../engine/world.ts';
import type { TestApi } from '../harness/api.ts';
import {
  callsPerMinute,
  type ListedNumber,
  makeNumbersWorld,
  type NumbersWorld,
} from './numbers-world.ts';

const minute = 60_000;
/** Between two calls of a campaign. */
const interval = minute / callsPerMinute;
/** The engine's clock moves by this while something is due. */
const step = 1_000;
/** A number that both campaigns want is in the other's call first: ringing, talking, and a retry. */
const sharedSlack = 4 * minute;

export interface ProofGiven {
  db: Database;
  api: TestApi;
  /** The API's clock; set to the engine's. */
  setNow(now: () => number): void;
  /** Numbers of the two lists. */
  count: number;
  /** ISO 8601. */
  instant: string;
  /** How far ahead the waiting numbers are followed. */
  hours: number;
}

export interface Proved {
  callable: number;
  waited: number;
  reasons: Set<string>;
}

/** @throws AssertionError when a verdict was not the engine's */
export async function proveNumbers(given: ProofGiven): Promise<Proved> {
  const { db, api, setNow, count, instant, hours } = given;
  const clock = virtualClock(simMs(Date.parse(instant)));
  setNow(clock.now);
  const world = await makeNumbersWorld(db, api, { count, now: clock.now() });
  const before = await readAll(world);
  for (const campaignId of world.campaignIds) await partsAddUp(world, campaignId);

  // Before the start: what the gate would let through now.
  const callable = before.filter(({ verdict }) => verdict.kind === 'call');
  const { engine, folder, run } = makeEngine(db, { clock });
  // The next engine on this database is not to go on with them, also where one of them was wrong.
  onTestFinished(async () => {
    await world.stop();
    await run(2 * step, step);
    await engine.stop();
  });
  await world.start();
  await untilIdle(world, run);
  const first = readCallLog(folder);
  // Who pressed 9 in the call of one campaign is not called by the other.
  const pressedNine = new Set(
    (await readAll(world)).filter(({ verdict }) => verdict.reason === 'opt_out_key').map(keyOf),
  );
  const owed = callable.filter((one) => !pressedNine.has(keyOf(one)));
  expect(countsOf(first.map(({ to }) => to))).toEqual(countsOf(owed.map(({ phone }) => phone)));
  for (const campaignId of world.campaignIds) await partsAddUp(world, campaignId);

  const waiting = (await readAll(world)).filter(({ verdict }) => verdict.kind === 'wait');
  await follow(waiting, { clock, run, until: clock.now() + hours * 60 * minute });
  const later = readCallLog(folder).slice(first.length);
  const waited = calledOnTime(waiting, later, { end: clock.now(), shared: world.shared });
  const reasons = new Set(before.map(({ verdict }) => `${verdict.kind} ${verdict.reason}`));
  return { callable: callable.length, waited, reasons };
}

const keyOf = ({ campaignId, phone }: ListedNumber) => `${campaignId} ${phone}`;

async function readAll(world: NumbersWorld): Promise<ListedNumber[]> {
  const lists = [];
  for (const campaignId of world.campaignIds) lists.push(...(await world.numbers(campaignId)));
  return lists;
}

/** Each figure has as many numbers as it says, and the gate says of each of them what the figure does. */
async function partsAddUp(world: NumbersWorld, campaignId: number): Promise<void> {
  const funnel = await freshFunnel(world, campaignId);
  const { callableNow, called, waiting, barred, loaded } = funnel;
  const all = await world.numbers(campaignId);
  const verdicts = countsOf(all.map(({ verdict }) => nameOf(verdict)));
  const figures = new Map<string, number>();
  const add = (name: string, figure: number) => {
    if (figure > 0) figures.set(name, (figures.get(name) ?? 0) + figure);
  };
  add('call', callableNow);
  for (const { reason, zone, count } of waiting) {
    const passes = reason === 'campaign_stopped' || reason === 'carrier_busy';
    add(passes ? 'call' : `wait ${reason} ${zone ?? ''}`, count);
  }
  for (const { reason, count } of barred) add(`bar ${reason}`, count);
  add('done', called + funnel.inProgress);
  expect(Object.fromEntries(verdicts)).toEqual(Object.fromEntries(figures));
  expect(all).toHaveLength(loaded);
  for (const { reason, zone, count } of waiting) {
    const part = { part: 'waiting', reason, zone: zone ?? '' };
    const expected = waiting
      .filter((one) => one.reason === reason && one.zone === zone)
      .reduce((sum, one) => sum + one.count, 0);
    expect((await world.numbers(campaignId, part)).length).toBe(expected);
    expect(count).toBeLessThanOrEqual(expected);
  }
}

/** Computed at most once a second, and for all screens together: another instant is another one. */
async function freshFunnel(world: NumbersWorld, campaignId: number): Promise<CampaignFunnel> {
  for (;;) {
    const funnel = await world.funnel(campaignId);
    const listed = await world.numbers(campaignId, { part: 'called' });
    if (funnel.called === listed.length) return funnel;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

function nameOf({ kind, reason, zone }: ListedNumber['verdict']): string {
  if (kind === 'wait') return `wait ${reason} ${zone ?? ''}`;
  return kind === 'bar' ? `bar ${reason}` : kind;
}

/** Nothing is callable any more, and no call is in progress. */
async function untilIdle(
  world: NumbersWorld,
  run: (ms: number, step?: number) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    await run(15 * step, step);
    let busy = 0;
    for (const campaignId of world.campaignIds) {
      for (const part of ['callable', 'in_progress']) {
        busy += (await world.numbers(campaignId, { part })).length;
      }
      busy += (await world.numbers(campaignId, { part: 'waiting', reason: 'in_call' })).length;
    }
    if (busy === 0) return;
  }
  throw new Error('The campaigns went on for 50 minutes.');
}

interface Following {
  clock: VirtualClock;
  run: (ms: number, step?: number) => Promise<void>;
  until: number;
}

/** In small steps where a number becomes callable, in large ones in between. */
async function follow(
  waiting: readonly ListedNumber[],
  { clock, run, until }: Following,
): Promise<void> {
  const instants = [...new Set(waiting.map(({ verdict }) => Date.parse(verdict.until ?? '')))]
    .filter((at) => at <= until)
    .sort((a, b) => a - b);
  for (const at of instants) {
    const quiet = at - clock.now() - 2 * step;
    if (quiet > 0) await run(quiet, 10 * minute);
    const crowd = waiting.filter(({ verdict }) => Date.parse(verdict.until ?? '') === at).length;
    await run(2 * step + crowd * interval + 3 * step, step);
  }
  // What the other campaign had in a call.
  await run(sharedSlack, 5 * step);
}

/** @returns how many were called after they had waited */
function calledOnTime(
  waiting: readonly ListedNumber[],
  log: readonly { to: string; at: string }[],
  { end, shared }: { end: number; shared: ReadonlySet<string> },
): number {
  const calls = Map.groupBy(log, ({ to }) => to);
  let called = 0;
  for (const { campaignId, phone, verdict } of waiting) {
    if (verdict.until === null) throw new Error(`Nobody knows when ${phone} is called.`);
    const from = Date.parse(verdict.until);
    const own = (calls.get(phone) ?? []).map(({ at }) => Date.parse(at));
    for (const at of own) {
      expect({ phone, early: at < from ? at - from : 0 }).toEqual({ phone, early: 0 });
    }
    // A pacing interval for each number of its campaign that became callable with it, and two.
    const crowd = waiting.filter(
      (one) => one.campaignId === campaignId && one.verdict.until === verdict.until,
    ).length;
    const turn = crowd * interval + 2 * interval + 2 * step;
    const latest = from + turn + (shared.has(phone) ? sharedSlack : 0);
    if (latest > end) continue;
    const late = own.some((at) => at <= latest) ? 0 : latest;
    expect({ phone, reason: verdict.reason, until: verdict.until, late }).toMatchObject({
      late: 0,
    });
    called += 1;
  }
  return called;
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of [...names].sort()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
