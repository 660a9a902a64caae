/**
 * Asking before campaigns start, and before all stop, from anywhere: Live Monitoring, the lists,
 * the command palette. `RunQuestions` in the frame shows the question.
 */
import type { Campaign } from '#contract/campaign.ts';
import type { Stop } from '#contract/client-stop.ts';
import { onManagerChange } from '#web/lib/manager-change.ts';
import { createStore } from '#web/lib/store.ts';

export type NamedCampaign = Pick<Campaign, 'campaignId' | 'name'>;

export type RunQuestion = { anchor: HTMLElement | undefined } & (
  | {
      kind: 'start';
      campaigns: readonly NamedCampaign[];
      start: ((campaigns: readonly NamedCampaign[]) => void) | undefined;
    }
  | { kind: 'stop all' }
  | { kind: 'stop everything' }
  | { kind: 'lift'; stop: Stop }
);

const question = createStore<RunQuestion | undefined>(undefined);
onManagerChange(() => question.set(undefined));

export const useRunQuestion = question.use;

interface StartOptions {
  /** The question stands below this button; without one it is a dialog. */
  anchor?: HTMLElement | undefined;
  /** Instead of starting them here and saying so in a notice. */
  start?: (campaigns: readonly NamedCampaign[]) => void;
}

/** Says the numbers, and starts after a yes. */
export function askToStart(
  campaigns: readonly NamedCampaign[],
  { anchor, start }: StartOptions = {},
): void {
  if (campaigns.length > 0) question.set({ kind: 'start', campaigns, anchor, start });
}

/** Says how many run, and stops them all after a yes. */
export function askToStopAll(anchor?: HTMLElement): void {
  question.set({ kind: 'stop all', anchor });
}

/** For administrators: what to stop until it is lifted, and why. */
export function askToStopEverything(): void {
  question.set({ kind: 'stop everything', anchor: undefined });
}

/** For administrators: lifts a stop of an administrator after a yes. */
export function askToLift(stop: Stop): void {
  question.set({ kind: 'lift', stop, anchor: undefined });
}

export function closeRunQuestion(): void {
  question.set(undefined);
}
