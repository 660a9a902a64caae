/**
 * The ids of agents' legs that have no customer yet. They look like an attempt's (attempt-id.ts), as
 * carriers' names and addresses of legs do, but no client has the number 0.
 */
import { randomUUID } from 'node:crypto';

export function waitingAgentId(clientId: number): string {
  const random = BigInt(`0x${randomUUID().replaceAll('-', '')}`) % 10n ** 15n;
  return `0-${random}-${clientId}`;
}

export function isWaitingAgentId(id: string): boolean {
  return id.startsWith('0-');
}
