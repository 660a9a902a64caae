/** The carrier's idempotency key, made from the entry's key: an entry has only one attempt. */
export function attemptIdOf(clientId: number, callListId: number, entryId: number): string {
  return `${clientId}-${callListId}-${entryId}`;
}

export interface AttemptName {
  clientId: number;
  callListId: number;
  entryId: number;
}

/** Undefined for any other id: no client has the number 0 (waiting-agent-id.ts, domain/manager-contact-id.ts). */
export function attemptOf(attemptId: string): AttemptName | undefined {
  const [, client, list, entry] = /^([1-9]\d{0,8})-(\d{1,15})-(\d{1,9})$/.exec(attemptId) ?? [];
  if (!client || !list || !entry) return undefined;
  return { clientId: Number(client), callListId: Number(list), entryId: Number(entry) };
}
