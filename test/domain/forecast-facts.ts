/** What a forecast is made from, in tests. */
import type { ForecastFacts } from '../../src/domain/forecast/facts.ts';

const noSchedule = {
  ...{ startTime: null, stopTime: null, startAutomatically: false, stopAutomatically: false },
  ...{ startWeekdays: '0000000', stopWeekdays: '0000000' },
};

export function groupOf(areaCode: string, count: number, more: object = {}) {
  return {
    ...{ areaCode, state: null, zipCode: null, due: null, reason: null, undecided: false },
    ...{ inCall: false, capped: null, count, key: `${areaCode} ${JSON.stringify(more)}`, ...more },
  };
}

/** 10:00 in New York of a Friday, unless it is given. */
export function factsOf(more: Partial<ForecastFacts> = {}): ForecastFacts {
  return {
    ...{ campaignId: 1, at: Date.parse('2026-11-20T15:00:00Z'), kind: 'broadcast' },
    ...{ agentSchedule: [], agentsSet: null, agentsSetAt: null },
    ...{ running: false, perMinute: 20, agentCount: 0, callRatio: 0, schedule: noSchedule },
    ...{ callingHours: null, hoursRules: [], windowRules: [], countries: ['US'], cap: null },
    ...{
      daily: null,
      carrier: null,
      pacing: 'ratio',
      recorded: [],
      numberOthers: [],
      leastGapHours: 0,
      abandonment: null,
      followUps: [],
      otherNumbers: 0,
      sharedSubjects: null,
      contactedBefore: false,
    },
    ...{ customerMs: 20_000, machineMs: 15_000, agentMs: 4_000, minuteCost: 20_000, segments: 1 },
    ...{ segmentsPerSecond: null, speed: 1, groups: [groupOf('212', 600)], barred: [] },
    atLeast: false,
    ...{
      loadingLists: 0,
      ...{ registryOutdated: false, refusal: null },
      history: { cells: [], persons: 0, ones: 0, nines: 0, stops: 0 },
    },
    ...more,
  };
}
