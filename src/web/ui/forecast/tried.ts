/** What is asked of a forecast beside what is saved: it goes by that in all else. */
import type { ForecastChanges } from '#contract/forecast.ts';

export type Tried = Omit<ForecastChanges, 'campaignId' | 'clientId' | 'seed'>;

/** A campaign as it is set, or as an editor has it. */
export interface AsSet {
  kind: 'broadcast' | 'linkback' | 'texting';
  /** Calls or texts a minute; of a Linkback 0. */
  rate: number;
  /** Those on duty now: others may be by the hour, or as somebody set them while it runs. */
  agents: number;
  ratio: number;
  /** Of a Linkback. */
  pacing?: 'ratio' | 'adaptive' | undefined;
  /** All else that decides how it goes, in one text that is compared only. */
  rest?: string;
}

export const isTried = (tried: Tried) => Object.keys(tried).length > 0;

/** Of what is tried, all that decides who is never called: for the address of their numbers. */
export function triedSchedule({ start, stop, open, close }: Tried): Tried {
  return {
    ...(start !== undefined && { start }),
    ...(stop !== undefined && { stop }),
    ...(open !== undefined && { open }),
    ...(close !== undefined && { close }),
  };
}

/** Whether an editor has changed what no forecast can be asked for before it is saved. */
export const isRestUnsaved = (asSet: AsSet, saved: AsSet | undefined) =>
  saved !== undefined && asSet.rest !== saved.rest;

/** What an editor has changed and not saved yet. */
export function unsaved(
  { kind, rate, agents, ratio, pacing }: AsSet,
  saved: AsSet | undefined,
): Tried {
  if (!saved) return {};
  if (kind === 'linkback') {
    return {
      ...(agents !== saved.agents && { agentCount: agents }),
      ...(ratio !== saved.ratio && { callRatio: ratio }),
      ...(pacing !== saved.pacing && { pacing }),
    };
  }
  if (rate === saved.rate) return {};
  return kind === 'texting' ? { textPerMinute: rate } : { callsPerMinute: rate };
}
