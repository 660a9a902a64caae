/**
 * Where a client's tables hold a number: `$1` is the client, `$2` the eleven digits. Reading, and counting
 * what an erasure takes, use the same statements.
 */
import type { PersonPlace } from '#contract/person-data.ts';
import { blocks } from './blocked-number.ts';
import { hasDigits } from './number.ts';

/** Read from tables; reports are read from their files (person-reports.ts). */
type TablePlace = Exclude<PersonPlace, 'reports'>;

/** Where the sealed values of a row belong; not shown (person-data.ts). */
const seal = (table: string, row: string) =>
  `'${table}' AS "$table", call_list_id AS "$list", ${row} AS "$row"`;

const person = `first_name AS "firstName", middle_name AS "middleName", last_name AS "lastName",
  date_of_birth AS "dateOfBirth", ssn, city, state_code AS state, zip_code AS "zipCode",
  external_id AS "externalId"`;

/** SQL: the ten digits of $2 somewhere in a text. */
const mentions = (text: string) => `${text} LIKE '%' || right($2, 10) || '%'`;

/** SQL: fields of an entry in which another person's row may name the number. */
export const mentionColumns = ['address', 'address2', 'external_id'] as const;
const entryMentions = [
  ...mentionColumns.map((one) => `e.${one}`),
  'e.custom::text',
  'e.consent::text',
]
  .map(mentions)
  .join(' OR ');

/** Of an inbound text, with or without punctuation between the digits. */
export const textMentions = `regexp_replace(i.message, '\\D', '', 'g') LIKE '%' || right($2, 10) || '%'`;

export const placeSql: Readonly<Record<TablePlace, string>> = {
  entries: `SELECT l.name AS "contactList", e.account_line AS line, e.phone, ${person.replace('city', 'address, address2, city')},
      e.consent->>'kind' AS consent, e.consent->>'source' AS "consentSource", e.consent->>'date' AS "consentDate",
      e.consent->>'words' AS "consentWords", e.custom, e.sealed_custom AS "$custom", platform_time(l.created) AS loaded, ${seal('list_entry', 'account_line').replace('call_list_id', 'e.call_list_id')}
    FROM list_entry e JOIN call_list l ON l.client_id = $1 AND l.call_list_id = e.call_list_id
    WHERE e.client_id = $1 AND e.phone = $2 ORDER BY e.call_list_id DESC, e.entry_id`,
  accountNumbers: `SELECT l.name AS "contactList", p.account_line AS line, p.phone, p.external_id AS "externalId"
    FROM account_phone p JOIN call_list l ON l.client_id = $1 AND l.call_list_id = p.call_list_id
    WHERE p.client_id = $1 AND p.phone = $2 ORDER BY p.call_list_id DESC`,
  calls: `SELECT started_at AS at, campaign_name AS campaign, call_list_name AS "contactList", phone,
      caller_id AS "callerId", result, duration AS seconds, key_pressed AS "keyPressed", ${person}, ${seal('call_record', 'entry_id')}
    FROM call_record WHERE client_id = $1 AND phone = $2 ORDER BY started_at DESC`,
  attempts: `SELECT a.attempted_at AS at, a.phone, a.result, a.carrier_note AS note
    FROM attempt a WHERE a.client_id = $1 AND a.phone = $2 ORDER BY a.attempted_at DESC`,
  textsSent: `SELECT a.attempted_at AS at, t.phone, t.texting_number AS "textingNumber", t.body AS message
    FROM attempt a JOIN outbound_text t USING (client_id, call_list_id, entry_id)
    WHERE a.client_id = $1 AND a.phone = $2 ORDER BY a.attempted_at DESC`,
  textsReceived: `SELECT i.received AS at, i.phone, i.texting_number AS "textingNumber", i.message,
      r.since AS "restingSince", r.decision, r.decided_at AS decided
    FROM inbound_text i LEFT JOIN contact_rest r
      ON r.client_id = $1 AND r.inbound_text_id = i.inbound_text_id
    WHERE i.client_id = $1 AND i.phone = $2
    UNION ALL SELECT received, phone, NULL, NULL, NULL, NULL, NULL FROM kept_reply
    WHERE client_id = $1 AND phone = $2 ORDER BY at DESC`,
  autoReplies: `SELECT queued AS at, phone, texting_number AS "textingNumber", body AS message
    FROM text_reply WHERE client_id = $1 AND phone = $2 ORDER BY queued DESC`,
  receipts: `SELECT received AS at, phone, texting_number AS "textingNumber", outcome
      FROM text_receipt WHERE client_id = $1 AND phone = $2
    UNION ALL SELECT NULL, phone, NULL, outcome FROM text_part WHERE client_id = $1 AND phone = $2`,
  rejectedRows: `SELECT l.name AS "contactList", r.line, r.column_name AS "column", r.value
    FROM rejected_row r JOIN call_list l ON l.client_id = $1 AND l.call_list_id = r.call_list_id
    WHERE r.client_id = $1 AND ${hasDigits('r', 'right($2, 10)')} ORDER BY r.call_list_id DESC, r.line`,
  savedFilters: `SELECT name, search FROM report_filter
    WHERE client_id = $1 AND (${mentions('search')} OR ${mentions('name')})`,
  recordings: `SELECT platform_time(p.requested_at) AS at, p.phone, p.name, p.file_name AS "fileName",
      s.content AS sound
    FROM phone_recording p LEFT JOIN sound s ON s.client_id = $1 AND s.file_name = p.file_name
    WHERE p.client_id = $1 AND right(regexp_replace(p.phone, '\\D', '', 'g'), 10) = right($2, 10)
    UNION ALL SELECT NULL, v.phone_number, m.name, v.file_name, s.content
    FROM voice_message_step v
    JOIN voice_message m ON m.client_id = $1 AND m.voice_message_id = v.voice_message_id
    LEFT JOIN sound s ON s.client_id = $1 AND s.file_name = v.file_name
    WHERE v.client_id = $1 AND right(regexp_replace(v.phone_number, '\\D', '', 'g'), 10) = right($2, 10)`,
  doNotCall: `SELECT platform_time(coalesce(key_at, text_at, created)) AS at, source, phone
      FROM do_not_call d WHERE client_id = $1 AND ${blocks('d', '$2::text')}
    UNION ALL SELECT NULL, 'account ' || external_id, phone
      FROM account_stop s WHERE client_id = $1 AND ${blocks('s', '$2::text')}
    UNION ALL SELECT NULL, 'national do-not-call list of ' || as_of, phone
      FROM registry_number WHERE client_id = $1 AND phone = $2`,
  scrubAnswers: `SELECT question, answer, CASE WHEN isfinite(since) THEN since::text END AS "consentDate",
      answered_at AS answered
    FROM scrub_answer WHERE client_id = $1 AND phone = $2 ORDER BY question, since`,
  lifts: `SELECT platform_time(lifted) AS at, phone, source, reason
    FROM do_not_call_lift f WHERE client_id = $1 AND f.phone = $2 ORDER BY lifted DESC`,
  audit: `SELECT at, actor_name AS "who", operation, thing_name AS "what" FROM audit_entry
    WHERE client_id = $1 AND ${mentions("concat_ws(' ', actor_name, thing_id, thing_name, before::text, after::text)")}
    UNION ALL SELECT at, '', action, detail->>'phone' FROM audit_log
    WHERE client_id = $1 AND ${mentions('detail::text')}`,
  mentions: `SELECT l.name AS "contactList", e.account_line AS line, NULL AS message
      FROM list_entry e JOIN call_list l ON l.client_id = $1 AND l.call_list_id = e.call_list_id
      WHERE e.client_id = $1 AND e.phone <> $2 AND (${entryMentions})
    UNION ALL SELECT NULL, NULL, i.message FROM inbound_text i
      WHERE i.client_id = $1 AND i.phone <> $2 AND ${textMentions}`,
};
