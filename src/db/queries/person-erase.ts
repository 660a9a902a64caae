/**
 * Erases a number in every table of a client (decision 073). Rows that sums and keys rest on stay without the
 * person: an entry and its attempt, so that nobody is called twice; a call record, so that counts and
 * costs remain. Everything else of the person is deleted. The number stays blocked, because what is
 * forgotten could not keep anybody from calling it again.
 */
import { randomUUID } from 'node:crypto';
import { problem } from '#contract/errors.ts';
import { type PersonPlace, personTexts } from '#contract/person-data.ts';
import { reportStatus } from '#contract/report-archive.ts';
import { realMs } from '#domain/milliseconds.ts';
import { awaitsReceipt, inFlight } from '../attempt-states.ts';
import { asClient, type Database, type Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { noteAct } from './audit.ts';
import { blocks } from './blocked-number.ts';
import { barWaiting } from './do-not-call-import.ts';
import { erasePlaces } from './person-erase-places.ts';
import { awaitReuses, holdOffReuses } from './person-erase-turns.ts';
import { beginReportsAnew, reportsHolding, type SearchedReports } from './person-reports.ts';
import { unfinished } from './report-archive.ts';
import { shareStopsAndLists } from './stops-and-lists.ts';

export interface Erasing {
  clientId: number;
  /** Eleven digits with a leading 1. */
  phone: string;
  /** The do-not-call entry becomes a keyed hash, too. */
  hashed: boolean;
  /** Null for the operator. */
  managerId: number | null;
  /** Of an erasure that a restored database forgot. */
  key?: string;
  /**
   * It is repeated after a restore: nothing is in progress. `wholeAccount`: its person had asked for
   * the whole account, which the restored database may not know.
   */
  again?: { wholeAccount: boolean };
}

export type ErasedCounts = Partial<Record<PersonPlace, number>>;

export interface Erased {
  key: string;
  hashed: boolean;
  counts: ErasedCounts;
}

/** @throws in_use while a call, text, recording, upload or export with it is in progress */
export function erasePerson(db: Database, vault: Vault, erasing: Erasing): Promise<Erased> {
  return erasePersonOnce(db, vault, erasing, async (_tx, erased) => erased);
}

/** @param respond more work of the transaction that writes the receipt, and what it returns */
export async function erasePersonOnce<T>(
  db: Database,
  vault: Vault,
  erasing: Erasing,
  respond: (tx: Tx, erased: Erased) => Promise<T>,
): Promise<T> {
  const { clientId } = erasing;
  const reports = await reportsHolding(db, vault, erasing);
  const erased = await asClient(db, clientId, async (tx) => {
    const done = await eraseIn(tx, erasing, reports);
    return respond(tx, done);
  });
  // What a carrier brought meanwhile.
  await asClient(db, clientId, async (tx) => {
    await barWaiting(tx, clientId, [erasing.phone]);
    await erasePlaces(tx, { ...erasing, listed: await listedNow(tx, erasing) });
  });
  return erased;
}

async function eraseIn(tx: Tx, erasing: Erasing, reports: SearchedReports): Promise<Erased> {
  const { clientId, phone, managerId, key = randomUUID() } = erasing;
  if (!erasing.again) {
    await refuseOwn(tx, erasing);
    await refuseWritten(tx, clientId, reports.searched);
  } else {
    await beginReportsAnew(tx, clientId, reports.searched);
    await awaitReuses(tx, clientId);
  }
  // Before the entries are barred and locked: from here on no claim takes the number.
  const hashed = await keepBlocked(tx, erasing);
  await barWaiting(tx, clientId, [phone]);
  if (!erasing.again) await refuseInFlight(tx, erasing);
  const listed = await listedNow(tx, erasing);
  const counts: ErasedCounts = await erasePlaces(tx, { ...erasing, listed });
  const holding = reports.holding.map(({ id }) => id);
  if (holding.length > 0) {
    counts.reports = await tx.run(
      'DELETE FROM report_archive WHERE client_id = $1 AND report_archive_id = ANY ($2)',
      [clientId, holding],
    );
  }
  const redacted = await tx.row<{ redacted: Record<string, string> }>(
    'SELECT audit_redact($1, $2) AS redacted',
    [clientId, phone],
  );
  const entries = Object.keys(redacted?.redacted ?? {}).length;
  if (entries > 0) counts.audit = (counts.audit ?? 0) + entries;
  const row = await tx.row<{ hash: string }>(
    // What came before this instant is not stored again (erased-text.ts).
    `INSERT INTO erasure (client_id, erasure_key, at, manager_id, number_hash, hashed, counts)
     VALUES ($1, $2, clock_timestamp(), $3, number_hash($1, $4), $5, $6) RETURNING number_hash AS hash`,
    [clientId, key, managerId, phone, hashed, JSON.stringify(counts)],
  );
  const hash = row?.hash ?? '';
  const wholeAccount = listed !== null;
  const at = realMs(Date.now());
  tx.journal([{ kind: 'erasure', clientId, hash, hashed, key, at, wholeAccount }]);
  await noteAct(tx, {
    clientId,
    thing: { kind: 'person', id: hash, name: `…${phone.slice(-4)}` },
    facts: { counts, hashed, ...(entries > 0 && { redacted: redacted?.redacted }) },
  });
  return { key, hashed, counts };
}

/** Caller IDs, texting numbers, and whatever else the client showed: no person's. */
async function refuseOwn(tx: Tx, { clientId, phone }: Erasing): Promise<void> {
  const own = await tx.row(
    `SELECT 1 FROM shown_number WHERE client_id = $1 AND phone = $2
     UNION ALL SELECT 1 FROM texting_number WHERE client_id = $1 AND phone = $2`,
    [clientId, phone],
  );
  if (own) throw problem('in_use', personTexts.own);
}

/**
 * What is being written now may hold the number, and cannot be searched yet; an export that became
 * ready during the search was not searched either.
 */
async function refuseWritten(tx: Tx, clientId: number, searched: readonly number[]): Promise<void> {
  await tx.run(`SELECT pg_advisory_xact_lock(hashtext('report exports'), $1)`, [clientId]);
  const row = await tx.row<{ exporting: boolean; uploading: boolean }>(
    `SELECT EXISTS (SELECT FROM report_archive
         WHERE client_id = $1 AND (status_id IN ${unfinished}
           OR status_id = ${reportStatus.ready} AND report_archive_id <> ALL ($2))) AS exporting,
       EXISTS (SELECT FROM upload WHERE client_id = $1 AND lease_until > now()
         AND stage NOT IN ('done', 'failed', 'canceled')) AS uploading`,
    [clientId, searched],
  );
  if (row?.exporting) throw problem('in_use', personTexts.exporting);
  if (row?.uploading) throw problem('in_use', personTexts.uploading);
  if (!(await holdOffReuses(tx, clientId))) throw problem('in_use', personTexts.reusing);
}

/** @returns whether the entry of the do-not-call list is a hash */
async function keepBlocked(tx: Tx, erasing: Erasing): Promise<boolean> {
  const { clientId, phone, hashed, managerId, again } = erasing;
  const wholeAccount = again?.wholeAccount ?? false;
  await shareStopsAndLists(tx, clientId);
  const there = await tx.row<{ phone: string }>(
    `SELECT phone FROM do_not_call d WHERE d.client_id = $1 AND ${blocks('d', '$2::text')}
     FOR UPDATE`,
    [clientId, phone],
  );
  if (there && wholeAccount) {
    await tx.run(
      `UPDATE do_not_call SET whole_account = true
       WHERE client_id = $1 AND phone = $2 AND NOT whole_account`,
      [clientId, there.phone],
    );
  }
  const source = managerId === null ? 'operator' : 'manager';
  // What kept a START from lifting it is forgotten: the erasure is a reason of its own.
  await tx.run(
    `UPDATE do_not_call SET source = $3, manager_id = $4
     WHERE client_id = $1 AND phone = $2 AND source = 'text'`,
    [clientId, there?.phone ?? '', source, managerId],
  );
  if (there && !hashed) return there.phone !== phone;
  if (there) {
    await tx.run(
      `UPDATE do_not_call SET phone = number_hash($1, $2) WHERE client_id = $1 AND phone = $2`,
      [clientId, phone],
    );
  } else {
    await tx.run(
      `INSERT INTO do_not_call (client_id, phone, source, manager_id, whole_account)
       VALUES ($1, number_hash($1, $2), $3, $4, $5) ON CONFLICT DO NOTHING`,
      [clientId, phone, source, managerId, wholeAccount],
    );
  }
  return true;
}

async function listedNow(tx: Tx, { clientId, phone }: Erasing): Promise<string | null> {
  const row = await tx.row<{ phone: string }>(
    `SELECT phone FROM do_not_call d WHERE d.client_id = $1 AND ${blocks('d', '$2::text')}
       AND d.whole_account`,
    [clientId, phone],
  );
  return row?.phone ?? null;
}

async function refuseInFlight(tx: Tx, { clientId, phone }: Erasing): Promise<void> {
  const row = await tx.row<{ call: boolean; text: boolean; reply: boolean; recording: boolean }>(
    `SELECT EXISTS (SELECT FROM attempt WHERE client_id = $1 AND phone = $2 AND ${inFlight()}) AS call,
       EXISTS (SELECT FROM attempt WHERE client_id = $1 AND phone = $2 AND ${awaitsReceipt()}) AS text,
       EXISTS (SELECT FROM text_reply WHERE client_id = $1 AND phone = $2
         AND submitted_at IS NOT NULL AND outcome IS NULL) AS reply,
       EXISTS (SELECT FROM phone_recording WHERE client_id = $1 AND ended_at IS NULL
         AND right(regexp_replace(phone, '\\D', '', 'g'), 10) = right($2, 10))
       OR EXISTS (SELECT FROM manager_contact WHERE client_id = $1 AND phone = $2
         AND ended_at IS NULL) AS recording`,
    [clientId, phone],
  );
  if (row?.call || row?.reply) throw problem('in_use', personTexts.inFlight);
  if (row?.text) throw problem('in_use', personTexts.receiptDue);
  if (row?.recording) throw problem('in_use', personTexts.recording);
}
