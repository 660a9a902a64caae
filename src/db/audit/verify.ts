/** Recomputes the chains of the audit log, a page at a time (decision 068). */
import { asPlatform, type Database, type Tx } from '../database.ts';
import { beginning, type ChainedEntry, chainedFields, hashOfEntry } from './chain.ts';
import { isRedacted, readRedactions } from './redactions.ts';

export type AuditFault =
  /** The fields are not those that were hashed. */
  | { kind: 'changed'; sequence: number }
  /** No entry has this number. */
  | { kind: 'removed'; sequence: number }
  /** It was hashed after another entry than the one before it. */
  | { kind: 'broken'; sequence: number }
  /** It is not the entry of that root. */
  | { kind: 'root'; sequence: number }
  /** The newest entries are gone: the chain was longer. */
  | { kind: 'cut'; sequence: number };

export interface VerifiedChain {
  /** 0: the platform. */
  clientId: number;
  entries: number;
  /** Of these, those that an erasure took a number out of. */
  redacted: number;
  /** The hash of the newest entry. */
  head: string;
  faults: AuditFault[];
}

/** A head that was written down elsewhere, as in the log. */
export interface AuditRoot {
  clientId: number;
  sequence: number;
  hash: string;
}

const page = 2_000;
/** More of a chain are not listed. */
const mostFaults = 20;

/** @param noted roots from the log, beside those that the database keeps */
export async function verifyAudit(
  db: Database,
  noted: readonly AuditRoot[] = [],
): Promise<VerifiedChain[]> {
  const heads = await asPlatform(db, (tx) => readHeads(tx));
  const roots = await asPlatform(db, (tx) => readRoots(tx));
  const clients = [...heads, ...roots, ...noted].map(({ clientId }) => clientId);
  const chains: VerifiedChain[] = [];
  for (const clientId of [...new Set(clients)].sort((one, other) => one - other)) {
    const own = [...heads, ...roots, ...noted].filter((one) => one.clientId === clientId);
    chains.push(await verifyChain(db, clientId, own));
  }
  return chains;
}

async function verifyChain(
  db: Database,
  clientId: number,
  roots: readonly AuditRoot[],
): Promise<VerifiedChain> {
  const faults: AuditFault[] = [];
  const found = (fault: AuditFault) => void (faults.length < mostFaults && faults.push(fault));
  const expected = new Map<number, Set<string>>();
  for (const { sequence, hash } of roots) {
    expected.set(sequence, (expected.get(sequence) ?? new Set()).add(hash));
  }
  let head = beginning;
  let last = 0;
  let entries = 0;
  let redacted = 0;
  const redactions = await asPlatform(db, (tx) => readRedactions(tx, clientId));
  for (;;) {
    const rows = await asPlatform(db, (tx) => readPage(tx, clientId, last));
    for (const row of rows) {
      const sequence = Number(row.sequence);
      if (sequence !== last + 1) found({ kind: 'removed', sequence: last + 1 });
      else if (row.previous !== head) found({ kind: 'broken', sequence });
      const hash = hashOfEntry(row);
      const left = redactions.get(row.sequence);
      if (left !== undefined && hash === left) redacted += 1;
      else if (hash !== row.hash) {
        // An erasure may have come after the redactions were read.
        if (await asPlatform(db, (tx) => isRedacted(tx, row))) redacted += 1;
        else found({ kind: 'changed', sequence });
      }
      const named = expected.get(sequence);
      if (named && (named.size > 1 || !named.has(row.hash))) found({ kind: 'root', sequence });
      head = row.hash;
      last = sequence;
      entries += 1;
    }
    if (rows.length < page) break;
  }
  const longest = Math.max(0, ...expected.keys());
  if (longest > last) found({ kind: 'cut', sequence: last + 1 });
  return { clientId, entries, redacted, head, faults };
}

/** Read first: entries that come meanwhile are after them. */
function readHeads(tx: Tx): Promise<AuditRoot[]> {
  return tx.rows(
    `SELECT client_id AS "clientId", sequence, encode(hash, 'hex') AS hash FROM audit_chain
     WHERE sequence > 0`,
  );
}

function readRoots(tx: Tx): Promise<AuditRoot[]> {
  return tx.rows(
    `SELECT client_id AS "clientId", sequence, encode(hash, 'hex') AS hash FROM audit_root`,
  );
}

function readPage(tx: Tx, clientId: number, after: number): Promise<ChainedEntry[]> {
  return tx.rows(
    `SELECT client_id AS "clientId", sequence::text, ${chainedFields} AS fields,
       encode(previous, 'hex') AS previous, encode(hash, 'hex') AS hash
     FROM audit_entry WHERE client_id = $1 AND sequence > $2
     ORDER BY audit_entry.sequence LIMIT ${page}`,
    [clientId, after],
  );
}
