/** The funnel's parts, in the order of what happens to a number; they add up to all numbers. */
import type { CampaignFunnel } from '#contract/campaign-funnel.ts';
import { barredWords } from '#web/lib/barred-words.ts';
import { formatNumber } from '#web/lib/format.ts';
import { percentInWords, percentsOf, percentsWithin } from '#web/lib/percents.ts';
import type { BarPart } from '#web/ui/progress-bar.tsx';
import { type NumbersPart, numbersPart } from './numbers-part.ts';
import { isForHours, type Merged, mergedByPhrase, noteOf, together } from './waiting-words.ts';

export interface FunnelPart extends BarPart {
  label: string;
  /** When they may be called, if known. */
  note?: string;
  /** The track of the bar: what is left to do. */
  hollow: boolean;
  /** Of all numbers that were loaded: "<1%". */
  percent: string;
  /** The list of these numbers. */
  opens: NumbersPart;
  /** The parts of this part, to unfold. */
  inside?: FunnelPart[];
}

type Uncounted = Omit<FunnelPart, 'percent' | 'inside'> & { inside?: Uncounted[] };

/** Omits empty parts except what was done and what can be done. */
export function funnelParts(funnel: CampaignFunnel, texts: boolean): FunnelPart[] {
  const { called, inProgress, callableNow, barred } = funnel;
  const done = texts ? 'Texted' : 'Called';
  const underWay = texts ? 'Waiting for a receipt' : 'In a call';
  const due = texts ? 'Can be texted now' : 'Can be called now';
  const parts: Uncounted[] = [
    {
      ...{ id: 'called', label: done, value: called, color: 'green', hollow: false },
      opens: numbersPart('called'),
    },
    {
      ...{ id: 'inProgress', label: underWay, value: inProgress, color: 'purple', hollow: false },
      opens: numbersPart('in_progress'),
    },
    {
      ...{ id: 'callableNow', label: due, value: callableNow, color: 'grey', hollow: true },
      opens: numbersPart('callable'),
    },
    ...waitingParts(funnel, texts),
    ...barred.map(({ reason, count }) => ({
      ...{ id: reason, label: barredWords[reason], value: count },
      ...{ color: 'red' as const, hollow: false, opens: numbersPart('barred', { reason }) },
    })),
  ];
  const shown = parts.filter(
    ({ id, value }) => value > 0 || id === 'called' || id === 'callableNow',
  );
  return withPercents(shown, funnel);
}

/**
 * Called has the percent that the figures above say; the others share the rest. The percents add up,
 * and those inside a part to its own.
 */
function withPercents(parts: Uncounted[], { called, loaded }: CampaignFunnel): FunnelPart[] {
  const [ofCalled = 0, ofRest = 0] = percentsOf([called, Math.max(0, loaded - called)]);
  const rest = parts.filter(({ id }) => id !== 'called');
  const percents = percentsWithin(
    rest.map(({ value }) => value),
    loaded,
    ofRest,
  );
  return parts.map((part) => {
    const percent = part.id === 'called' ? ofCalled : (percents[rest.indexOf(part)] ?? 0);
    return withPercent(part, percent, loaded);
  });
}

function withPercent({ inside, ...part }: Uncounted, points: number, loaded: number): FunnelPart {
  const percent = percentInWords(points, part.value, loaded);
  if (!inside) return { ...part, percent };
  const each = percentsWithin(
    inside.map(({ value }) => value),
    loaded,
    points,
  );
  const parts = inside.map((one, at) => withPercent(one, each[at] ?? 0, loaded));
  return { ...part, percent, inside: parts };
}

/** Zones with the same everyday name share one part; all that wait for hours are one to unfold. */
function waitingParts(funnel: CampaignFunnel, texts: boolean): Uncounted[] {
  const now = new Date(funnel.at);
  const hours = mergedByPhrase(funnel, texts, true).map((part) => toPart(part, now));
  const others = mergedByPhrase(funnel, texts, false).map((part) => toPart(part, now));
  if (hours.length <= 1) return [...hours, ...others];
  const all = funnel.waiting.filter(isForHours).reduce(together);
  const folded: Uncounted = {
    ...{ id: 'hours', label: 'Waiting for calling hours', value: all.count },
    ...{ color: 'grey', hollow: false, ...noteOf(all, now), inside: hours },
    opens: numbersPart('waiting', { reason: 'calling_hours' }),
  };
  return [folded, ...others];
}

function toPart({ phrase, label, part, zones }: Merged, now: Date): Uncounted {
  const { reason, opens } = part;
  const ofZones = { reason, zones, ...(opens === null ? {} : { opens }) };
  const which = isForHours(part) ? ofZones : { reason };
  return {
    ...{ id: phrase, label, value: part.count, color: 'grey', hollow: false },
    ...{ ...noteOf(part, now), opens: numbersPart('waiting', which) },
  };
}

/**
 * What the files held and was not loaded, by code: a code with facts ("called since …") may have
 * several sentences, and its numbers are listed together. Empty when all was loaded.
 */
export function leftOutParts({ leftOut }: CampaignFunnel) {
  const codes = [...new Set(leftOut.map(({ reasonCode }) => reasonCode.code))];
  return codes.map((code) => {
    const reasons = leftOut.filter(({ reasonCode }) => reasonCode.code === code);
    return {
      reason: reasons.map(({ reason }) => reason).join(' '),
      count: reasons.reduce((sum, { count }) => sum + count, 0),
      opens: numbersPart('left_out', { reason: code }),
    };
  });
}

/** "12 numbers in the files were not loaded". */
export function leftOutWords({ leftOut }: CampaignFunnel): string {
  const all = leftOut.reduce((sum, { count }) => sum + count, 0);
  const files = all === 1 ? 'number in the files was' : 'numbers in the files were';
  return `${formatNumber(all)} ${files} not loaded`;
}
