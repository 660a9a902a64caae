/** What keeps a process from writing, in words; how it is noticed is db/trouble.ts's. */

/** `journal`: the files beside the database, in the data folder of a process. */
export const troubleKinds = ['away', 'read_only', 'full', 'overloaded', 'journal'] as const;
export type TroubleKind = (typeof troubleKinds)[number];

export function isTroubleKind(value: unknown): value is TroubleKind {
  return troubleKinds.some((kind) => kind === value);
}

const facts: Record<TroubleKind, string> = {
  away: 'The database is away.',
  read_only: 'The database cannot write: it is read-only.',
  full: 'The database cannot write: its disk is full.',
  overloaded: 'The database has no connection or no memory left.',
  journal: 'The journal in the data folder cannot be written.',
};

const until: Record<TroubleKind, string> = {
  away: 'when it is back',
  read_only: 'when it can',
  full: 'when it can',
  overloaded: 'when it has',
  journal: 'when it can',
};

const cures: Record<TroubleKind, string> = {
  away: '«carillon doctor» says why.',
  read_only: 'Is it a standby, or is default_transaction_read_only on?',
  full: 'Make room there; nothing else is wrong.',
  overloaded: 'See max_connections, and the memory of the server.',
  journal: 'See the room and the rights of that folder.',
};

/** What an operator looks at. */
export function troubleCure(kind: TroubleKind): string {
  return cures[kind];
}

export function troubleSentence(kind: TroubleKind): string {
  return facts[kind];
}

/** Why a running campaign does nothing. @param what of this channel: `Calls` or `Texts` */
export function troubleReason(kind: TroubleKind, what: 'Calls' | 'Texts'): string {
  return `${facts[kind]} ${what} go on by themselves ${until[kind]}.`;
}
