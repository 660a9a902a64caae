/** What the figures of Live Monitoring open: the calls, or the numbers, that they count. */
import type { PartTarget } from '#web/ui/progress-bar.tsx';
import type { ResultId, ResultPart } from './counts.ts';
import type { NumbersPart } from './numbers-part.ts';

/** As `<Link>` takes it. */
export interface FigureTarget {
  to: string;
  search: never;
}

interface CallsWanted {
  campaignId: number;
  /** Of one list; of all lists of the campaign by default. */
  callListId?: number | undefined;
  /** One result; all of them by default. */
  result?: ResultId | undefined;
}

/** The calls or texts that a figure counts; undefined: the report cannot show exactly those. */
export function callsOf(_wanted: CallsWanted, _count: number): FigureTarget | undefined {
  return undefined;
}

/** The same for an arc or a part of a bar, with its figure in words. */
export function targetOf(
  wanted: Omit<CallsWanted, 'result'>,
  { id, label, value }: ResultPart,
  of = '',
): PartTarget | undefined {
  const target = callsOf({ ...wanted, result: id }, value);
  return target && { ...target, label: `${label}: ${value}${of}` };
}

/** The numbers that a figure counts. */
export function numbersOf(
  _campaignId: number,
  _part: NumbersPart,
  _count: number,
): FigureTarget | undefined {
  return undefined;
}
