/** What keeps a process from writing; its sentences stand in reason-sentences.ts, how it is noticed is db/trouble.ts's. */
import { troubleKinds } from '#contract/reason.ts';

/** `journal`: the files beside the database, in the data folder of a process. */
export type TroubleKind = (typeof troubleKinds)[number];

export function isTroubleKind(value: unknown): value is TroubleKind {
  return troubleKinds.some((kind) => kind === value);
}

const cures: Record<TroubleKind, string> = {
  away: '"carillon doctor" says why.',
  read_only: 'Is it a standby, or is default_transaction_read_only on?',
  full: 'Make room there; nothing else is wrong.',
  overloaded: 'See max_connections, and the memory of the server.',
  journal: 'See the room and the rights of that folder.',
};

/** What an operator looks at. */
export function troubleCure(kind: TroubleKind): string {
  return cures[kind];
}
