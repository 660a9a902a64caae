/** What happened with one number, newest first: each source has at most a page, by an index. */
import { campaignType } from '#contract/campaign.ts';
import type { DoNotCallSource } from '#contract/do-not-call.ts';
import type { MessageIntent } from '#contract/inbound-text.ts';
import type { StoredNote } from '#contract/note.ts';
import { historyPage } from '#contract/number.ts';
import type { StoredReason } from '#contract/reason.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { stepStride } from '../entry-steps.ts';
import { wasLoaded } from '../list-states.ts';
import { blocks } from './blocked-number.ts';
import { sourceOf } from './do-not-call.ts';
import { hasDigits } from './number.ts';

interface InList {
  callListId: number;
  callListName: string;
}

export type HistoryFacts =
  | ({
      kind: 'attempt';
      isText: boolean;
      entryId: number;
      campaignId: number;
      campaignName: string;
      result: string | null;
      seconds: number | null;
      note: StoredNote | null;
      /** Hexadecimal; domain/allowed-by.ts reads it. */
      allowed: string | null;
    } & InList)
  | {
      kind: 'reply';
      inboundTextId: number;
      message: string;
      messageIntent: MessageIntent;
      decision: string | null;
    }
  | { kind: 'auto_reply'; message: string }
  | { kind: 'blocked'; source: DoNotCallSource }
  | { kind: 'lifted'; managerName: string; reason: string }
  | ({ kind: 'loaded'; line: number; column: string } & InList)
  | ({ kind: 'closed'; waited: boolean } & InList)
  | ({
      kind: 'left_out';
      line: number;
      column: string;
      value: string;
      reason: StoredReason;
    } & InList);

export interface HistoryRow {
  /** Microseconds since 1970: the instant as it is stored. */
  micros: number;
  /** Distinguishes events of one instant. */
  id: string;
  facts: HistoryFacts;
}

export interface HistoryCursor {
  micros: number;
  id: string;
}

/** SQL, each: at, id, facts of the number $2 (its ten digits are $3). */
const sources = [
  // Ended ones have their record, for as long as calls are kept; others only their attempt.
  `SELECT r.started_at AS at, 'a' || r.call_list_id || '.' || r.entry_id AS id,
     jsonb_build_object('kind', 'attempt', 'isText', c.campaign_type = ${campaignType.texting},
       'callListId', r.call_list_id, 'callListName', r.call_list_name, 'entryId', r.entry_id,
       'campaignId', r.campaign_id, 'campaignName', r.campaign_name, 'result', r.result,
       'seconds', r.duration, 'note', a.carrier_note,
       'allowed', encode(coalesce(r.allowed, a.allowed), 'hex')) AS facts
   FROM call_record r JOIN campaign c ON c.client_id = $1 AND c.campaign_id = r.campaign_id
   LEFT JOIN attempt a ON a.client_id = $1 AND a.call_list_id = r.call_list_id
     AND a.entry_id = r.entry_id
   WHERE r.client_id = $1 AND r.phone = $2`,
  `SELECT a.attempted_at, 'a' || a.call_list_id || '.' || a.entry_id,
     jsonb_build_object('kind', 'attempt', 'isText', c.campaign_type = ${campaignType.texting},
       'callListId', a.call_list_id, 'callListName', l.name, 'entryId', a.entry_id,
       'campaignId', a.campaign_id, 'campaignName', c.name, 'result', null, 'seconds', null,
       'note', null, 'allowed', encode(a.allowed, 'hex'))
   FROM attempt a JOIN campaign c ON c.client_id = $1 AND c.campaign_id = a.campaign_id
   JOIN call_list l ON l.client_id = $1 AND l.call_list_id = a.call_list_id
   WHERE a.client_id = $1 AND a.phone = $2 AND a.finished_at IS NULL`,
  `SELECT i.received, 'i' || i.inbound_text_id,
     jsonb_build_object('kind', 'reply', 'inboundTextId', i.inbound_text_id, 'message', i.message,
       'messageIntent', i.intent, 'decision', r.decision)
   FROM inbound_text i LEFT JOIN contact_rest r ON r.client_id = $1
     AND r.inbound_text_id = i.inbound_text_id
   WHERE i.client_id = $1 AND i.phone = $2`,
  `SELECT t.submitted_at, 'r' || t.text_reply_id,
     jsonb_build_object('kind', 'auto_reply', 'message', t.body)
   FROM text_reply t WHERE t.client_id = $1 AND t.phone = $2 AND t.submitted_at IS NOT NULL`,
  `SELECT platform_time(coalesce(key_at, text_at, created)), 'd' || do_not_call_id,
     jsonb_build_object('kind', 'blocked', 'source', source)
   FROM (SELECT key_at, text_at, created, do_not_call_id, ${sourceOf} FROM do_not_call n
         WHERE n.client_id = $1 AND ${blocks('n', '$2::text')}) d WHERE true`,
  `SELECT platform_time(f.blocked), 'e' || f.do_not_call_lift_id,
     jsonb_build_object('kind', 'blocked', 'source', f.source)
   FROM do_not_call_lift f WHERE f.client_id = $1 AND ${blocks('f', '$2::text')}`,
  `SELECT platform_time(f.lifted), 'f' || f.do_not_call_lift_id,
     jsonb_build_object('kind', 'lifted', 'managerName', m.name, 'reason', f.reason)
   FROM do_not_call_lift f JOIN manager m ON m.client_id = $1 AND m.manager_id = f.manager_id
   WHERE f.client_id = $1 AND ${blocks('f', '$2::text')}`,
  `SELECT platform_time(l.created), 'l' || e.call_list_id || '.' || e.entry_id,
     jsonb_build_object('kind', 'loaded', 'callListId', e.call_list_id, 'callListName', l.name,
       'line', e.account_line, 'column', coalesce(l.phone_names[e.phone_column], ''))
   FROM list_entry e JOIN call_list l ON l.client_id = $1 AND l.call_list_id = e.call_list_id
   WHERE e.client_id = $1 AND e.phone = $2 AND ${wasLoaded('l')}
     AND e.entry_id < ${stepStride}`,
  // Nothing takes a single number out of a list: it is barred there, or the list is closed.
  `SELECT platform_time(l.closed_at), 'c' || l.call_list_id,
     jsonb_build_object('kind', 'closed', 'callListId', l.call_list_id, 'callListName', l.name,
       'waited', bool_or(e.state = ${entryState.waiting}))
   FROM list_entry e JOIN call_list l ON l.client_id = $1 AND l.call_list_id = e.call_list_id
   WHERE e.client_id = $1 AND e.phone = $2 AND l.closed_at IS NOT NULL
   GROUP BY l.client_id, l.call_list_id`,
  `SELECT platform_time(l.created), 'n' || r.call_list_id || '.' || r.rejected_row_id,
     jsonb_build_object('kind', 'left_out', 'callListId', r.call_list_id, 'callListName', l.name,
       'line', r.line, 'column', r.column_name, 'value', r.value, 'reason', r.reason)
   FROM rejected_row r JOIN call_list l ON l.client_id = $1 AND l.call_list_id = r.call_list_id
   WHERE r.client_id = $1 AND ${hasDigits('r', '$3')} AND l.contacts_deleted_at IS NULL
     AND ${wasLoaded('l')}`,
];

const before = "timestamptz 'epoch' + $4::bigint * interval '1 microsecond'";
const order = 'at DESC, id COLLATE "C" DESC';
const limited = sources.map(
  (source) => `(SELECT * FROM (${source}) s (at, id, facts)
     WHERE at <= ${before} AND (at < ${before} OR id COLLATE "C" < $5)
     ORDER BY ${order} LIMIT ${historyPage + 1})`,
);

/** One more than a page, if there are more. */
export function readHistory(
  tx: Tx,
  clientId: number,
  phone: string,
  from: HistoryCursor = { micros: Number.MAX_SAFE_INTEGER, id: '' },
): Promise<HistoryRow[]> {
  return tx.rows<HistoryRow>(
    `SELECT (extract(epoch FROM at) * 1000000)::bigint AS micros, id, facts
     FROM (${limited.join(' UNION ALL ')}) every
     ORDER BY ${order} LIMIT ${historyPage + 1}`,
    [clientId, phone, phone.slice(1), from.micros, from.id],
  );
}
