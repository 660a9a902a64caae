import { callListStatus } from '#contract/call-list.ts';
import { allowedAreaCodes } from '#domain/dialing.ts';
import { attemptOfEntry } from '../attempt-of-entry.ts';
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { firstOf, stepStride } from '../entry-steps.ts';
import { resealCopy } from '../reseal/entries.ts';
import { noteAccountStops } from './account-numbers.ts';
import { keepLeftBehind } from './account-phone.ts';
import { blocks, hasHashedNumbers } from './blocked-number.ts';
import { readCountries } from './client.ts';
import { holdOffErasures } from './person-erase-turns.ts';
import { sealLater } from './sensitive-fields.ts';
import { barStopsSince, stopsSeen } from './stops-meanwhile.ts';
import { keepCountsOfNew } from './waiting-tally.ts';

export interface RenewFilters {
  notCalled: boolean;
  /** Person, machine, delivered. */
  calledAnswered: boolean;
  /** No answer, busy, failed, unknown. */
  calledNotAnswered: boolean;
}

export interface RenewRequest {
  /** A list that is Closed. */
  callListId: number;
  campaignId: number;
  name: string;
  filters: RenewFilters;
}

/**
 * A new list of the phones of a closed one that pass a filter, may be called by their area code and
 * are not on the do-not-call list now. Returns its id, or undefined when no phone remains: the caller then rolls back.
 *
 * A barred entry was restricted by an opt-out that may have been lifted since; the do-not-call list
 * alone says whether it is callable now. A number that was followed up counts by its last attempt.
 */
export async function renewList(
  tx: Tx,
  vault: Vault,
  clientId: number,
  { callListId, campaignId, name, filters }: RenewRequest,
): Promise<number | undefined> {
  await holdOffErasures(tx, clientId);
  const seen = await stopsSeen(tx);
  const made = await tx.row<{ id: number; phoneColumns: number }>(
    `INSERT INTO call_list (client_id, campaign_id, name, original_call_list_id, restriction_type,
       mapped_fields, phone_columns, phone_names, consent, status_id)
     SELECT $1, $3, $4, call_list_id, restriction_type, mapped_fields, phone_columns,
       phone_names, consent, ${callListStatus.loaded}
     FROM call_list WHERE client_id = $1 AND call_list_id = $2
     RETURNING call_list_id AS id, phone_columns AS "phoneColumns"`,
    [clientId, callListId, campaignId, name],
  );
  if (!made) return undefined;
  const phones = await copyEntries(tx, clientId, callListId, made.id, filters);
  if (phones === 0) return undefined;
  await resealCopy(tx, vault, { clientId, callListId: made.id }, callListId);
  await sealLater(tx, clientId, made.id);
  if (made.phoneColumns > 1) await keepLeftBehind(tx, clientId, callListId, made.id);
  await tx.run(
    `UPDATE call_list SET phone_count = $3, account_count =
       (SELECT count(DISTINCT account_line) FROM list_entry WHERE client_id = $1 AND call_list_id = $2)
     WHERE client_id = $1 AND call_list_id = $2`,
    [clientId, made.id, phones],
  );
  await tx.run('INSERT INTO call_list_count (client_id, call_list_id) VALUES ($1, $2)', [
    clientId,
    made.id,
  ]);
  await noteAccountStops(tx, clientId, await barStopsSince(tx, clientId, made.id, seen));
  await keepCountsOfNew(tx, { clientId, callListId: made.id }, phones);
  return made.id;
}

/**
 * SQL: accounts of the original list, by line and External Id, of which a number asked to stop: one that
 * is in it, or one that was left out of it. And External Ids that others gave such a number.
 */
const stoppedAccounts = (hashed: boolean) => `SELECT o.account_line, o.external_id FROM (
    SELECT account_line, external_id, phone FROM list_entry
    WHERE client_id = $1 AND call_list_id = $2
    UNION ALL
    SELECT account_line, external_id, phone FROM account_phone
    WHERE client_id = $1 AND call_list_id = $2
    UNION ALL
    SELECT NULL, external_id, phone FROM account_stop WHERE client_id = $1) AS o
  JOIN do_not_call d ON d.client_id = $1 AND d.whole_account
    AND ${hashed ? blocks('d', 'o.phone') : 'd.phone = o.phone'}
  WHERE (SELECT stop_scope = 'account' FROM client WHERE client_id = $1)`;

/** SQL: the filter that an entry `e` with the attempt `a`, if any, passes. */
const passes = {
  notCalled: 'a.entry_id IS NULL',
  calledAnswered: "a.result IN ('person', 'machine', 'delivered')",
  calledNotAnswered: "a.result IN ('no_answer', 'busy', 'failed', 'unknown')",
} as const satisfies Record<keyof RenewFilters, string>;

/**
 * SQL: each number is taken once, by the last attempt on its way in the list: not by a follow-up that was
 * never made, whose number was called before. OFFSET 0: by key, as in `attemptOfEntry`.
 */
const isLast = `NOT EXISTS (SELECT FROM attempt o
         WHERE o.client_id = $1 AND o.call_list_id = $2
           AND o.entry_id = e.entry_id + CASE WHEN a.entry_id IS NULL THEN -${stepStride} ELSE ${stepStride} END
         OFFSET 0)`;

/** SQL: the entries that may be called now, by the do-not-call list and the area codes of $3. */
const renewable = (hashed: boolean) => `FROM list_entry e
     ${attemptOfEntry('entry_id, result', { list: '$2' })}
     WHERE e.client_id = $1 AND e.call_list_id = $2
       AND e.phone <> ''
       AND ${isLast}
       AND NOT EXISTS (SELECT FROM do_not_call d WHERE d.client_id = $1 AND d.phone = e.phone)
       ${hashed ? `AND NOT EXISTS (SELECT FROM do_not_call d WHERE d.client_id = $1 AND d.phone = number_hash($1, e.phone))` : ''}
       AND e.account_line NOT IN (
         SELECT account_line FROM stopped WHERE account_line IS NOT NULL)
       AND coalesce(e.external_id NOT IN (
         SELECT external_id FROM stopped WHERE external_id IS NOT NULL), true)
       AND substr(e.phone, 2, 3) = ANY ($3::text[])`;

/** The numbers that a renewal of the list would take now, by the filter that they pass. */
export async function countRenewable(
  tx: Tx,
  clientId: number,
  callListId: number,
): Promise<Record<keyof RenewFilters, number>> {
  const allowed = allowedAreaCodes(await readCountries(tx, clientId));
  const counted = Object.entries(passes).map(
    ([name, filter]) => `count(*) FILTER (WHERE ${filter})::bigint AS "${name}"`,
  );
  const hashed = await hasHashedNumbers(tx, clientId);
  const row = await tx.row<Record<keyof RenewFilters, number>>(
    `WITH stopped AS MATERIALIZED (${stoppedAccounts(hashed)})
     SELECT ${counted.join(', ')} ${renewable(hashed)}`,
    [clientId, callListId, allowed],
  );
  return row ?? { notCalled: 0, calledAnswered: 0, calledNotAnswered: 0 };
}

async function copyEntries(
  tx: Tx,
  clientId: number,
  from: number,
  to: number,
  filters: RenewFilters,
) {
  const allowed = allowedAreaCodes(await readCountries(tx, clientId));
  const hashed = await hasHashedNumbers(tx, clientId);
  return tx.run(
    `WITH stopped AS MATERIALIZED (${stoppedAccounts(hashed)})
     INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, phone_column,
       first_name, middle_name, last_name, date_of_birth, ssn, address, address2, city, state_code,
       zip_code, external_id, custom, sealed_custom, place_group, consent)
     SELECT $1, $4, row_number() OVER (ORDER BY ${firstOf('e.entry_id')}), e.account_line, e.phone,
       e.phone_column, e.first_name, e.middle_name, e.last_name, e.date_of_birth, e.ssn, e.address,
       e.address2, e.city, e.state_code, e.zip_code, e.external_id, e.custom, e.sealed_custom,
       e.place_group, e.consent
     ${renewable(hashed)}
       AND (($5 AND ${passes.notCalled})
         OR ($6 AND ${passes.calledAnswered})
         OR ($7 AND ${passes.calledNotAnswered}))`,
    [
      ...[clientId, from, allowed, to],
      ...[filters.notCalled, filters.calledAnswered, filters.calledNotAnswered],
    ],
  );
}
