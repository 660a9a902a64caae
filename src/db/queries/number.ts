/** Everything that a client has about one number now: its entries, rejected rows, blocks and caps. */
import { runStatus } from '#contract/campaign.ts';
import type { DoNotCallSource } from '#contract/do-not-call.ts';
import { mostNumberEntries } from '#contract/number.ts';
import type { Purpose } from '#contract/policy.ts';
import type { StoredReason } from '#contract/reason.ts';
import { cappedUntil, windowStart } from '#domain/contact-cap.ts';
import type { CampaignPlan } from '#domain/entry-verdict.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import type { Tx } from '../database.ts';
import { isInUse, wasLoaded } from '../list-states.ts';
import { blocks } from './blocked-number.ts';
import { attemptKindOf, triesOf } from './contact-cap.ts';
import { sourceOf } from './do-not-call.ts';
import type { GateSettings } from './gate-settings.ts';
import { startsItself } from './leading-campaign.ts';
import { scheduleOf } from './schedule.ts';

export interface NumberEntryRow extends CampaignPlan {
  callListId: number;
  callListName: string;
  entryId: number;
  campaignId: number;
  campaignName: string;
  campaignType: 1 | 2 | 3;
  attemptKind: 'call' | 'text';
  oneCallPerAccount: boolean;
  purpose: Purpose;
  phoneColumns: number;
  /** Entries may be taken from its list. */
  inUse: boolean;
  loaded: Date;
  firstName: string;
  lastName: string;
  externalId: string;
  zoneState: string | null;
  zipCode: string | null;
  line: number;
  column: string;
  /** entryState. */
  state: number;
  /** Epoch ms; null: it is due. */
  due: SimMs | null;
  reason: string | null;
  attemptedAt: Date | null;
  finishedAt: Date | null;
  result: string | null;
}

/** SQL: an entry `e` of a list `l` with its attempt `a`, of a campaign `c`. `now` is SQL. */
export const entryColumns = (now: string) => `
  e.call_list_id AS "callListId", l.name AS "callListName", e.entry_id AS "entryId",
  l.phone_columns AS "phoneColumns", ${isInUse('l')} AS "inUse",
  coalesce(e.first_name, '') AS "firstName", coalesce(e.last_name, '') AS "lastName",
  e.account_line AS line, coalesce(l.phone_names[e.phone_column], '') AS column, e.state,
  CASE WHEN e.due_at > ${now} THEN (extract(epoch FROM e.due_at) * 1000)::float8 END AS due,
  e.reason, a.attempted_at AS "attemptedAt", a.finished_at AS "finishedAt", a.result`;

export const campaignColumns = `c.campaign_id AS "campaignId", c.name AS "campaignName",
  c.campaign_type AS "campaignType", ${attemptKindOf} AS "attemptKind",
  c.one_call_per_account AS "oneCallPerAccount", c.purpose,
  c.run_status = ${runStatus.running} AS running, ${scheduleOf} AS schedule,
  ${startsItself('c')} AS "startsItself"`;

/** The newest lists first. Lists are named, so that only their partitions are opened. */
export async function readNumberEntries(
  tx: Tx,
  clientId: number,
  phone: string,
  now: Date,
): Promise<{ entries: NumberEntryRow[]; count: number }> {
  const lists = await tx.row<{ ids: string[] }>(
    `SELECT coalesce(array_agg(l.call_list_id::text), '{}') AS ids FROM call_list l
     WHERE l.client_id = $1 AND ${wasLoaded('l')}`,
    [clientId],
  );
  const rows = await tx.rows<NumberEntryRow & { count: number }>(
    `SELECT ${entryColumns('$4')}, ${campaignColumns}, platform_time(l.created) AS loaded,
       coalesce(e.external_id, '') AS "externalId", e.state_code AS "zoneState",
       e.zip_code AS "zipCode", count(*) OVER () AS count
     FROM list_entry e
     JOIN call_list l ON l.client_id = $1 AND l.call_list_id = e.call_list_id
     JOIN campaign c ON c.client_id = $1 AND c.campaign_id = l.campaign_id
     LEFT JOIN attempt a ON a.client_id = $1 AND a.call_list_id = e.call_list_id
       AND a.entry_id = e.entry_id
     WHERE e.client_id = $1 AND e.call_list_id = ANY ($2::bigint[]) AND e.phone = $3
     ORDER BY l.created DESC, e.call_list_id DESC, e.entry_id LIMIT ${mostNumberEntries}`,
    [clientId, lists?.ids ?? [], phone, now],
  );
  return { entries: rows, count: rows[0]?.count ?? 0 };
}

export interface RejectedRow {
  callListId: number;
  callListName: string;
  campaignId: number;
  loaded: Date;
  fileName: string;
  line: number;
  column: string;
  value: string;
  reason: StoredReason;
}

/** By the index rejected_row_digits; the caller compares the value itself. */
export function readRejected(tx: Tx, clientId: number, phone: string): Promise<RejectedRow[]> {
  return tx.rows<RejectedRow>(
    `SELECT r.call_list_id AS "callListId", l.name AS "callListName",
       l.campaign_id AS "campaignId", platform_time(l.created) AS loaded,
       coalesce(i.file_name, '') AS "fileName", r.line, r.column_name AS column,
       r.value, r.reason
     FROM rejected_row r
     JOIN call_list l ON l.client_id = $1 AND l.call_list_id = r.call_list_id
     LEFT JOIN call_list_import i ON i.client_id = $1 AND i.call_list_id = r.call_list_id
     WHERE r.client_id = $1 AND ${hasDigits('r', '$2')}
       AND l.contacts_deleted_at IS NULL AND ${wasLoaded('l')}
     ORDER BY l.created DESC, r.call_list_id DESC, r.line LIMIT ${mostNumberEntries}`,
    [clientId, phone.slice(1)],
  );
}

/** SQL: the expression of the index rejected_row_digits, to the letter. */
export const hasDigits = (row: string, digits: string) =>
  `right(regexp_replace(${row}.value, '\\D', '', 'g'), 10) = ${digits} AND ${row}.value <> ''`;

export interface BlockRow {
  source: DoNotCallSource;
  since: Date;
  wholeAccount: boolean;
}

export function readBlock(tx: Tx, clientId: number, phone: string): Promise<BlockRow | undefined> {
  return tx.row<BlockRow>(
    `SELECT ${sourceOf}, platform_time(coalesce(key_at, text_at, created)) AS since,
       whole_account AS "wholeAccount"
     FROM do_not_call d WHERE d.client_id = $1 AND ${blocks('d', '$2::text')}`,
    [clientId, phone],
  );
}

/** How far each cap of the client is used up by the number. */
export async function readCapUse(
  tx: Tx,
  clientId: number,
  { phone, now }: { phone: string; now: Date },
  { caps }: GateSettings,
) {
  const uses = [];
  for (const cap of caps) {
    const row = await tx.row<{ tries: [number, number | null] }>(
      `SELECT ${triesOf('$3', '$4', '$5')} AS tries FROM (SELECT $2::text AS phone) e`,
      [clientId, phone, cap.kind, cap.most, new Date(windowStart(now.getTime(), cap))],
    );
    const [counted = 0, nthLast = null] = row?.tries ?? [];
    const until = nthLast === null ? null : cappedUntil(nthLast, cap);
    const held = until !== null && until > now.getTime();
    const { kind, most, days } = cap;
    uses.push({ kind, most, days, counted, until: held ? new Date(until).toISOString() : null });
  }
  return uses;
}
