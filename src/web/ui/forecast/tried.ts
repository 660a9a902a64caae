/** What is asked of a forecast beside what is saved: it goes by that in all else. */
import { mostAgents } from '#contract/agents.ts';
import type { ForecastChanges } from '#contract/forecast.ts';
import { maxTextPerMinute } from '#contract/text-campaign.ts';
import { maxCallsPerMinute } from '#contract/voice-campaign.ts';

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

/** How far the slider of the pace leads: calls or texts a minute, agents of a Linkback. Never beyond what is taken. */
export function mostTried({ kind, rate, agents }: AsSet): number {
  if (kind === 'linkback') return Math.min(mostAgents, Math.max(20, agents * 3));
  const most = kind === 'texting' ? maxTextPerMinute : maxCallsPerMinute;
  return Math.min(most, Math.max(200, rate * 4));
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
      // A forecast without agents is not asked for: their hours count once they are saved.
      ...(agents !== saved.agents && agents > 0 && { agentCount: agents }),
      ...(ratio !== saved.ratio && { callRatio: ratio }),
      ...(pacing !== saved.pacing && { pacing }),
    };
  }
  if (rate === saved.rate) return {};
  return kind === 'texting' ? { textPerMinute: rate } : { callsPerMinute: rate };
}
