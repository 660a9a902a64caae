/** What a Linkback's guard says of its abandoned calls. */
import { type AbandonmentStanding, abandonedShare } from './abandonment.ts';

type Said = Omit<AbandonmentStanding, 'since' | 'window'>;

/** The three states in a few words. */
export const stateWords: Record<AbandonmentStanding['state'], string> = {
  free: 'Dialing as set',
  careful: 'One call per free agent',
  agent_first: 'Agents first',
};

/** "6 of 431 abandoned, 1.4 %. You may still lose 6." */
export function abandonedSentence({ persons, abandoned, mayLose }: Said): string {
  if (persons === 0) return 'Nobody has answered yet.';
  const share = percent(abandonedShare({ persons, abandoned }));
  const more = mayLose === 0 ? 'You may lose no more.' : `You may still lose ${number(mayLose)}.`;
  return `${number(abandoned)} of ${number(persons)} abandoned, ${share}. ${more}`;
}

/** What follows from it: "Bound 3.7 %: one call per free agent; free again after 111 more …". */
export function stateSentence({ state, persons, bound, freeAfter }: Said): string {
  const free = `free ${persons === 0 ? '' : 'again '}after ${number(freeAfter)} more ${freeAfter === 1 ? 'person' : 'persons'} with none lost`;
  if (state === 'free') return `Bound ${percent(bound)}: dialing as set.`;
  if (persons === 0) return `At most one call per free agent; ${free}.`;
  if (state === 'careful') return `Bound ${percent(bound)}: one call per free agent; ${free}.`;
  return `One more could be more than 3 %: each agent is called first and waits for a customer, who cannot be abandoned; ${free}.`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
