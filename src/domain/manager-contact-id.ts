/**
 * Ids at the carriers of calls and texts to managers. A call's looks like an attempt's, as carriers' names
 * and addresses of legs do, but no client has the number 0; one with a single 0 is an agent's who was
 * called first.
 */

export interface ManagerContactName {
  clientId: number;
  /** At most 15 digits. */
  carrierNumber: number;
}

export function managerCallId({ clientId, carrierNumber }: ManagerContactName): string {
  return `00-${carrierNumber}-${clientId}`;
}

export function managerTextId({ clientId, carrierNumber }: ManagerContactName): string {
  return `manager-${clientId}-${carrierNumber}`;
}

export function isManagerCallId(id: string): boolean {
  return id.startsWith('00-');
}

/** The carrier number that a text's id names; null for any other id, or another client's. */
export function carrierNumberOf(clientId: number, textId: string | null): number | null {
  const [, client, number] = /^manager-(\d{1,9})-(\d{1,15})$/.exec(textId ?? '') ?? [];
  return Number(client) === clientId ? Number(number) : null;
}
