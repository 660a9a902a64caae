/**
 * What a forecast of 1,000,000 numbers costs: 200 runs in its thread, with classes made from every area code
 * and state. Interleaved with a bare loop of draws, so that the load of the machine shows. The goal is at most
 * 5 s, and at most 100 MB more memory of the process. Judged by processor time: on an idle machine it is the
 * time by the clock, which is printed beside it.
 *
 *   node bench/forecast.ts [numbers=1000000] [rounds=3]
 */
import type { FollowUpRule } from '../src/contract/follow-up.ts';
import { alike } from '../src/domain/forecast/alike.ts';
import type { ForecastFacts } from '../src/domain/forecast/facts.ts';
import { sorterOf } from '../src/domain/forecast/prepare.ts';
import { areaCodes } from '../src/domain/numbering-plan/area-code.ts';
import type { WindowRule } from '../src/domain/policy/contact-hold.ts';
import { seededRandom } from '../src/domain/random.ts';
import { forecastInThread } from '../src/forecasting/thread.ts';
import { machineLine } from './engine-site.ts';
import { conclude } from './goal.ts';
import { median } from './median.ts';

const numbers = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 3);
const secondsGoal = 5;
const memoryGoal = 100;

const again: FollowUpRule = {
  ...{ ruleId: 1, after: 'no_answer', action: 'again', campaignId: 0 },
  ...{ waitMinutes: 60, otherPart: false, most: 2 },
};
const groups = groupsOf();
const base: ForecastFacts = {
  ...{ campaignId: 1, at: Date.parse('2026-11-20T14:00:00Z'), kind: 'broadcast', running: true },
  ...{ agentSchedule: [], agentsSet: null, agentsSetAt: null },
  ...{ perMinute: 6_000, agentCount: 0, callRatio: 0, callingHours: null, hoursRules: [] },
  schedule: {
    ...{ startTime: null, stopTime: null, startAutomatically: false, stopAutomatically: false },
    ...{ startWeekdays: '0000000', stopWeekdays: '0000000' },
  },
  ...{
    windowRules: [],
    countries: ['US'],
    cap: null,
    daily: null,
    carrier: null,
    pacing: 'ratio' as const,
    recorded: [],
    numberOthers: [],
    leastGapHours: 0,
    abandonment: null,
  },
  ...{
    followUps: [],
    otherNumbers: 0,
    sharedSubjects: null,
    contactedBefore: false,
    customerMs: 20_000,
    machineMs: 15_000,
    agentMs: 4_000,
  },
  ...{
    minuteCost: 20_000,
    segments: 1,
    segmentsPerSecond: 1_000,
    speed: 1,
    groups,
    atLeast: false,
  },
  ...{ barred: [], loadingLists: 0, registryOutdated: false, refusal: null },
  history: { cells: [], persons: 0, ones: 0, nines: 0, stops: 0 },
};
const twoInThreeDays: WindowRule = {
  ...{ ruleId: 1, purpose: null, campaignId: null, country: null, state: null, channel: 'any' },
  ...{ preset: null, source: null, sourceDate: null },
  terms: {
    ...{ kind: 'limit', most: 2, counts: 'attempts', of: 'number', unit: 'days', length: 3 },
  },
};
const oneADay: WindowRule = {
  ...twoInThreeDays,
  terms: {
    ...{ kind: 'limit', most: 1, counts: 'attempts', of: 'account', unit: 'days', length: 1 },
  },
};
const kinds: [string, Partial<ForecastFacts>][] = [
  ['Broadcast', {}],
  ['Broadcast with follow-ups', { followUps: [again] }],
  [
    'Broadcast with two follow-up rules under a limit of two in three days',
    {
      followUps: [again, { ...again, ruleId: 2, after: 'machine', waitMinutes: 60 }],
      windowRules: [twoInThreeDays],
    },
  ],
  ['Broadcast whose numbers the cap frees over a day', { groups: freedOverADay() }],
  [
    'the same under a limit of one a day by account',
    {
      groups: freedOverADay(),
      windowRules: [oneADay],
      sharedSubjects: {
        account: [{ numbers: 2, subjects: numbers / 2 }],
        externalId: [{ numbers: 2, subjects: numbers / 2 }],
      },
    },
  ],
  ['Linkback of 1,000 agents', { kind: 'linkback', agentCount: 1_000, callRatio: 1.5 }],
  [
    'adaptive Linkback of 10 agents',
    { kind: 'linkback', pacing: 'adaptive', agentCount: 10, callRatio: 1.5 },
  ],
  [
    'adaptive Linkback of 100 agents',
    { kind: 'linkback', pacing: 'adaptive', agentCount: 100, callRatio: 1.5 },
  ],
  [
    'adaptive Linkback of 1,000 agents',
    { kind: 'linkback', pacing: 'adaptive', agentCount: 1_000, callRatio: 1.5 },
  ],
  [
    'adaptive Linkback of 100 agents called ahead',
    {
      ...{ kind: 'linkback', pacing: 'adaptive', agentCount: 100, callRatio: 1.5 },
      abandonment: { waitSeconds: 2, hangUps: false, firstDay: null, days: [] },
    },
  ],
  ['texts', { kind: 'texting' }],
];

console.log(machineLine());
const before = process.memoryUsage().rss;
let most = 0;
for (const [name, facts] of kinds) {
  const seconds: number[] = [];
  const bare: number[] = [];
  const wall: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(timed(draws));
    const began = performance.now();
    const used = process.cpuUsage();
    await forecastInThread({ facts: { ...base, ...facts }, changes: {} }, null);
    const { user, system } = process.cpuUsage(used);
    seconds.push((user + system) / 1_000_000);
    wall.push((performance.now() - began) / 1_000);
    most = Math.max(most, process.memoryUsage().rss - before);
  }
  const spread = (times: readonly number[]) => times.map((one) => one.toFixed(2)).join(', ');
  console.log(
    `${name}: ${spread(seconds)} s of a core, ${spread(wall)} s by the clock; bare draws ${spread(bare)} s`,
  );
  const what = `forecast of ${numbers} numbers, 200 runs, ${name}, s`;
  conclude({ what, ratio: median(seconds), goal: secondsGoal, is: 'at most' });
}
conclude({
  what: 'memory beside the process, MB',
  ratio: most / 1_000_000,
  goal: memoryGoal,
  is: 'at most',
  digits: 0,
});

function groupsOf(): ForecastFacts['groups'] {
  const codes = areaCodes.filter(({ zones, country }) => zones.length > 0 && country === 'US');
  const states = [null, 'NY', 'CA', 'TX', 'FL', 'AZ', 'IN'];
  const count = Math.ceil(numbers / codes.length / states.length);
  return codes.flatMap(({ code }) =>
    states.map((state) => ({
      ...{ areaCode: code, state, zipCode: null, due: null, reason: null, undecided: false },
      ...{ inCall: false, capped: null, count },
    })),
  );
}

/** Each group in 96 quarters of an hour, from the first minute of each to the last, as its thread gets them. */
function freedOverADay(): ForecastFacts['groups'] {
  const quarter = 15 * 60_000;
  const apart = groups.flatMap((group) =>
    Array.from({ length: 96 }, (_, at) => {
      const upTo = (quarters: number) => Math.round((quarters * group.count) / 96);
      const begins = base.at + at * quarter;
      const capped = { first: begins + 20_000, last: begins + quarter - 20_000 };
      return { ...group, count: upTo(at + 1) - upTo(at), capped };
    }).filter(({ count }) => count > 0),
  );
  return alike(apart, sorterOf(base, {}));
}

/** Ten million, as a forecast's inner loop makes them. */
function draws(): void {
  const random = seededRandom('bare');
  let sum = 0;
  for (let index = 0; index < 10_000_000; index += 1) sum += random.next();
  if (sum < 0) throw new Error('never');
}

function timed(work: () => void): number {
  const began = performance.now();
  work();
  return (performance.now() - began) / 1_000;
}
