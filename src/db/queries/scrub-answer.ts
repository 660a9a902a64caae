/** Answers about a client's numbers, as statements read them and a job stores them. */
import type { ScrubAnswer, ScrubQuestion } from '#contract/scrub.ts';
import { type KnownAnswers, knownAnswers, type ScrubRow } from '#domain/policy/scrub-hold.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';

/** SQL: the answers about the number of entry `e` of client $1, `ScrubRow`s in JSON; null for none. */
export const scrubRowsOf = `(SELECT jsonb_agg(jsonb_build_array(s.question,
    CASE WHEN isfinite(s.since) THEN s.since::text END, s.answer, s.good_until > now())
    ORDER BY s.question, s.since)
  FROM scrub_answer s WHERE s.client_id = $1 AND s.phone = e.phone)`;

/**
 * SQL: the date of the consent that holds for entry `e` of list $2, as it was written: the account's own,
 * or the list's for an account that has no word of its own. A refusal has no date of consent.
 */
export const consentDateOf = dateOfConsent(`(SELECT l.consent->>'date'
    FROM call_list l WHERE l.client_id = $1 AND l.call_list_id = $2)`);
/** The same where list `l` is joined. */
export const joinedConsentDate = dateOfConsent(`l.consent->>'date'`);

function dateOfConsent(ofList: string): string {
  return `CASE WHEN e.consent IS NULL THEN ${ofList}
    WHEN e.consent->>'kind' NOT IN ('refused', 'unclear') THEN e.consent->>'date' END`;
}

export interface ScrubCandidate {
  entryId: number;
  phone: string;
  state: string | null;
  zipCode: string | null;
  /** As its file writes it. */
  consentDate: string | null;
  scrub: KnownAnswers;
}

/** The next waiting entries of a list after one, in their order. */
export async function scrubCandidates(
  tx: Tx,
  [clientId, callListId]: readonly [number, number],
  after: number,
  limit: number,
): Promise<ScrubCandidate[]> {
  const rows = await tx.rows<Omit<ScrubCandidate, 'scrub'> & { rows: ScrubRow[] | null }>(
    `SELECT e.entry_id AS "entryId", e.phone, e.state_code AS state, e.zip_code AS "zipCode",
       ${consentDateOf} AS "consentDate", ${scrubRowsOf} AS rows
     FROM list_entry e
     WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.state = ${entryState.waiting}
       AND e.entry_id > $3
     ORDER BY e.entry_id LIMIT $4`,
    [clientId, callListId, after, limit],
  );
  return rows.map(({ rows: known, ...row }) => ({
    ...row,
    scrub: knownAnswers(known, row.consentDate),
  }));
}

export interface NewAnswer {
  phone: string;
  question: ScrubQuestion;
  /** `YYYY-MM-DD`; null: without a date of consent. */
  since: string | null;
  answer: ScrubAnswer;
}

/** SQL: an erasure takes it alone, so that no answer about the number comes in beside it. */
export const lockScrubAnswers = `SELECT pg_advisory_xact_lock(hashtext('scrub answers'), $1)
  WHERE $2::text <> ''`;

/** Only about numbers that the client still has: one that was erased meanwhile stays erased. */
export async function storeAnswers(
  tx: Tx,
  clientId: number,
  answers: readonly NewAnswer[],
  goodDays: number,
): Promise<void> {
  await tx.run(`SELECT pg_advisory_xact_lock_shared(hashtext('scrub answers'), $1)`, [clientId]);
  await tx.run(
    `INSERT INTO scrub_answer AS a (client_id, phone, question, since, answer, good_until)
     SELECT $1, v.phone, v.question, coalesce(v.since::date, '-infinity'), v.answer,
       clock_timestamp() + make_interval(days => $6)
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[])
       AS v (phone, question, since, answer)
     WHERE EXISTS (SELECT FROM list_entry e WHERE e.client_id = $1 AND e.phone = v.phone)
     ORDER BY v.phone, v.question
     ON CONFLICT (client_id, phone, question, since) DO UPDATE SET answer = excluded.answer,
       answered_at = clock_timestamp(), good_until = excluded.good_until`,
    [
      clientId,
      answers.map(({ phone }) => phone),
      answers.map(({ question }) => question),
      answers.map(({ since }) => since),
      answers.map(({ answer }) => answer),
      goodDays,
    ],
  );
}

const sweepBatch = 5_000;

/** Answers that are too old, about numbers that wait in no list of the client any more. */
export function sweepAnswers(tx: Tx, clientId: number): Promise<number> {
  return tx.run(
    `DELETE FROM scrub_answer WHERE client_id = $1 AND (phone, question, since) IN (
       SELECT s.phone, s.question, s.since FROM scrub_answer s
       WHERE s.client_id = $1 AND s.good_until < now() AND NOT EXISTS (
         SELECT FROM list_entry e WHERE e.client_id = $1 AND e.phone = s.phone
           AND e.state = ${entryState.waiting})
       LIMIT ${sweepBatch})`,
    [clientId],
  );
}
