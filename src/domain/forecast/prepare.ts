/** From what was read, and what is to be changed, to the input of a forecast. */
import type { ForecastChanges, ForecastDoubt, NeverReason } from '#contract/forecast.ts';
import type { StoredReason } from '#contract/reason.ts';
import { agentsOnDuty } from '../agents-on-duty.ts';
import { callingHours } from '../calling-hours.ts';
import { submissionTakes } from '../gate.ts';
import { adaptiveRule, callsAhead } from '../governor/abandoned-call.ts';
import { toSim } from '../milliseconds.ts';
import { type RunWindow, runWindows } from '../schedule-windows.ts';
import { usualProfile } from '../usual-profile.ts';
import { carrierPart } from './carrier-part.ts';
import { createClasses } from './classes.ts';
import type { ForecastFacts } from './facts.ts';
import { fairShare, partOf } from './fair-share.ts';
import { dayMs, daysAhead, type ForecastInput, type NumberClass } from './input.ts';
import { nextOfPerson, wavesOf, withHeldWaves } from './shared-contacts.ts';
import type { Waves } from './waves.ts';

export const usualRuns = 200;
/** Fewer attempts say less than the usual profile and the hours' shrinkage. */
const littleKnown = 200;
const fewestTalks = 50;
/** Due instants are taken together by so many minutes: it changes nothing that is shown. */
export const gridMs = 60_000;
/** Between two looks of a busy engine, in real time. */
const tickMs = 50;

export interface Prepared {
  input: ForecastInput;
  never: ReadonlyMap<NeverReason, number>;
  /** More may never be. */
  neverAtLeast: boolean;
  doubts: ForecastDoubt[];
}

export function prepare(facts: ForecastFacts, changes: ForecastChanges, seed: string): Prepared {
  const windows = windowsOf(facts, changes);
  const { classes: plain, never, neverAtLeast } = sorted(facts, changes, windows);
  const waves = wavesOfFacts(facts);
  const classes = waves ? withHeldWaves(plain, waves) : plain;
  const held = waves ? behindOthers(waves, classes) : 0;
  const { kind, speed } = facts;
  const begins = windows[0]?.start;
  const input: ForecastInput = {
    ...{ seed, runs: usualRuns, at: facts.at, campaignId: facts.campaignId, kind },
    perMinute: rateOf(facts, changes),
    agentCount: changes.agentCount ?? agentsOnDuty(facts, begins ?? facts.at),
    callRatio: changes.callRatio ?? facts.callRatio,
    ...{
      pacing: changes.pacing ?? facts.pacing,
      recorded: facts.recorded,
      carrier: carrierPart(facts.carrier),
    },
    ...guardOf(facts, changes),
    staying: facts.carrier?.keepsLines ? leftByCustomers(facts) : 0,
    // Who is never called is judged by the schedule, also where nothing can start yet.
    windows: lacksSomething(facts) ? [] : windows,
    pictureFrom: begins ?? facts.at,
    ...{ classes, history: facts.history, followUps: facts.followUps },
    ...{
      cap: facts.cap,
      daily: facts.daily,
      leastGapHours: facts.leastGapHours,
      rules: facts.windowRules,
    },
    // Who waits for another number of its account is left out with it.
    otherNumbers: Math.max(0, facts.otherNumbers - Math.round(held)),
    waves,
    ...{ customerMs: facts.customerMs, machineMs: facts.machineMs, agentMs: facts.agentMs },
    ...{ minuteCost: facts.minuteCost, segments: facts.segments, tick: tickMs * speed },
  };
  const mayBeHeld =
    neverAtLeast || (waves !== undefined && outlasts(waves, classes, windows, facts.at));
  return { input, never, neverAtLeast: mayBeHeld, doubts: doubtsOf(facts, input, windows) };
}

function wavesOfFacts({ sharedSubjects, windowRules, groups, otherNumbers }: ForecastFacts) {
  return sharedSubjects ? wavesOf(sharedSubjects, windowRules, groups, otherNumbers) : undefined;
}

/** How many wait for another number of their person. */
function behindOthers({ shares }: Waves, classes: readonly NumberClass[]): number {
  return classes.reduce((sum, { count, waves: own }) => {
    const [firsts = 1] = own ?? shares;
    return sum + count * (1 - firsts);
  }, 0);
}

/** Whether a person's next number may have to wait beyond the schedule: which one shows only while it runs. */
function outlasts(
  waves: Waves,
  classes: readonly NumberClass[],
  windows: readonly RunWindow[],
  at: number,
): boolean {
  const [first] = windows;
  if (!first) return false;
  const last = Math.min(windows.at(-1)?.end ?? first.end, at + daysAhead * dayMs);
  const later = [waves.shares, ...classes.flatMap(({ waves: own }) => (own ? [own] : []))];
  return waves.shares.some((_, wave) => {
    if (wave === 0 || later.every((shares) => (shares[wave] ?? 0) === 0)) return false;
    const question = { zone: 'America/New_York', ended: first.start, before: wave - 1 };
    return nextOfPerson(waves, { ...question, talked: true }) >= last;
  });
}

/**
 * Adaptive pacing is always guarded; what was counted is not known of a campaign that was not. By 2 seconds its agents
 * are called ahead, but not where an agent on one machine of the carrier could not talk to a customer on another.
 */
function guardOf(
  { abandonment, pacing, kind, carrier }: ForecastFacts,
  changes: ForecastChanges,
): Pick<ForecastInput, 'abandonment' | 'ahead'> {
  const isAdaptive = kind === 'linkback' && (changes.pacing ?? pacing) === 'adaptive';
  if (!isAdaptive) return { abandonment, ahead: false };
  const guard = abandonment ?? { ...adaptiveRule, firstDay: null, days: [] };
  return { abandonment: guard, ahead: callsAhead(guard) && !carrier?.isDivided };
}

/** The share of talks that the customer ends, as far as the campaign's calls show it. */
function leftByCustomers({ recorded }: ForecastFacts): number {
  const talks = recorded.filter(({ leftByCustomer }) => leftByCustomer !== undefined);
  if (talks.length < fewestTalks) return 1 - usualProfile.agentEndsTalk;
  return talks.filter(({ leftByCustomer }) => leftByCustomer).length / talks.length;
}

/** Of texts, as many as the sending number lets through; of all, as many as the carrier leaves it. */
function rateOf(facts: ForecastFacts, changes: ForecastChanges): number {
  if (facts.kind === 'linkback') return 0;
  const own = ownRateOf(facts, changes);
  const { perSecond = null, siblings = [], others = [] } = facts.carrier ?? {};
  return perSecond === null ? own : fairShare(perSecond * 60, own, siblings, others);
}

function ownRateOf(facts: ForecastFacts, changes: ForecastChanges): number {
  if (facts.kind === 'broadcast') return changes.callsPerMinute ?? facts.perMinute;
  const wanted = changes.textPerMinute ?? facts.perMinute;
  // Campaigns take turns at a number, whatever their client's carrier gives them.
  const each = Math.max(1, facts.segments);
  return partOf((facts.segmentsPerSecond ?? 0) * 60, wanted * each, facts.numberOthers) / each;
}

/** When it runs: as it is asked for, by itself, or from now on. */
function windowsOf(
  { schedule, at, running, registryOutdated }: ForecastFacts,
  { start, stop }: ForecastChanges,
) {
  if (registryOutdated) return [];
  const from = start === undefined ? at : Math.max(at, Date.parse(start));
  let windows: RunWindow[] = [];
  if (start === undefined && !running) windows = runWindows(schedule, at, false);
  if (windows.length === 0) windows = runWindows(schedule, from, true);
  if (stop === undefined) return windows;
  const end = Date.parse(stop);
  const begins = windows[0]?.start ?? from;
  return end > begins ? [{ start: begins, end }] : [];
}

/** It starts by itself, and nobody tries another start. */
export function startsByItself(
  { schedule, at, running }: ForecastFacts,
  { start }: ForecastChanges,
): boolean {
  return start === undefined && !running && runWindows(schedule, at, false).length > 0;
}

/** Reasons that no other start nor a carrier that comes back ends. */
const lacking: readonly StoredReason['code'][] = [
  ...(['no_message', 'no_customer_message', 'message_not_ready', 'no_text_message'] as const),
  ...(['no_linkback_number', 'lint_blocked'] as const),
];
/** The same for the moment. */
const passing: readonly StoredReason['code'][] = ['needs_approval', 'carrier_disconnected'];

const lacksSomething = ({ refusal }: ForecastFacts) =>
  refusal !== null && lacking.includes(refusal.code);

/** Judges groups as the forecast does. */
export function sorterOf(
  facts: ForecastFacts,
  changes: ForecastChanges,
  windows: readonly RunWindow[] = windowsOf(facts, changes),
) {
  const own = facts.callingHours ?? {};
  const hours = callingHours(
    {
      ...own,
      ...narrower('open', own.open, changes.open),
      ...narrower('close', own.close, changes.close),
    },
    facts.hoursRules,
  );
  const { at, countries, speed, registryOutdated: outdated } = facts;
  const takes = toSim(submissionTakes, speed);
  const rules = facts.followUps.length > 0 ? facts.windowRules : [];
  return createClasses({
    ...{ at, hours, countries, windows, submissionTakes: takes, outdated, rules },
    scopes: facts.windowRules,
  });
}

function sorted(facts: ForecastFacts, changes: ForecastChanges, windows: readonly RunWindow[]) {
  const sorter = sorterOf(facts, changes, windows);
  const { classes, never: neverDue, atLeast } = sorter.classesOf(facts.groups, gridMs);
  const never = new Map<NeverReason, number>(neverDue);
  const add = (reason: NeverReason, count: number) =>
    never.set(reason, (never.get(reason) ?? 0) + count);
  for (const { reason, count } of facts.barred) add(reason, count);
  return { classes, never, neverAtLeast: atLeast || facts.atLeast };
}

/** Hours can be narrowed, never widened. */
function narrower(side: 'open' | 'close', own: string | undefined, wanted: string | undefined) {
  if (wanted === undefined) return {};
  if (own === undefined) return { [side]: wanted };
  const isNarrower = side === 'open' ? wanted > own : wanted < own;
  return { [side]: isNarrower ? wanted : own };
}

function doubtsOf(
  facts: ForecastFacts,
  input: ForecastInput,
  windows: readonly RunWindow[],
): ForecastDoubt[] {
  const { kind, perMinute, agentCount, callRatio, classes } = input;
  const { refusal } = facts;
  const doubts: ForecastDoubt[] = [];
  const add = (doubt: ForecastDoubt, isTrue: boolean) => {
    if (isTrue) doubts.push(doubt);
  };
  add('registry_outdated', facts.registryOutdated);
  add('no_run', windows.length === 0 && !facts.registryOutdated);
  add('no_numbers', total(classes) === 0 && windows.length > 0);
  add('cannot_start', refusal !== null && [...lacking, ...passing].includes(refusal.code));
  const noNumber = kind === 'texting' && facts.segmentsPerSecond === null;
  add('no_texting_number', noNumber);
  add('rate_zero', kind !== 'linkback' && perMinute <= 0 && !noNumber);
  add('no_agents', kind === 'linkback' && (agentCount <= 0 || callRatio <= 0));
  add('list_loading', facts.loadingLists > 0);
  add('shared_number', kind === 'texting' && facts.numberOthers.length > 0);
  add('shared_limit', (facts.daily?.others.length ?? 0) > 0);
  const { siblings = [], others = [] } = facts.carrier ?? {};
  add('shared_carrier', siblings.length + others.length > 0);
  const again = facts.followUps.some(({ action }) => action === 'again');
  add('shared_contacts', input.waves !== undefined && again);
  // Some are free at other instants than others, or which of those that are held have followers is not known.
  const begin = Math.max(facts.at, windows[0]?.start ?? facts.at);
  const free = new Set(classes.filter(({ held }) => !held).map((one) => freeFrom(one, begin)));
  const held = new Set(classes.flatMap(({ waves }) => (waves ? [`${waves}`] : [])));
  add('shared_order', input.waves !== undefined && (free.size > 1 || held.size > 1));
  add('earlier_contacts', facts.contactedBefore && again);
  const known = facts.history.cells.reduce(
    (sum, { counts }) => sum + counts.reduce((all, one) => all + one, 0),
    0,
  );
  add('no_history', known < littleKnown);
  return doubts;
}

/** When its first number may be contacted: in its hours, once it is due and the campaign runs. */
function freeFrom({ due, open }: NumberClass, begin: number): number {
  const from = Math.max(due, begin);
  for (let n = 0; n < open.length; n += 2) {
    if ((open[n + 1] ?? 0) > from) return Math.max(open[n] ?? 0, from);
  }
  return Number.POSITIVE_INFINITY;
}

export const total = (classes: readonly NumberClass[]) =>
  classes.reduce((sum, { count }) => sum + count, 0);
