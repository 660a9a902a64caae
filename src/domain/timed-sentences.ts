/**
 * The sentences of reasons that name instants, with the function that writes an instant: the server
 * writes Eastern Time and says so, a screen writes the zone that it names once.
 */

import type { ReasonCode, ReasonOf } from '#contract/reason.ts';
import { amountWords } from './daily-limit.ts';

/** "Nov 21, 8:00 AM ET", of an ISO 8601 instant. */
export type WriteInstant = (iso: string) => string;

/** One or two sentences: why no calls or texts go out. */
export function holdCause(
  { hold, asOf, aheadUntil, lost }: Omit<ReasonOf<'hold'>, 'code'>,
  at: WriteInstant,
): string {
  const causes: Record<ReasonOf<'hold'>['hold'], string> = {
    restored: `The database was restored${asOf ? ` from a backup of ${at(asOf)}` : ''}.`,
    rolled_back: `${asOf ? `The database dates from ${at(asOf)}` : 'The database went back to an earlier state'}, but ${
      aheadUntil
        ? `calls and texts were submitted until ${at(aheadUntil)}`
        : 'more has happened since'
    }.`,
    unknown_folder:
      'This database was used with another data folder, and no running Carillon recognizes it.',
    failover: 'The database server was replaced.',
    operator: 'The operator started Carillon with --hold.',
  };
  if (!lost) return causes[hold];
  return `${causes[hold]} Part of the journal of ${lost} is missing, so some of its calls and texts are unknown.`;
}

function holdSentence(reason: ReasonOf<'hold'>, at: WriteInstant): string {
  const until =
    reason.hold === 'failover' || reason.asked
      ? 'the journals of all machines have been compared'
      : 'the operator runs "carillon restore reconcile"';
  return `On hold: ${holdCause(reason, at)} No calls or texts go out until ${until}.`;
}

function operatorStop(
  { scope, carrier, since, said }: ReasonOf<'operator_stop'>,
  at: WriteInstant,
): string {
  const whats = {
    all: 'all calls and texts',
    client: 'all calls and texts of this client',
    carrier: `all calls and texts through the carrier "${carrier ?? ''}"`,
  };
  return `Stopped by the operator on ${at(since)}: ${whats[scope]}.${whyWords(said)}`;
}

function clientStop(
  { carrier, since, said, by }: ReasonOf<'client_stop'>,
  at: WriteInstant,
): string {
  const what =
    carrier === null
      ? 'all calls and texts of this client'
      : `this client's calls and texts through the carrier "${carrier}"`;
  return `Stopped by ${by} on ${at(since)}: ${what}.${whyWords(said)}`;
}

const whyWords = (said: string) =>
  said === '' ? '' : ` ${/[.!?]$/.test(said) ? said : `${said}.`}`;

export const timedSentences = {
  hold: holdSentence,
  operator_stop: operatorStop,
  client_stop: clientStop,
  calling_hours: ({ until }, at) =>
    until === undefined
      ? 'Waiting for calling hours: none begin within the next two weeks.'
      : `Waiting for calling hours: the next number may be called from ${at(until)}.`,
  attempt_cap: ({ until }, at) =>
    `Attempt cap reached. The next number may be tried again from ${at(until)}.`,
  daily_limit: ({ kind, most, until }, at) =>
    kind === 'cost'
      ? `Today's limit of ${amountWords(kind, most)} leaves no room for another call. Calls go on at ${at(until)}.`
      : `Reached today's limit of ${amountWords(kind, most)}. ${kind === 'texts' ? 'Texts' : 'Calls'} go on at ${at(until)}.`,
  least_gap: ({ until }, at) =>
    `Waiting because of the minimum gap between two attempts: the next number may be tried again from ${at(until)}.`,
  contact_policy: ({ until }, at) =>
    until === undefined
      ? 'Waiting because of the contact policy: nobody knows yet when the next number may be tried.'
      : `Waiting because of the contact policy: the next number may be tried again from ${at(until)}.`,
  follow_up: ({ until }, at) => `Waiting for follow-ups: the next is due at ${at(until)}.`,
  due_later: ({ until }, at) => `Waiting until ${at(until)}.`,
  code_hours: ({ allowedFrom }, at) =>
    `This number is outside its calling hours, and nothing proves yet that it is yours. A code can be sent from ${at(allowedFrom)}.`,
  code_limit: ({ of, most, allowedFrom }, at) =>
    `${of === 'number' ? `This number was sent ${most} codes` : `You asked for ${most} codes`} within 24 hours. The next one can be sent from ${at(allowedFrom)}.`,
} satisfies { [C in ReasonCode]?: (reason: ReasonOf<C>, at: WriteInstant) => string };
