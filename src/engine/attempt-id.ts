/** The carrier's idempotency key: made of the entry's key, so that an entry has one attempt only. */
export function attemptIdOf(clientId: number, callListId: number, entryId: number): string {
  return `${clientId}-${callListId}-${entryId}`;
}

export interface AttemptName {
  clientId: number;
  callListId: number;
  entryId: number;
}

/** Undefined for what is no id of ours. */
export function attemptOf(attemptId: string): AttemptName | undefined {
  const [, client, list, entry] = /^(\d{1,9})-(\d{1,15})-(\d{1,9})$/.exec(attemptId) ?? [];
  if (!client || !list || !entry) return undefined;
  return { clientId: Number(client), callListId: Number(list), entryId: Number(entry) };
}
