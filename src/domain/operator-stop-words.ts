/** What an operator's stop is called towards people. */
import { easternTime } from './run-reason.ts';

/** What a stop names. */
export type StopReach =
  | { scope: 'all' }
  | { scope: 'client'; client: string }
  | { scope: 'carrier'; carrier: string };

/** A stop as engines and managers see it; the client needs no name there. */
export interface StopWord {
  scope: StopReach['scope'];
  carrier: string | null;
  /** ISO 8601, real time. */
  since: string;
  /** As the operator typed it; '' when nothing was said. */
  reason: string;
}

/** One or two sentences for campaigns and the console: since when, what, and why. */
export function operatorStopSentence({ scope, carrier, since, reason }: StopWord): string {
  const whats = {
    all: 'all calls and texts',
    client: 'the calls and texts of this client',
    carrier: `what goes over the carrier «${carrier ?? ''}»`,
  };
  const why = reason === '' ? '' : ` ${/[.!?]$/.test(reason) ? reason : `${reason}.`}`;
  return `Stopped by the operator since ${easternTime(Date.parse(since))}: ${whats[scope]}.${why}`;
}

/** «all calls and texts», «the client «demo»», for the operator. */
export function reachWords(reach: StopReach): string {
  if (reach.scope === 'all') return 'all calls and texts';
  return reach.scope === 'client'
    ? `the client «${reach.client}»`
    : `the carrier «${reach.carrier}»`;
}

/** The option that names it: `--client=demo`. */
export function reachOption(reach: StopReach): string {
  if (reach.scope === 'all') return '--all';
  return reach.scope === 'client' ? `--client=${reach.client}` : `--carrier=${reach.carrier}`;
}
