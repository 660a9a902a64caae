/** Texting numbers: assigned and taken back by the operator. */
import { problem } from '#contract/errors.ts';
import type { TextingNumberKind } from '#contract/text-campaign.ts';
import { usualKindOf, usualSegmentsPerSecond } from '#domain/texting-number-kind.ts';
import type { Tx } from '../database.ts';
import { isNotUnique } from '../errors.ts';
import { nameOrder } from '../name-order.ts';

/** What a number can send; absent: judged by its digits, with the usual pace of that kind. */
export interface NumberPace {
  kind?: TextingNumberKind | undefined;
  segmentsPerSecond?: number | undefined;
}

/** Throws `not_unique` when a client, this one or another, has the number. */
export async function insertTextingNumber(
  tx: Tx,
  clientId: number,
  phone: string,
  { kind = usualKindOf(phone), segmentsPerSecond = usualSegmentsPerSecond[kind] }: NumberPace = {},
): Promise<void> {
  try {
    await tx.run(
      `INSERT INTO texting_number (client_id, phone, kind, segments_per_second)
       VALUES ($1, $2, $3, $4)`,
      [clientId, phone, kind, segmentsPerSecond],
    );
  } catch (error) {
    if (!isNotUnique(error, 'texting_number_phone')) throw error;
    throw problem('not_unique', `The texting number ${phone} is already assigned to a client.`, {
      cause: error,
    });
  }
}

/** A new kind without a pace gets the usual one of that kind. Throws `not_found`. */
export async function setNumberPace(
  tx: Tx,
  clientId: number,
  phone: string,
  { kind, segmentsPerSecond }: NumberPace,
): Promise<void> {
  const pace = segmentsPerSecond ?? (kind && usualSegmentsPerSecond[kind]);
  const changed = await tx.run(
    `UPDATE texting_number SET kind = coalesce($3, kind),
       segments_per_second = coalesce($4, segments_per_second)
     WHERE client_id = $1 AND phone = $2 AND deleted_at IS NULL`,
    [clientId, phone, kind ?? null, pace ?? null],
  );
  if (changed === 0) throw problem('not_found', `This client has no texting number ${phone}.`);
}

/** Takes a number back; it can be assigned again. Throws `not_found` or `in_use`. */
export async function removeTextingNumber(tx: Tx, clientId: number, phone: string): Promise<void> {
  const row = await tx.row<{ id: number }>(
    `SELECT texting_number_id AS id FROM texting_number
     WHERE client_id = $1 AND phone = $2 AND deleted_at IS NULL FOR UPDATE`,
    [clientId, phone],
  );
  if (!row) throw problem('not_found', `This client has no texting number ${phone}.`);
  // After the lock: a save of a campaign with this number, which holds it, has been waited for.
  const used = await tx.row<{ campaigns: string | null }>(
    `SELECT string_agg(name, ', ' ORDER BY ${nameOrder('name')}) AS campaigns FROM campaign
     WHERE client_id = $1 AND texting_number_id = $2 AND deleted_at IS NULL`,
    [clientId, row.id],
  );
  if (used?.campaigns) {
    throw problem('in_use', `The texting number ${phone} is used by: ${used.campaigns}.`);
  }
  await tx.run(
    'UPDATE texting_number SET deleted_at = now() WHERE client_id = $1 AND texting_number_id = $2',
    [clientId, row.id],
  );
}

interface AssignedNumber {
  code: string;
  phone: string;
  kind: TextingNumberKind;
  segmentsPerSecond: number;
}

/** The numbers that clients have now; of one client, or of all. */
export function listAssignedNumbers(tx: Tx, clientId?: number) {
  return tx.rows<AssignedNumber>(
    `SELECT c.code, n.phone, n.kind, n.segments_per_second AS "segmentsPerSecond" FROM texting_number n JOIN client c USING (client_id)
     WHERE n.deleted_at IS NULL AND ($1::int IS NULL OR n.client_id = $1)
     ORDER BY lower(c.code), n.phone`,
    [clientId ?? null],
  );
}
