/** What a Linkback's guard says of its abandoned calls. */
import { type AbandonmentStanding, abandonedShare } from './abandonment.ts';

type Said = Omit<AbandonmentStanding, 'since' | 'window' | 'mayLoseSince'>;

/** The three states in a few words. */
export const stateWords: Record<AbandonmentStanding['state'], string> = {
  free: 'Dialing as set',
  careful: 'One call per free agent',
  agent_first: 'Agents first',
};

/** What the guard makes of a pace as set; empty while it dials as set. "It is set to dial …, held to …" */
export function heldSentence(state: AbandonmentStanding['state'], ahead: boolean): string {
  if (state === 'free') return '';
  const to =
    state === 'agent_first' || ahead
      ? 'one call for each agent who waits on the line'
      : 'one call for each free agent';
  return `The guard of abandonment holds it to ${to}.`;
}

/** "6 of 431 abandoned, 1.4 %. You may still lose 6." */
export function abandonedSentence({ persons, abandoned, mayLose }: Said): string {
  if (persons === 0) return 'Nobody has answered yet.';
  const share = percent(abandonedShare({ persons, abandoned }));
  const more = mayLose === 0 ? 'You may lose no more.' : `You may still lose ${number(mayLose)}.`;
  return `${number(abandoned)} of ${number(persons)} abandoned, ${share}. ${more}`;
}

/** What follows from it: "Bound 3.7 %: one call per free agent; free again after 111 more …". */
export function stateSentence({ state, persons, bound, freeAfter, carefulAfter }: Said): string {
  const after = (count: number) =>
    `after ${number(count)} more ${count === 1 ? 'person' : 'persons'} with none lost`;
  const free = `free ${persons === 0 ? '' : 'again '}${after(freeAfter)}`;
  if (state === 'free') return `Bound ${percent(bound)}: dialing as set.`;
  if (persons === 0) return `At most one call per free agent; ${free}.`;
  if (state === 'careful') return `Bound ${percent(bound)}: one call per free agent; ${free}.`;
  return `One more would be more than 3 %: each agent is called first and waits for a customer, who cannot be abandoned; one call per free agent again ${after(carefulAfter)}.`;
}

/** Which days these figures are of: "Of the last 30 days, since Nov 1." */
export function windowSentence(window: AbandonmentStanding['window'], since: string): string {
  if (window === 'period') return `Of the campaign's 30 days since ${since}.`;
  if (window === 'rolling') return `Of the last 30 days, since ${since}.`;
  return `Of the days since ${since}: 30 days that began then must keep 3 %, too.`;
}

/**
 * Of which days it is that so few may still be lost, and what the gate does with it; empty where there is nothing
 * to add. `day` says a day.
 */
export function mayLoseSentence<Day extends number | string>(
  { state, since, mayLose, mayLoseSince, ahead = false }: Lossy<Day>,
  day: (of: Day) => string,
): string {
  const ofDays =
    mayLoseSince === since
      ? ''
      : `What you may still lose is of the days since ${day(mayLoseSince)}: 30 days that begin then must keep 3 %, too. `;
  if (state !== 'careful') return ofDays;
  if (ahead) {
    return `${ofDays}Agents are called ahead: each call is for one who waits, so that nobody can be abandoned.`;
  }
  return `${ofDays}Calls in flight count before they are lost: at most ${number(mayLose)} at once ${mayLose === 1 ? 'has' : 'have'} no agent called first.`;
}

interface Lossy<Day> extends Pick<AbandonmentStanding, 'state' | 'mayLose'> {
  since: Day;
  mayLoseSince: Day;
  /** Agents are called ahead (decision 098). */
  ahead?: boolean;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
