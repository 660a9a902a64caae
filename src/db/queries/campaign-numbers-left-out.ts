/** The rows of a campaign's files that were not loaded. */
import { numbersPage } from '#contract/campaign-numbers.ts';
import type { StoredReason } from '#contract/reason.ts';
import type { Tx } from '../database.ts';
import { containsPattern } from '../like-pattern.ts';
import type { NumbersCursor, NumbersQuestion } from './campaign-numbers-question.ts';

export interface LeftOutRow {
  callListId: number;
  callListName: string;
  rowId: number;
  line: number;
  column: string;
  value: string;
  reason: StoredReason;
}

const leftOut = `FROM rejected_row r
     JOIN call_list l ON l.client_id = $1 AND l.call_list_id = r.call_list_id
     WHERE r.client_id = $1 AND l.campaign_id = $2 AND l.contacts_deleted_at IS NULL
       AND r.value <> '' AND ($3::text IS NULL OR r.reason ->> 'code' = $3)
       AND ($4::text IS NULL OR r.value ILIKE $4)`;

const valuesOf = (clientId: number, { campaignId, reason, search }: NumbersQuestion) => [
  ...[clientId, campaignId, reason ?? null],
  search ? containsPattern(search) : null,
];

/** In the order of the files, or by the value as the file had it. A page and one more. */
export function readLeftOutPage(
  tx: Tx,
  clientId: number,
  question: NumbersQuestion,
  { callListId, after, row }: NumbersCursor,
  size = numbersPage,
): Promise<LeftOutRow[]> {
  const byValue = question.sort === 'phone';
  const position = '(r.call_list_id, r.line, r.rejected_row_id)';
  const start = '($5, $6, $7)';
  const last = `(SELECT b.value FROM rejected_row b
         WHERE b.client_id = $1 AND b.call_list_id = $5 AND b.rejected_row_id = $7)`;
  const direction = question.order === 'desc' ? 'DESC' : 'ASC';
  const beyond = question.order === 'desc' ? '<' : '>';
  const following = byValue
    ? `($5 = 0 OR r.value ${beyond} ${last} OR r.value = ${last} AND ${position} > ${start})`
    : `${position} > ${start}`;
  return tx.rows<LeftOutRow>(
    `SELECT r.call_list_id AS "callListId", l.name AS "callListName",
       r.rejected_row_id AS "rowId", r.line, r.column_name AS column, r.value, r.reason
     ${leftOut} AND ${following}
     ORDER BY ${byValue ? `r.value ${direction},` : ''} r.call_list_id, r.line, r.rejected_row_id
     LIMIT ${size + 1}`,
    [...valuesOf(clientId, question), callListId, after, row],
  );
}

export async function countLeftOut(tx: Tx, clientId: number, question: NumbersQuestion) {
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) ${leftOut}`,
    valuesOf(clientId, question),
  );
  return row?.count ?? 0;
}
