/** What the figures of Live Monitoring open: the calls, or the numbers, that they count. */
import { outcomesOf } from '#contract/call-outcome.ts';
import { formatNumber } from '#web/lib/format.ts';
import { linkSearch } from '#web/lib/link-search.ts';
import { reportLink } from '#web/lib/report-link.ts';
import type { FigureTarget } from '#web/ui/figure-link.tsx';
import type { PartTarget } from '#web/ui/progress-bar.tsx';
import type { ResultId, ResultPart } from './counts.ts';
import type { NumbersPart } from './numbers-part.ts';

interface CallsWanted {
  campaignId: number;
  /** Of one list; of all lists of the campaign by default. */
  callListId?: number | undefined;
  /** One result; all of them by default. */
  result?: ResultId | undefined;
}

/** The calls or texts that a figure counts; undefined when it counts none. */
export function callsOf(
  { campaignId, callListId, result }: CallsWanted,
  count: number,
): FigureTarget | undefined {
  if (count <= 0) return undefined;
  return reportLink({
    campaigns: [campaignId],
    ...(callListId === undefined ? {} : { callLists: [callListId] }),
    ...(result === undefined ? {} : filters[result]),
  });
}

const filters: Record<ResultId, Omit<Parameters<typeof reportLink>[0], 'campaigns'>> = {
  person: { outcomes: outcomesOf.person },
  machine: { outcomes: outcomesOf.machine },
  noAnswer: { outcomes: outcomesOf.noAnswer },
  failed: { outcomes: outcomesOf.failed },
  delivered: { outcomes: outcomesOf.delivered },
  abandoned: { outcomes: outcomesOf.abandoned },
  transferred: { callType: 'Transfer' },
  notTransferred: { outcomes: outcomesOf.person, callType: 'Outbound' },
};

/** The same for an arc or a part of a bar, with its figure in words. */
export function targetOf(
  wanted: Omit<CallsWanted, 'result'>,
  { id, label, value }: ResultPart,
  of = '',
): PartTarget | undefined {
  const target = callsOf({ ...wanted, result: id }, value);
  return target && { ...target, label: `${label}: ${formatNumber(value)}${of}` };
}

export const numbersPath = '/main/numbers';

/** The numbers that a figure counts; undefined when it counts none. */
export function numbersOf(
  campaignId: number,
  { part, reason, zones, opens }: NumbersPart,
  count: number,
): FigureTarget | undefined {
  if (count <= 0) return undefined;
  const search = linkSearch({ campaignId, part, reason, zone: zones?.join(','), opens });
  return { to: numbersPath, search };
}
