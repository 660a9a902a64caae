/**
 * An operation with an Idempotency-Key is done once (decision 054). Its handler passes the work of
 * its transaction to `respond`, or to `effect` when more follows after the commit.
 *
 * The key is taken and the response stored in that transaction: a process that dies between the commit
 * and the response leaves one that the next try gets. Of two tries at once, the second waits
 * for the transaction of the first, in whichever process it runs.
 */
import type { Hmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError, problem } from '#contract/errors.ts';
import {
  idempotencyKey,
  idempotencyKeyHeader,
  type OperationShape,
  replayedHeader,
} from '#contract/http.ts';
import { asClient, type Database, type Tx } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import {
  alreadyDone,
  fingerprint,
  jsonResponse,
  type KeptResponse,
  type KeyedRequest,
  opened,
  sealed,
} from '#db/kept-response.ts';
import {
  findKey,
  giveKeyBack,
  type KeptKey,
  type KeyScope,
  keepEffect,
  keepResponse,
  takeKey,
} from '#db/queries/idempotency-key.ts';
import { noteRequest } from './audit.ts';
import type { Session } from './plugins/session.ts';

export interface OnceDeps {
  db: Database;
  vault: Vault;
}

interface Asked {
  operation: OperationShape;
  request: FastifyRequest;
  reply: FastifyReply;
  session: Session | undefined;
}

/** What a handler sets besides the body. */
const keptHeaders = ['content-location'];

export class Once {
  readonly #deps: OnceDeps;
  readonly #reply: FastifyReply;
  /** The entry in the audit log. */
  readonly #note: (tx: Tx) => Promise<void>;
  readonly #scope: KeyScope | undefined;
  /** Of path, query and body; a form adds its parts while it is read. */
  readonly hash: Hmac | undefined;
  #request: Buffer | undefined;
  #isStored = false;
  #hasEffect = false;

  constructor(deps: OnceDeps, { operation, request, reply, session }: Asked) {
    this.#deps = deps;
    this.#reply = reply;
    this.#note = (tx) => noteRequest(tx, operation, request);
    const key = operation.idempotent ? keyOf(request) : undefined;
    if (key === undefined || !session) return;
    const { clientId, managerId } = session;
    this.#scope = { clientId, managerId, operation: operation.name, key };
    const { params, query, body } = request;
    this.hash = fingerprint(deps.vault);
    this.hash.update(JSON.stringify([params, query, operation.multipart ? null : (body ?? null)]));
  }

  /** The key and the complete request, for work in a thread; undefined without a key. */
  keyed(): KeyedRequest | undefined {
    return this.#scope && { scope: this.#scope, request: this.#fingerprint() };
  }

  /**
   * Does the work of a transaction, whose result is the response. The headers of the response must
   * be set by then.
   *
   * @param isDone false for a result that is a refusal: it is not kept, and the next try is a new one
   */
  async respond<T>(
    tx: Tx,
    work: () => Promise<T>,
    isDone: (value: T) => boolean = () => true,
  ): Promise<T> {
    return this.#respond(
      tx,
      async () => {
        const value = await work();
        if (isDone(value)) await this.#note(tx);
        return value;
      },
      isDone,
    );
  }

  async #respond<T>(tx: Tx, work: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
    const { vault } = this.#deps;
    const keyed = this.keyed();
    if (!keyed) return work();
    const { scope, request } = keyed;
    this.#isStored = false;
    if (!(await takeKey(tx, scope, request))) throw alreadyDone();
    const value = await work();
    if (!isDone(value)) {
      await giveKeyBack(tx, scope);
      return value;
    }
    await keepResponse(tx, scope, sealed(vault, scope, this.#responseOf(value)));
    this.#isStored = true;
    return value;
  }

  /**
   * Does the work of a transaction after whose commit more has to happen before the response, as
   * after an opt-out. The next try gets the same result here, without the work, and goes on.
   */
  async effect<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
    return this.#effect(tx, async () => {
      const value = await work();
      await this.#note(tx);
      return value;
    });
  }

  async #effect<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
    const keyed = this.keyed();
    if (!keyed) return work();
    const { scope, request } = keyed;
    const { vault } = this.#deps;
    this.#hasEffect = true;
    if (!(await takeKey(tx, scope, request))) {
      const kept = await findKey(tx, scope);
      if (!kept?.effect) throw alreadyDone();
      this.#refuseOther(kept);
      return (opened(vault, scope, kept.effect) as { value: T }).value;
    }
    const value = await work();
    await keepEffect(tx, scope, sealed(vault, scope, { value }));
    return value;
  }

  /**
   * Runs a handler, unless its response is stored.
   *
   * @param readForm reads a form to its end, which completes the fingerprint
   */
  async run(
    handler: () => Promise<unknown>,
    readForm?: () => Promise<unknown>,
  ): Promise<{ response: KeptResponse } | { value: unknown }> {
    const scope = this.#scope;
    if (!scope) return { value: await handler() };
    const kept = await this.#find(scope);
    if (kept?.response) {
      await readForm?.();
      this.#refuseOther(kept);
      return { response: opened(this.#deps.vault, scope, kept.response) as KeptResponse };
    }
    try {
      const value = await handler();
      if (this.#hasEffect && !this.#isStored) await this.#store(scope, value);
      return { value };
    } catch (error) {
      const response = await this.#responseMeanwhile(scope, error, readForm);
      if (response) return { response };
      throw error;
    }
  }

  /** The response of a try that was committed while this one was at work. */
  async #responseMeanwhile(
    scope: KeyScope,
    error: unknown,
    readForm: (() => Promise<unknown>) | undefined,
  ): Promise<KeptResponse | undefined> {
    if (!(error instanceof ProblemError) || error.status >= 500) return undefined;
    const kept = await this.#find(scope);
    if (!kept?.response) return undefined;
    // It may have been refused before its form was read.
    await readForm?.();
    this.#refuseOther(kept);
    return opened(this.#deps.vault, scope, kept.response) as KeptResponse;
  }

  #find(scope: KeyScope): Promise<KeptKey | undefined> {
    return asClient(this.#deps.db, scope.clientId, (tx) => findKey(tx, scope));
  }

  #store(scope: KeyScope, value: unknown): Promise<void> {
    const response = sealed(this.#deps.vault, scope, this.#responseOf(value));
    return asClient(this.#deps.db, scope.clientId, (tx) => keepResponse(tx, scope, response));
  }

  #responseOf(value: unknown): KeptResponse {
    const set = keptHeaders.flatMap((name): [string, string][] => {
      const header = this.#reply.getHeader(name);
      return header === undefined ? [] : [[name, String(header)]];
    });
    return jsonResponse(value, Object.fromEntries(set));
  }

  #refuseOther({ request }: KeptKey): void {
    if (request.equals(this.#fingerprint())) return;
    throw problem('key_reused', `This ${idempotencyKeyHeader} belongs to another request.`);
  }

  #fingerprint(): Buffer {
    this.#request ??= this.hash?.digest() ?? Buffer.alloc(0);
    return this.#request;
  }
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const given = headers[idempotencyKeyHeader.toLowerCase()];
  if (given === undefined) return undefined;
  const read = idempotencyKey.safeParse(given);
  if (read.success) return read.data;
  throw problem('malformed', `An ${idempotencyKeyHeader} has 1 to 200 characters without spaces.`);
}

/** The stored response, byte for byte. */
export function sendAgain(
  reply: FastifyReply,
  { status, headers, body }: KeptResponse,
): FastifyReply {
  reply.code(status).headers(headers).header('cache-control', 'no-store');
  reply.header(replayedHeader, 'true');
  if (status === 204) return reply.send();
  return reply.type('application/json; charset=utf-8').send(body);
}
