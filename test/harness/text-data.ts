/** Records of a client that texting needs, written straight into the database. */
import { asClient, type Database } from '../../src/db/database.ts';

let numbers = 0;

function nextPhone(): string {
  numbers += 1;
  return `1302556${String(numbers).padStart(4, '0')}`;
}

/** A number to text from, another one each time, faster than any campaign; returns its id. */
export async function makeTextingNumber(
  db: Database,
  clientId: number,
  phone = nextPhone(),
  segmentsPerSecond = 10_000,
): Promise<number> {
  const sql = `INSERT INTO texting_number (client_id, phone, kind, segments_per_second)
    VALUES ($1, $2, '10dlc', $3) RETURNING texting_number_id AS id`;
  return inserted(db, clientId, sql, [phone, segmentsPerSecond]);
}

export async function makeTextMessage(
  db: Database,
  clientId: number,
  name: string,
  message = 'Hello [first_name].',
): Promise<number> {
  const sql = `INSERT INTO text_message (client_id, name, message) VALUES ($1, $2, $3)
    RETURNING text_message_id AS id`;
  return inserted(db, clientId, sql, [name, message]);
}

interface TextCampaignGiven {
  name: string;
  textMessageId?: number;
  textingNumberId?: number;
  textPerMinute?: number;
  runStatus?: 1 | 2 | 3 | 4;
}

/** A text campaign in any state; returns its id. */
export function makeTextCampaign(
  db: Database,
  clientId: number,
  given: TextCampaignGiven,
): Promise<number> {
  return inserted(
    db,
    clientId,
    `INSERT INTO campaign (client_id, campaign_type, name, text_message_id, texting_number_id,
       text_per_minute, run_status)
     VALUES ($1, 3, $2, $3, $4, $5, $6) RETURNING campaign_id AS id`,
    [
      given.name,
      given.textMessageId ?? null,
      given.textingNumberId ?? null,
      given.textPerMinute ?? 10,
      given.runStatus ?? 1,
    ],
  );
}

interface Contact {
  first_name?: string;
  last_name?: string;
  external_id?: string;
}

/** Entries of a contact list, one phone each. */
export async function addContacts(
  db: Database,
  clientId: number,
  callListId: number,
  contacts: readonly Contact[],
): Promise<void> {
  await asClient(db, clientId, async (tx) => {
    for (const [index, { first_name, last_name, external_id }] of contacts.entries()) {
      await tx.run(
        `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone,
           first_name, last_name, external_id)
         VALUES ($1, $2, $3, $3, '13025550148', $4, $5, $6)`,
        [clientId, callListId, index + 1, first_name, last_name, external_id],
      );
    }
  });
}

async function inserted(
  db: Database,
  clientId: number,
  sql: string,
  values: readonly unknown[],
): Promise<number> {
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ id: number }>(sql, [clientId, ...values]),
  );
  if (!row) throw new Error('The record was not made.');
  return row.id;
}

export interface InboundTextGiven {
  message: string;
  phone?: string;
  /** ISO 8601. */
  received?: string;
  /** 1 None, 2 Opt In, 3 Opt Out, 4 Help, 5 Unclear, which waits for a manager. */
  intent?: 1 | 2 | 3 | 4 | 5;
}

let refs = 0;

/** Inbound texts as the engine stores them, in the order given. */
export async function addInboundTexts(
  db: Database,
  clientId: number,
  texts: readonly InboundTextGiven[],
): Promise<void> {
  const before = refs;
  refs += texts.length;
  await asClient(db, clientId, (tx) =>
    tx.run(
      `WITH texts AS (
         INSERT INTO inbound_text (client_id, phone, texting_number, received, message, intent,
           carrier_ref)
         SELECT $1, v.phone, '13025560000', v.received, v.message, v.intent, v.ref
         FROM unnest($2::text[], $3::timestamptz[], $4::text[], $5::smallint[], $6::text[])
           AS v (phone, received, message, intent, ref)
         RETURNING inbound_text_id, phone, received, intent)
       INSERT INTO contact_rest (client_id, inbound_text_id, phone, since)
       SELECT $1, inbound_text_id, phone, received FROM texts WHERE intent = 5`,
      [
        clientId,
        texts.map(({ phone }) => phone ?? '13025550148'),
        texts.map(({ received }) => received ?? '2026-11-20T15:41:00Z'),
        texts.map(({ message }) => message),
        texts.map(({ intent }) => intent ?? 1),
        texts.map((_, at) => `test:${before + at}`),
      ],
    ),
  );
}
