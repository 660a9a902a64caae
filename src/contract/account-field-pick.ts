/** An account field of a response has a wrong type; the message is document 1's. */
export class PickError extends Error {
  constructor(field: string, reason: string) {
    super(`could not pick ${field}: ${reason}`);
    this.name = 'PickError';
  }
}

/** An account field with each value of its type. */
export interface PickedAccountField {
  id: number;
  clientId: number;
  customIndex: number;
  name: string;
  messageEnabled: boolean;
  used: boolean;
}

/**
 * Picks the fields of an account field from a server's response and coerces each to its type; other
 * fields are dropped. Throws `PickError` for a number that is not valid (document 1 section 3).
 */
export function pickAccountField(response: unknown): PickedAccountField {
  const from = (typeof response === 'object' ? response : null) ?? {};
  return {
    id: pickNumber(from, 'id'),
    clientId: pickNumber(from, 'clientId'),
    customIndex: pickNumber(from, 'customIndex'),
    name: pickText(from, 'name'),
    messageEnabled: pickBoolean(from, 'messageEnabled'),
    used: pickBoolean(from, 'used'),
  };
}

function pickNumber(from: object, field: string): number {
  const value: unknown = Reflect.get(from, field);
  // Number(null) and Number('') are 0, which would be a valid id.
  const number = value === null || value === '' ? Number.NaN : Number(value);
  if (Number.isNaN(number)) throw new PickError(field, 'Expected a valid number but got NaN');
  return number;
}

function pickText(from: object, field: string): string {
  return String(Reflect.get(from, field) ?? '');
}

/** Also as other servers write it: "true", 1. */
function pickBoolean(from: object, field: string): boolean {
  const value: unknown = Reflect.get(from, field);
  return typeof value === 'string' ? /^(true|1)$/i.test(value.trim()) : Boolean(value);
}
