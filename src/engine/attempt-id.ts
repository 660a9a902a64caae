/** The carrier's idempotency key, made of the attempt's key. */

export function attemptIdOf(clientId: number, callListId: number, entryId: number): string {
  return `${clientId}-${callListId}-${entryId}`;
}

/** The attempt that an id names; undefined when it is not one of an attempt. */
export function attemptKeyOf(
  attemptId: string,
): { clientId: number; callListId: number; entryId: number } | undefined {
  const match = /^(\d+)-(\d+)-(\d+)$/.exec(attemptId);
  if (!match) return undefined;
  const [clientId = 0, callListId = 0, entryId = 0] = match.slice(1).map(Number);
  return { clientId, callListId, entryId };
}
