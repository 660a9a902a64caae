/** What keeps a process from writing. Sentences: reason-sentences.ts; detection: db/trouble.ts. */
import { troubleKinds } from '#contract/reason.ts';

/** `journal`: the files beside the database, in the data folder of a process. */
export type TroubleKind = (typeof troubleKinds)[number];

export function isTroubleKind(value: unknown): value is TroubleKind {
  return troubleKinds.some((kind) => kind === value);
}

const cures: Record<TroubleKind, string> = {
  unreachable: 'Run "carillon doctor" to see why.',
  read_only: 'Check whether it is a standby, or whether default_transaction_read_only is on.',
  full: 'Free space there. Nothing else is wrong.',
  overloaded: 'Check max_connections and the memory of the server.',
  journal: 'Check the free space and the permissions of that folder.',
};

/** What an operator can check. */
export function troubleCure(kind: TroubleKind): string {
  return cures[kind];
}
