/** The response of an operation as it is stored with its Idempotency-Key: sealed (decision 054). */
import { createHmac, type Hmac } from 'node:crypto';
import { problem } from '#contract/errors.ts';
import type { Tx } from './database.ts';
import type { Vault } from './encryption.ts';
import { type KeyScope, keepResponse, takeKey } from './queries/idempotency-key.ts';
import { keptResponse } from './sealed-files.ts';

/** A response that can be sent again byte for byte. */
export interface KeptResponse {
  status: number;
  /** Those that the handler set itself. */
  headers: Record<string, string>;
  body: string;
}

/** A key and the request that it came with; plain data, for a thread. */
export interface KeyedRequest {
  scope: KeyScope;
  /** What `fingerprint` made of path, query and body. */
  request: Uint8Array;
}

/** Begins the fingerprint of a request; the same parts in the same order are the same request. */
export function fingerprint(vault: Pick<Vault, 'lookupKey'>): Hmac {
  return createHmac('sha256', vault.lookupKey('requests'));
}

export function sealed(vault: Vault, scope: KeyScope, value: unknown): Buffer {
  return vault.sealBytes(Buffer.from(JSON.stringify(value)), keptResponse(scope).context);
}

export function opened(vault: Vault, scope: KeyScope, bytes: Buffer): unknown {
  const { context, unbound } = keptResponse(scope);
  const opened = vault.openBytes(bytes, context, unbound);
  return JSON.parse(opened.toString('utf8'));
}

/**
 * In the transaction of the effect, as its last statements: it and the response are committed
 * together, or neither.
 *
 * @throws ProblemError conflict when the operation was done before: its response is stored
 */
export async function respondInside(
  tx: Tx,
  vault: Vault,
  { scope, request }: KeyedRequest,
  response: KeptResponse,
): Promise<void> {
  if (!(await takeKey(tx, scope, request))) throw alreadyDone();
  await keepResponse(tx, scope, sealed(vault, scope, response));
}

/** What `sendResponse` makes of a JSON value. */
export function jsonResponse(value: unknown, headers: Record<string, string> = {}): KeptResponse {
  if (value === undefined) return { status: 204, headers, body: '' };
  return { status: 200, headers, body: JSON.stringify(value) };
}

/** Rolls back the second of two equal requests; its sender gets the response of the first. */
export function alreadyDone() {
  return problem('conflict', 'This request was already received.');
}
