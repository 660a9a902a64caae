/**
 * The engines' side of calls and texts to managers. Every statement names the engine and skips what has
 * ended: an engine that was declared dead meanwhile changes nothing any more.
 */
import type { TestStatus } from '#contract/message-test.ts';
import type { StoredNote } from '#contract/note.ts';
import type { Reason } from '#contract/reason.ts';
import type { StopWord } from '#domain/operator-stop-words.ts';
import type { Tx } from '../database.ts';
import { isWorld } from './hold.ts';
import type { ContactPlan } from './manager-contact.ts';
import { besideStops, stopWord } from './operator-stop.ts';
import { longestWait } from './phone-recording.ts';
import { plainJson } from './plain-json.ts';
import type { Receipt } from './receipt.ts';
import { fitsNumber, storeParts, type TextOfParts } from './text-part.ts';

export interface ContactKey {
  clientId: number;
  contactId: number;
}

export interface TakenContact extends ContactKey {
  managerId: number;
  channel: 'voice' | 'text';
  /** 11 digits. */
  phone: string;
  carrierNumber: number;
  plan: ContactPlan;
  /** As in client.voice_carrier or client.text_carrier. */
  carrier: string;
  /** A stop by the operator or an administrator: it must not be submitted. */
  stop: StopWord | null;
}

const carrier = `CASE WHEN m.channel = 'text' THEN c.text_carrier ELSE c.voice_carrier END`;

/**
 * Takes requests that no engine has, except those that waited too long; for the platform. The commit
 * comes before the submission, and a row that was taken is never given to another engine: nobody is
 * called or texted twice.
 *
 * @param world as in `ClaimRequest`
 */
export async function takeContacts(
  tx: Tx,
  engineId: string,
  seconds: number,
  world?: string,
): Promise<TakenContact[]> {
  await besideStops(tx);
  return tx.rows<TakenContact>(
    `UPDATE manager_contact m
     SET engine_id = $1, lease_until = clock_timestamp() + make_interval(secs => $2), status = 'placing'
     FROM client c
     WHERE c.client_id = m.client_id AND c.disabled_at IS NULL
       AND (m.client_id, m.manager_contact_id) IN (
         SELECT client_id, manager_contact_id FROM manager_contact
         WHERE ended_at IS NULL AND engine_id IS NULL
           AND requested_at > clock_timestamp() - make_interval(secs => $3) AND ${isWorld('$4')}
         FOR UPDATE SKIP LOCKED)
     RETURNING m.client_id AS "clientId", m.manager_contact_id AS "contactId",
       m.manager_id AS "managerId", m.channel, m.phone, m.carrier_number AS "carrierNumber", m.plan,
       ${carrier} AS carrier, ${stopWord('c.client_id', carrier)} AS stop`,
    [engineId, seconds, longestWait, world],
  );
}

const ofEngine =
  'client_id = $1 AND manager_contact_id = $2 AND engine_id = $3 AND ended_at IS NULL';

/** It goes on. Returns false when this engine no longer owns it. */
export async function setContactStatus(
  tx: Tx,
  { clientId, contactId }: ContactKey,
  engineId: string,
  status: TestStatus,
  answeredBy: 'person' | 'machine' | null = null,
): Promise<boolean> {
  const changed = await tx.run(
    // The carrier's response may come after its report that somebody answered.
    `UPDATE manager_contact SET status = CASE WHEN status = 'answered' THEN status ELSE $4 END, answered_by = coalesce($5, answered_by),
       answered_at = CASE WHEN $5::text IS NULL THEN answered_at ELSE clock_timestamp() END
     WHERE ${ofEngine}`,
    [clientId, contactId, engineId, status, answeredBy],
  );
  return changed > 0;
}

export interface ContactEnd {
  status: Extract<TestStatus, 'sent' | 'ended' | 'failed' | 'unclear'>;
  reason?: Reason;
  note?: StoredNote;
  /** Of an accepted text. */
  text?: TextOfParts;
}

/** Ends it, and forgets what was played or sent. Returns false when it had ended already. */
export async function endContact(
  tx: Tx,
  { clientId, contactId }: ContactKey,
  engineId: string,
  { status, reason, note, text }: ContactEnd,
): Promise<boolean> {
  const ended = await tx.run(
    `UPDATE manager_contact SET status = $4, reason = $5, note = $6, carrier_ref = $7, plan = NULL,
       ended_at = clock_timestamp() WHERE ${ofEngine}`,
    [
      ...[clientId, contactId, engineId, status, reason ?? null, plainJson(note ?? null)],
      text?.carrierRef ?? null,
    ],
  );
  if (ended > 0 && text) await storeParts(tx, clientId, [text]);
  return ended > 0;
}

/** Applies receipts of texts to managers; returns those that belong to none. */
export async function noteContactReceipts<R extends Receipt>(
  tx: Tx,
  clientId: number,
  receipts: readonly R[],
  numberOf: (receipt: R) => number | null,
): Promise<R[]> {
  const found = await tx.rows<{ ref: string; phone: string }>(
    `UPDATE manager_contact m SET status = v.outcome, note = coalesce(v.note, m.note)
     FROM unnest($2::text[], $3::text[], $4::bigint[], $5::text[], $6::jsonb[])
       AS v (ref, phone, number, outcome, note)
     WHERE m.client_id = $1 AND m.channel = 'text' AND m.ended_at IS NOT NULL
       AND ((m.carrier_ref = v.ref AND ${fitsNumber('m.phone')})
         OR (m.carrier_number = v.number AND m.phone = v.phone))
     RETURNING v.ref, v.phone`,
    [
      clientId,
      receipts.map((one) => one.carrierRef),
      receipts.map((one) => one.phone),
      receipts.map(numberOf),
      receipts.map((one) => one.outcome),
      receipts.map((one) => plainJson(one.note)),
    ],
  );
  const ours = new Set(found.map(({ ref, phone }) => `${ref} ${phone}`));
  return receipts.filter((one) => !ours.has(`${one.carrierRef} ${one.phone}`));
}
