/** The answer of an operation as it is stored with its Idempotency-Key: sealed (decision 056). */
import { createHmac, type Hmac } from 'node:crypto';
import { problem } from '#contract/errors.ts';
import type { Tx } from './database.ts';
import { derivedKey, type Vault } from './encryption.ts';
import { type KeyScope, keepAnswer, takeKey } from './queries/idempotency-key.ts';

/** A response that can be sent again byte for byte. */
export interface Answer {
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
export function fingerprint({ key }: Pick<Vault, 'key'>): Hmac {
  return createHmac('sha256', derivedKey(key, 'requests'));
}

export function sealed(vault: Vault, { clientId, key }: KeyScope, value: unknown): Buffer {
  return vault.sealBytes(Buffer.from(JSON.stringify(value)), `answer:${clientId}:${key}`);
}

export function opened(vault: Vault, { clientId, key }: KeyScope, bytes: Buffer): unknown {
  return JSON.parse(vault.openBytes(bytes, `answer:${clientId}:${key}`).toString('utf8'));
}

/**
 * In the transaction of the effect, as its last statements: it and the answer are committed
 * together, or neither.
 *
 * @throws ProblemError conflict when the operation was done before: its answer is stored
 */
export async function answerInside(
  tx: Tx,
  vault: Vault,
  { scope, request }: KeyedRequest,
  answer: Answer,
): Promise<void> {
  if (!(await takeKey(tx, scope, request))) throw alreadyDone();
  await keepAnswer(tx, scope, sealed(vault, scope, answer));
}

/** What `sendResponse` makes of a JSON value. */
export function jsonAnswer(value: unknown, headers: Record<string, string> = {}): Answer {
  if (value === undefined) return { status: 204, headers, body: '' };
  return { status: 200, headers, body: JSON.stringify(value) };
}

/** Rolls back the second of two equal requests; its sender gets the answer of the first. */
export function alreadyDone() {
  return problem('conflict', 'This request was already received.');
}
