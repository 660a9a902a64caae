/** What requests leave in the audit log: who acts, the request itself, and what was refused. */

import type { FastifyRequest } from 'fastify';
import { audited } from '#contract/audited.ts';
import { type ErrorCode, ProblemError } from '#contract/errors.ts';
import type { OperationShape } from '#contract/http.ts';
import { type Actor, actingAs } from '#db/actor.ts';
import { asPlatform, type Database, type Tx } from '#db/database.ts';
import { noteAct } from '#db/queries/audit.ts';
import type { Session } from './plugins/session.ts';
import { originOf } from './session-origin.ts';

type Asking = Pick<FastifyRequest, 'session' | 'ip' | 'headers'>;

export function actorOf(asking: Asking, operation: string): Actor {
  const { session } = asking;
  const from = { ...originOf(asking), operation };
  if (!session) return { kind: 'stranger', name: '', ...from };
  return managerActor(session, from);
}

export function managerActor(
  { managerId, name }: Pick<Session, 'managerId' | 'name'>,
  from: Pick<Actor, 'address' | 'browser' | 'operation'>,
): Actor {
  return { ...from, kind: 'manager', id: managerId, name };
}

/** The fields of a request that its entry keeps: numbers, choices and telephone numbers. */
const keptFields = ['ids', 'done', 'decision', 'filter', 'upTo', 'includeFullSsn', 'campaignIds'];

/** Kinds by the beginning of a path. */
const kinds: [RegExp, string][] = [
  [/^\/api\/campaign/, 'campaign'],
  [/^\/api\/calllist/, 'callList'],
  [/^\/api\/donotcall/, 'doNotCall'],
  [/^\/api\/messagetext/, 'textMessage'],
  [/^\/api\/message/, 'voiceMessage'],
  [/^\/api\/inboundmessagetext/, 'inboundText'],
  [/^\/api\/reports\/filters/, 'reportFilter'],
  [/^\/api\/reports/, 'report'],
  [/^\/api\/manager/, 'manager'],
  [/^\/api\/customfield/, 'accountField'],
  [/^\/api\/ttsfield/, 'spokenKind'],
  [/^\/api\/security/, 'session'],
];

function thingOf({ path }: OperationShape, { params, body }: FastifyRequest) {
  const kind = kinds.find(([beginning]) => beginning.test(path))?.[1];
  if (kind === undefined) return undefined;
  const { id, reportArchiveId } = (params ?? {}) as Record<string, unknown>;
  const { phoneRestriction } = (body ?? {}) as Record<string, unknown>;
  const digits = typeof phoneRestriction === 'string' ? phoneRestriction.replace(/\D/g, '') : '';
  const phone = digits.length === 10 ? `1${digits}` : digits;
  const own = id ?? reportArchiveId ?? (phone === '' ? undefined : phone.slice(0, 20));
  const shown = own === undefined ? undefined : String(own).slice(0, 40);
  return { kind, id: shown, name: phone === '' ? undefined : shown };
}

function factsOf(request: FastifyRequest): Record<string, unknown> | undefined {
  const body = (request.body ?? {}) as Record<string, unknown>;
  const kept = keptFields.filter((name) => body[name] !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept.map((name) => [name, body[name]]));
}

/** The entry of a request whose change no trigger writes, in the transaction of that change. */
export async function noteRequest(
  tx: Tx,
  operation: OperationShape,
  request: FastifyRequest,
): Promise<void> {
  const { session } = request;
  if (!session || audited[operation.name] !== 'request') return;
  await noteAct(tx, {
    clientId: session.clientId,
    thing: thingOf(operation, request),
    facts: factsOf(request),
  });
}

/** What somebody may not do, as opposed to what they did wrong. */
const refusals: readonly ErrorCode[] = ['not_allowed', 'other_client', 'password_required'];
/** Real milliseconds in which the same refusal leaves one entry: a loop must not fill the log. */
const again = 60_000;
const mostRemembered = 10_000;

export class Refusals {
  readonly #db: Database;
  readonly #noted = new Map<string, number>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Before the response is sent; it fails when the entry cannot be written. */
  async note(error: unknown, operation: OperationShape, request: FastifyRequest): Promise<void> {
    const { session } = request;
    if (!session || !(error instanceof ProblemError) || !refusals.includes(error.code)) return;
    const { clientId, managerId } = session;
    if (!this.isNew(`${clientId} ${managerId} ${operation.name} ${error.code}`)) return;
    const act = { clientId, thing: thingOf(operation, request), refused: error.code };
    await actingAs(actorOf(request, operation.name), () =>
      asPlatform(this.#db, (tx) => noteAct(tx, act)),
    );
  }

  isNew(key: string): boolean {
    const now = performance.now();
    if (now - (this.#noted.get(key) ?? Number.NEGATIVE_INFINITY) < again) return false;
    if (this.#noted.size >= mostRemembered) this.#noted.clear();
    this.#noted.set(key, now);
    return true;
  }
}
