/** What an erasure does in each table; see person-erase.ts. */
import type { PersonPlace } from '#contract/person-data.ts';
import type { Tx } from '../database.ts';
import { hasDigits } from './number.ts';
import { mentionColumns, textMentions } from './person-places.ts';
import { externalKeyOf } from './policy-contacts.ts';
import { lockScrubAnswers } from './scrub-answer.ts';

export interface ErasingPlaces {
  clientId: number;
  phone: string;
  /** What the do-not-call list has of the number, where it stops the whole account. */
  listed: string | null;
}

type Step = [place: PersonPlace | undefined, sql: string];

const noPerson = `first_name = '', middle_name = '', last_name = '', date_of_birth = NULL, dob_index = NULL,
  dob_year_index = NULL, ssn = NULL, ssn_index = NULL, ssn_last4_index = NULL, city = '', state_code = '',
  zip_code = '', external_id = ''`;

/** A number that is found within a text, with its leading 1 or without. */
const without = (text: string) => `regexp_replace(${text}, '1?' || right($2, 10), '', 'g')`;

/** `$1` is the client, `$2` the number, `$3` what the list has of it. In this order. */
const steps: readonly Step[] = [
  // Reuses of the lists, follow-ups and the gate must know that the account asked to stop.
  [
    undefined,
    `INSERT INTO account_phone (client_id, phone, call_list_id, account_line, external_id)
     SELECT $1, $3::text, call_list_id, account_line, max(external_id) FROM list_entry
     WHERE client_id = $1 AND phone = $2 AND $3::text IS NOT NULL
     GROUP BY call_list_id, account_line ON CONFLICT DO NOTHING`,
  ],
  // What the account is found by stays with its attempts, for the limits of its other numbers, unless it
  // is made of this number: that could be guessed from it.
  [
    undefined,
    `UPDATE attempt a SET external_key = NULL
     WHERE a.client_id = $1 AND a.phone = $2 AND a.external_key IS NOT NULL
       AND (a.external_key IN (${externalKeyOf('$2')}, ${externalKeyOf('right($2, 10)')})
         OR EXISTS (SELECT FROM list_entry e WHERE e.client_id = $1 AND e.entry_id = a.entry_id
           AND e.call_list_id = a.call_list_id
           AND regexp_replace(e.external_id, '\\D', '', 'g') LIKE '%' || right($2, 10) || '%'))`,
  ],
  [
    'entries',
    `UPDATE list_entry SET phone = '', first_name = NULL, middle_name = NULL, last_name = NULL,
       date_of_birth = NULL, ssn = NULL, address = NULL, address2 = NULL, city = NULL,
       state_code = NULL, zip_code = NULL, external_id = NULL, custom = NULL, sealed_custom = NULL,
       place_group = NULL, consent = NULL, state = CASE state WHEN 0 THEN 2 ELSE state END
     WHERE client_id = $1 AND phone = $2`,
  ],
  [
    undefined,
    `UPDATE account_phone p SET phone = $3 WHERE client_id = $1 AND phone = $2 AND $3 LIKE '#%'
       AND NOT EXISTS (SELECT FROM account_phone o WHERE o.client_id = $1 AND o.phone = $3
         AND o.call_list_id = p.call_list_id AND o.account_line = p.account_line)`,
  ],
  [
    'accountNumbers',
    `DELETE FROM account_phone WHERE client_id = $1 AND phone = $2
       AND ($3::text IS NULL OR $3 LIKE '#%')`,
  ],
  [
    undefined,
    `INSERT INTO account_stop (client_id, external_id, phone)
     SELECT $1, external_id, $3 FROM account_stop
     WHERE client_id = $1 AND phone = $2 AND $3 LIKE '#%' ON CONFLICT DO NOTHING`,
  ],
  [
    undefined,
    `DELETE FROM account_stop WHERE client_id = $1 AND phone = $2
       AND ($3::text IS NULL OR $3 LIKE '#%')`,
  ],
  [
    'textsSent',
    `UPDATE outbound_text t SET phone = '', body = '', carrier_ref = NULL, written_refs = NULL
     FROM attempt a WHERE a.client_id = $1 AND a.phone = $2 AND t.client_id = $1
       AND t.call_list_id = a.call_list_id AND t.entry_id = a.entry_id`,
  ],
  [undefined, `UPDATE outbound_text SET phone = '', body = '' WHERE client_id = $1 AND phone = $2`],
  [
    'attempts',
    `UPDATE attempt SET phone = '', carrier_note = NULL, allowed = NULL
     WHERE client_id = $1 AND phone = $2 AND finished_at IS NOT NULL`,
  ],
  [
    'calls',
    `UPDATE call_record SET phone = '', ${noPerson}, carrier_words = '', course = NULL, allowed = NULL
     WHERE client_id = $1 AND phone = $2`,
  ],
  ['receipts', `DELETE FROM text_receipt WHERE client_id = $1 AND phone = $2`],
  [undefined, `DELETE FROM text_part WHERE client_id = $1 AND phone = $2`],
  [
    undefined,
    `DELETE FROM reply_cancel c USING text_reply r WHERE c.client_id = $1 AND r.client_id = $1
       AND r.text_reply_id = c.text_reply_id AND r.phone = $2`,
  ],
  ['autoReplies', `DELETE FROM text_reply WHERE client_id = $1 AND phone = $2`],
  [undefined, `DELETE FROM contact_rest WHERE client_id = $1 AND phone = $2`],
  ['textsReceived', `DELETE FROM inbound_text WHERE client_id = $1 AND phone = $2`],
  ['textsReceived', `DELETE FROM kept_reply WHERE client_id = $1 AND phone = $2`],
  [
    'rejectedRows',
    `UPDATE rejected_row r SET value = '' WHERE r.client_id = $1 AND ${hasDigits('r', 'right($2, 10)')}`,
  ],
  [
    'savedFilters',
    `DELETE FROM report_filter WHERE client_id = $1
       AND (search LIKE '%' || right($2, 10) || '%' OR name LIKE '%' || right($2, 10) || '%')`,
  ],
  [
    undefined,
    `DELETE FROM sound s USING phone_recording p WHERE p.client_id = $1 AND s.client_id = $1
       AND s.file_name = p.file_name
       AND right(regexp_replace(p.phone, '\\D', '', 'g'), 10) = right($2, 10)
       AND NOT EXISTS (SELECT FROM voice_message_step v
         WHERE v.client_id = $1 AND v.file_name = s.file_name)`,
  ],
  [
    'recordings',
    `UPDATE phone_recording SET phone = '' WHERE client_id = $1
       AND right(regexp_replace(phone, '\\D', '', 'g'), 10) = right($2, 10)`,
  ],
  [undefined, `UPDATE manager_contact SET phone = '' WHERE client_id = $1 AND phone = $2`],
  [undefined, `DELETE FROM manager_phone WHERE client_id = $1 AND $2 IN (phone, new_phone)`],
  [
    undefined,
    `UPDATE voice_message_step SET phone_number = NULL WHERE client_id = $1
       AND right(regexp_replace(phone_number, '\\D', '', 'g'), 10) = right($2, 10)`,
  ],
  [undefined, lockScrubAnswers],
  ['scrubAnswers', `DELETE FROM scrub_answer WHERE client_id = $1 AND phone = $2`],
  ['lifts', `SELECT FROM erase_lifts($1, $2, number_hash($1, $2)) AS gone WHERE gone > 0`],
  [
    'audit',
    `UPDATE audit_log SET detail = ${without('detail::text')}::jsonb
     WHERE client_id = $1 AND detail::text LIKE '%' || right($2, 10) || '%'`,
  ],
  [
    'mentions',
    `UPDATE list_entry SET ${mentionColumns.map((one) => `${one} = ${without(one)}`).join(', ')},
       custom = ${without('custom::text')}::jsonb, consent = ${without('consent::text')}::jsonb
     WHERE client_id = $1 AND phone <> $2 AND (${[
       ...mentionColumns,
       'custom::text',
       'consent::text',
     ]
       .map((one) => `${one} LIKE '%' || right($2, 10) || '%'`)
       .join(' OR ')})`,
  ],
  [
    'mentions',
    `UPDATE inbound_text i SET message = regexp_replace(i.message,
         '\\(?' || substr(right($2, 10), 1, 3) || '\\D{0,3}' || substr(right($2, 10), 4, 3) || '\\D{0,3}'
           || right($2, 4), '', 'g')
     WHERE i.client_id = $1 AND ${textMentions}`,
  ],
];

/** @returns how many rows of each place; those that had none are left out */
export async function erasePlaces(
  tx: Tx,
  { clientId, phone, listed }: ErasingPlaces,
): Promise<Partial<Record<PersonPlace, number>>> {
  const counts: Partial<Record<PersonPlace, number>> = {};
  for (const [place, sql] of steps) {
    const used = sql.includes('$3') ? [clientId, phone, listed] : [clientId, phone];
    const rows = await tx.run(sql, used);
    if (place && rows > 0) counts[place] = (counts[place] ?? 0) + rows;
  }
  return counts;
}
