/** The carrier's idempotency key, made of the attempt's key. */

export function attemptIdOf(clientId: number, callListId: number, entryId: number): string {
  return `${clientId}-${callListId}-${entryId}`;
}
