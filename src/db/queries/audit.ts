/** The audit log of a client (decision 068): appending what no trigger sees, and reading it. */
import { type AuditEntry, type AuditFilter, auditPageSize } from '#contract/audit.ts';
import type { Tx } from '../database.ts';
import { containsPattern } from '../like-pattern.ts';

export interface Act {
  /** 0: the platform. */
  clientId: number;
  /** The actor's own by default. */
  operation?: string;
  thing?: { kind: string; id?: string | undefined; name?: string | undefined } | undefined;
  /** Nothing that is secret. */
  facts?: Record<string, unknown> | undefined;
  /** The error code of what was refused. */
  refused?: string;
}

/** Appends an entry. The chain stays locked until the transaction ends, so this comes last in it. */
export async function noteAct(tx: Tx, act: Act): Promise<void> {
  const { clientId, operation = null, thing, facts, refused = null } = act;
  await tx.run('SELECT audit_append($1, $2, $3, $4, $5, NULL, $6::jsonb, $7, $8)', [
    ...[clientId, operation, thing?.kind ?? null, thing?.id ?? null, thing?.name ?? null],
    ...[facts ? JSON.stringify(facts) : null, refused === null ? 'done' : 'refused', refused],
  ]);
}

interface Page {
  /** Entries with lower numbers than this. */
  before?: number | undefined;
  limit?: number;
}

/** Newest first. */
export async function readAudit(
  tx: Tx,
  clientId: number,
  filter: AuditFilter,
  { before, limit = auditPageSize }: Page = {},
): Promise<AuditEntry[]> {
  const { from, until, actor, thing, thingId, outcome, search } = filter;
  const rows = await tx.rows<Omit<AuditEntry, 'at'> & { at: Date }>(
    `SELECT sequence, at, actor_kind AS "actorKind", actor_name AS "actorName", address, browser,
       operation, thing_kind AS "thingKind", thing_id AS "thingId", thing_name AS "thingName",
       before, after, outcome, reason
     FROM audit_entry
     WHERE client_id = $1 AND ($2::bigint IS NULL OR sequence < $2)
       AND ($3::timestamptz IS NULL OR at >= $3) AND ($4::timestamptz IS NULL OR at < $4)
       AND ($5::text IS NULL OR actor_kind = $5) AND ($6::text IS NULL OR thing_kind = $6)
       AND ($7::text IS NULL OR thing_id = $7) AND ($8::text IS NULL OR outcome = $8)
       AND ($9::text IS NULL OR concat_ws(' ', actor_name, address, operation, thing_name, thing_id,
         before::text, after::text, reason) ILIKE $9)
     ORDER BY sequence DESC LIMIT $10`,
    [
      ...[clientId, before ?? null, from ?? null, until ?? null, actor ?? null, thing ?? null],
      ...[thingId ?? null, outcome ?? null, search ? containsPattern(search) : null, limit],
    ],
  );
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

export interface SealedRoot {
  client: number;
  day: string;
  last: number;
  root: string;
}

/** Keeps the heads of the chains that grew since they were last kept; runs as the platform. */
export function sealAudit(tx: Tx): Promise<SealedRoot[]> {
  return tx.rows('SELECT client, day::text, last, root FROM audit_seal()');
}
