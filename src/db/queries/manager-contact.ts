/**
 * Calls and texts to managers' own phones, as managers ask for and see them (decision 095); the engines'
 * part is in manager-contact-run.ts. None of them is an attempt.
 */
import { randomBytes } from 'node:crypto';
import { problem } from '#contract/errors.ts';
import {
  clientTestsPerDay,
  clientTestsPerMinute,
  messageTestTexts,
  type TestStatus,
  testsPerMinute,
} from '#contract/message-test.ts';
import type { StoredNote } from '#contract/note.ts';
import type { Reason, StoredReason } from '#contract/reason.ts';
import type { Tx } from '../database.ts';
import { isNotUnique } from '../errors.ts';
import type { StoredCallerId } from './claim-request.ts';
import type { PlayableMessage } from './lease.ts';
import { longestWait } from './phone-recording.ts';

/** The channel that wakes the engines' part. */
export const managerContactChannel = 'engine_work';

/** What an engine plays or sends. */
export type ContactPlan =
  | {
      kind: 'call';
      /** To a person, and to a machine after its greeting. */
      person: PlayableMessage | null;
      machine: PlayableMessage | null;
      heardAs: { callListId: number; entryId: number } | 'nobody';
      callerId: StoredCallerId;
      callerIdName: string;
      linkback: {
        number: string;
        agentMessage: PlayableMessage | null;
        /** A 1 really calls the agents' number. */
        callAgent: boolean;
      } | null;
    }
  | { kind: 'text'; from: string; body: string }
  /** Of a code, which is in no row (db/manager-code.ts); `from` where it is texted. */
  | { kind: 'code'; from: string | null };

export interface NewContact {
  clientId: number;
  managerId: number;
  purpose: 'code' | 'test';
  channel: 'voice' | 'text';
  /** 11 digits. */
  phone: string;
  carrierNumber: number;
  plan: ContactPlan;
  campaignName: string | null;
  messageName: string | null;
}

/** 50 random bits: no other request has it, even after a restore. */
export const newCarrierNumber = (): number =>
  (randomBytes(7).readUIntBE(1, 6) % 10 ** 14) + 10 ** 14;

/**
 * Asks for a call or text; an engine takes it. The client's requests are counted one after the other.
 *
 * @returns its id
 * @throws `conflict` while one of this manager is in progress, `too_many_tries` after too many
 */
export async function requestContact(tx: Tx, contact: NewContact): Promise<number> {
  const { clientId, managerId } = contact;
  await tx.run(`SELECT pg_advisory_xact_lock(hashtext('carillon manager contacts'), $1)`, [
    clientId,
  ]);
  await endLostContacts(tx);
  await refuseTooMany(tx, clientId, managerId);
  try {
    const row = await tx.row<{ id: number }>(
      `INSERT INTO manager_contact (client_id, manager_id, purpose, channel, phone, carrier_number,
         plan, campaign_name, message_name)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING manager_contact_id AS id`,
      [
        ...[clientId, managerId, contact.purpose, contact.channel, contact.phone],
        ...[contact.carrierNumber, contact.plan, contact.campaignName, contact.messageName],
      ],
    );
    if (!row) throw new Error('The insert returned no row.');
    return row.id;
  } catch (error) {
    if (!isNotUnique(error, 'manager_contact_open')) throw error;
    throw problem('conflict', messageTestTexts.inProgress, { cause: error });
  }
}

/** Each rate: how many, within how many seconds, and the sentence. */
const rates = [
  { own: true, most: testsPerMinute, seconds: 60, sentence: messageTestTexts.tooMany },
  {
    own: false,
    most: clientTestsPerMinute,
    seconds: 60,
    sentence: messageTestTexts.tooManyOfClient,
  },
  { own: false, most: clientTestsPerDay, seconds: 86_400, sentence: messageTestTexts.tooManyToday },
] as const;

async function refuseTooMany(tx: Tx, clientId: number, managerId: number): Promise<void> {
  for (const { own, most, seconds, sentence } of rates) {
    // The oldest of the newest `most` ones: when it is old enough, there is room again.
    const row = await tx.row<{ wait: number }>(
      `SELECT ceil(extract(epoch FROM requested_at + make_interval(secs => $3) - clock_timestamp()))::int
         AS wait
       FROM manager_contact
       WHERE client_id = $1 AND ($2::bigint IS NULL OR manager_id = $2)
         AND requested_at > clock_timestamp() - make_interval(secs => $3)
       ORDER BY requested_at DESC OFFSET $4 LIMIT 1`,
      [clientId, own ? managerId : null, seconds, most - 1],
    );
    if (row) throw problem('too_many_tries', sentence, { retryAfter: Math.max(1, row.wait) });
  }
}

export interface ContactRow {
  id: number;
  purpose: 'code' | 'test';
  channel: 'voice' | 'text';
  phone: string;
  campaignName: string | null;
  messageName: string | null;
  status: TestStatus;
  reason: StoredReason | null;
  note: StoredNote | null;
  over: boolean;
  requested: Date;
  /** Of its id at the carrier, and of the code that is made from it. */
  carrierNumber: number;
}

const columns = `manager_contact_id AS id, purpose, channel, phone, campaign_name AS "campaignName",
  message_name AS "messageName", status, reason, note, ended_at IS NOT NULL AS over,
  platform_time(requested_at) AS requested, carrier_number AS "carrierNumber"`;

/** The manager's newest ones for a purpose, the newest first. */
export async function listContacts(
  tx: Tx,
  { clientId, managerId }: Pick<NewContact, 'clientId' | 'managerId'>,
  purpose: NewContact['purpose'],
  most: number,
): Promise<ContactRow[]> {
  await endLostContacts(tx);
  return tx.rows<ContactRow>(
    `SELECT ${columns} FROM manager_contact
     WHERE client_id = $1 AND manager_id = $2 AND purpose = $3
     ORDER BY manager_contact_id DESC LIMIT $4`,
    [clientId, managerId, purpose, most],
  );
}

/** Codes that went to this manager, or to this number at this client, within the last hour. */
export async function codesSent(
  tx: Tx,
  { clientId, managerId, phone }: Pick<NewContact, 'clientId' | 'managerId' | 'phone'>,
): Promise<number> {
  const row = await tx.row<{ sent: number }>(
    `SELECT count(*)::int AS sent FROM manager_contact
     WHERE client_id = $1 AND purpose = 'code' AND (manager_id = $2 OR phone = $3)
       AND requested_at > clock_timestamp() - interval '1 hour'`,
    [clientId, managerId, phone],
  );
  return row?.sent ?? 0;
}

/**
 * When a code may be asked for again, by the platform's clock, if so many went within 24 hours to one
 * number or manager at the client before the one that was just asked for; undefined: it may go.
 */
export async function nextCodeOfDay(
  tx: Tx,
  clientId: number,
  of: { phone: string } | { managerId: number },
  most: number,
): Promise<Date | undefined> {
  const [column, value] = 'phone' in of ? ['phone', of.phone] : ['manager_id', of.managerId];
  const row = await tx.row<{ free: Date }>(
    `SELECT platform_time(requested_at + interval '24 hours') AS free FROM manager_contact
     WHERE client_id = $1 AND purpose = 'code' AND ${column} = $2
       AND requested_at > clock_timestamp() - interval '24 hours'
     ORDER BY requested_at DESC OFFSET $3 LIMIT 1`,
    [clientId, value, most],
  );
  return row?.free;
}

const noEngine: Reason = { code: 'manager_no_engine' };
const lost: Reason = { code: 'manager_contact_lost' };

/**
 * Ends what no engine took in time, as failed, and what an engine took that is gone, as unclear: nobody
 * knows whether its carrier was asked, and it is never repeated. Every role that sees the rows may do it.
 */
export function endLostContacts(tx: Tx): Promise<number> {
  return tx.run(
    `UPDATE manager_contact m
     SET status = CASE WHEN engine_id IS NULL THEN 'failed' ELSE 'unclear' END, ended_at = clock_timestamp(),
       plan = NULL, reason = CASE WHEN engine_id IS NULL THEN $1::jsonb ELSE $2::jsonb END
     FROM (SELECT client_id, manager_contact_id FROM manager_contact
       WHERE ended_at IS NULL
         AND (CASE WHEN engine_id IS NULL THEN requested_at + make_interval(secs => $3)
              ELSE lease_until END) < clock_timestamp()
       FOR NO KEY UPDATE SKIP LOCKED) AS lost
     WHERE m.client_id = lost.client_id AND m.manager_contact_id = lost.manager_contact_id`,
    [noEngine, lost, longestWait],
  );
}

/** Deletes what is older than 30 days; for the platform. */
export function sweepContacts(tx: Tx): Promise<number> {
  return tx.run(`DELETE FROM manager_contact WHERE requested_at < now() - interval '30 days'`);
}
