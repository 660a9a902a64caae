/** The forecast of a campaign as the contract has it. Pure: a thread makes it. */
import type { CampaignForecast, ForecastChanges, ForecastSpread } from '#contract/forecast.ts';
import type { ForecastFacts } from './facts.ts';
import { type ForecastResult, forecast, type Spread } from './forecast.ts';
import { dayMs, daysAhead, type ForecastInput } from './input.ts';
import { prepare, total } from './prepare.ts';

const none: ForecastSpread = { p10: null, p50: null, p90: null };

/** @param seed the same seed and facts give the same bytes */
export function outlookOf(
  facts: ForecastFacts,
  changes: ForecastChanges,
  seed = changes.seed ?? String(facts.campaignId),
): CampaignForecast {
  const { input, never, neverAtLeast, doubts } = prepare(facts, changes, seed);
  const { spreads, finishes, zones, known } = forecast(input);
  const { attempts, persons, machines, delivered, segments, optOuts } = spreads;
  const { pictureFrom: from = input.at } = input;
  const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  const reachable = total(input.classes);
  // Without a run, or without numbers, nobody is contacted, and nothing ever ends.
  const runs = input.windows.length > 0 && reachable > 0;
  const { p10, p50, p90 } = runs ? spreads.finish : none;
  const start = input.windows[0]?.start;
  return {
    ...{ campaignId: facts.campaignId, at: new Date(facts.at).toISOString(), seed },
    start: start === undefined ? null : new Date(start).toISOString(),
    finish: { p10: isoOf(p10), p50: isoOf(p50), p90: isoOf(p90) },
    finishes: runs ? finishes : 0,
    ...{ attempts, persons, machines, delivered, segments },
    ...{ key1: spreads.ones, key9: spreads.nines, optOuts },
    cost: facts.kind === 'texting' ? none : inDollars(spreads.cost),
    ...{ waitingAtStop: spreads.waitingAtStop, abandonment: spreads.abandonment },
    ...{ idle: spreads.idle, reachable },
    neverCallable: [...never]
      .filter(([, count]) => count > 0)
      .map(([reason, count]) => ({ reason, count }))
      .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
    neverAtLeast,
    doubts: input.windows.length === 0 ? doubts : withTime(doubts, finishes, stopsFirst(input)),
    refusal: facts.refusal,
    known,
    shares: sharesOf(facts),
    zonesFrom: new Date(from).toISOString(),
    zones: zonesWithin(input, zones).map(({ zone, count, hours, attempts: made }) => ({
      ...{ zone, count, attempts: made },
      hours: pairs(hours),
    })),
  };
}

/** Of a day beyond those that are played ahead there is no picture. */
function zonesWithin({ at, pictureFrom = at }: ForecastInput, zones: ForecastResult['zones']) {
  return pictureFrom < at + daysAhead * dayMs ? zones : [];
}

function sharesOf({ carrier, daily }: ForecastFacts): CampaignForecast['shares'] {
  return {
    campaigns: carrier?.siblings.length ?? daily?.others.length ?? 0,
    otherClients: (carrier?.others.length ?? 0) > 0,
    perSecond: carrier?.perSecond ?? null,
  };
}

/** Where nothing runs at all, that it does not end says nothing. */
function withTime(
  doubts: CampaignForecast['doubts'],
  finishes: number,
  stops: boolean,
): CampaignForecast['doubts'] {
  const nothing = [
    ...['rate_zero', 'no_agents', 'no_texting_number', 'no_numbers', 'no_run'],
    'registry_outdated',
  ];
  if (finishes >= 0.9 || doubts.some((one) => nothing.includes(one))) return doubts;
  return [...doubts, stops ? 'stop_first' : 'not_in_time'];
}

/** Whether a stop ends its only run: what repeats starts again within the time that is played ahead. */
function stopsFirst({ at, windows: [only, next] }: ForecastInput): boolean {
  return only !== undefined && next === undefined && only.end < at + daysAhead * dayMs;
}

function inDollars({ p10, p50, p90 }: Spread): ForecastSpread {
  const of = (micro: number | null) => (micro === null ? null : Math.round(micro / 10_000) / 100);
  return { p10: of(p10), p50: of(p50), p90: of(p90) };
}

function pairs(hours: readonly number[]) {
  return Array.from({ length: hours.length / 2 }, (_, at) => ({
    from: new Date(hours[at * 2] ?? 0).toISOString(),
    until: new Date(hours[at * 2 + 1] ?? 0).toISOString(),
  }));
}
