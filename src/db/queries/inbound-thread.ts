/** The thread of a number: what was written to and from it, and what was done about it. */
import { type ThreadItem, threadPart } from '#contract/inbound-desk.ts';
import type { MessageIntent, TextDecision } from '#contract/inbound-text.ts';
import { isAccepted } from '../attempt-states.ts';
import type { Tx } from '../database.ts';
import { blocks } from './blocked-number.ts';
import { isToDo, personColumns, personJoin, standingOf } from './inbound-desk.ts';

interface TheirsRow {
  id: number;
  at: Date;
  message: string;
  intent: MessageIntent;
  read: boolean;
  done: boolean;
  doneAt: Date | null;
  doneBy: string | null;
  rested: boolean;
  decision: TextDecision | null;
  decidedAt: Date | null;
  decidedBy: string | null;
}

type Timed<Item extends ThreadItem = ThreadItem> = Item & { at: string };

/** What each part reads: the newest before an instant, one more than is shown. */
interface Part {
  clientId: number;
  phone: string;
  before: Date | 'infinity';
}

const limit = threadPart + 1;

/** The newest entries before an instant, oldest first; `earlier`: there are more. */
export async function readThread(
  tx: Tx,
  part: Part,
): Promise<{ items: ThreadItem[]; earlier: boolean }> {
  const all = [
    ...(await theirTexts(tx, part)),
    ...(await ourTexts(tx, part)),
    ...(await autoReplies(tx, part)),
    ...(await stops(tx, part)),
  ];
  const before = part.before === 'infinity' ? Number.POSITIVE_INFINITY : part.before.getTime();
  const inOrder = all
    .filter(({ at }) => Date.parse(at) < before)
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || rank(a) - rank(b));
  return { items: inOrder.slice(-threadPart), earlier: inOrder.length > threadPart };
}

/** What a text brought about comes after it, also in the same millisecond. */
const rank = ({ kind }: ThreadItem) => (kind === 'theirs' ? 0 : kind === 'ours' ? 2 : 1);

async function theirTexts(tx: Tx, { clientId, phone, before }: Part): Promise<Timed[]> {
  const rows = await tx.rows<TheirsRow>(
    `SELECT i.inbound_text_id AS id, i.received AS at, i.message, i.intent,
       i.read_at IS NOT NULL AS read, i.done_at IS NOT NULL AS done,
       nullif(i.done_at, '-infinity') AS "doneAt", d.name AS "doneBy",
       r.inbound_text_id IS NOT NULL AS rested, r.decision, r.decided_at AS "decidedAt",
       m.name AS "decidedBy"
     FROM inbound_text i
     LEFT JOIN contact_rest r ON r.client_id = $1 AND r.inbound_text_id = i.inbound_text_id
     LEFT JOIN manager d ON d.client_id = $1 AND d.manager_id = i.done_by
     LEFT JOIN manager m ON m.client_id = $1 AND m.manager_id = r.decided_by
     WHERE i.client_id = $1 AND i.phone = $2 AND i.received < $3
     ORDER BY i.received DESC, i.inbound_text_id DESC LIMIT $4`,
    [clientId, phone, before, limit],
  );
  return [...rows.map(theirsOf), ...actsOf(rows)];
}

function theirsOf(row: TheirsRow): Timed {
  const { id, message, read, done } = row;
  const standing = standingOf(row);
  return {
    kind: 'theirs',
    at: row.at.toISOString(),
    id,
    message,
    read,
    done,
    toDo: isToDo(standing, done),
    standing,
  };
}

/** A decision holds for all unclear texts of a number, so it is one entry, and so is "all done". */
function actsOf(rows: readonly TheirsRow[]): Timed[] {
  const acts = rows.flatMap((row): Timed[] => {
    const decided: Timed[] =
      row.decidedAt && row.decision
        ? [
            {
              kind: 'decided',
              at: row.decidedAt.toISOString(),
              by: row.decidedBy,
              decision: row.decision,
            },
          ]
        : [];
    // A decision marks its text as done, too.
    const withDecision = row.decidedAt?.getTime() === row.doneAt?.getTime();
    const done: Timed[] =
      row.doneAt && !withDecision
        ? [{ kind: 'done', at: row.doneAt.toISOString(), by: row.doneBy }]
        : [];
    return [...decided, ...done];
  });
  return [...new Map(acts.map((act) => [`${act.kind} ${act.at}`, act])).values()];
}

interface OursRow {
  at: Date;
  message: string;
  campaign: string | null;
  result: string | null;
  accepted: boolean;
}

async function ourTexts(tx: Tx, { clientId, phone, before }: Part): Promise<Timed[]> {
  const rows = await tx.rows<OursRow>(
    `SELECT a.attempted_at AS at, t.body AS message, c.name AS campaign, a.result,
       ${isAccepted('a')} AS accepted
     FROM attempt a
     JOIN outbound_text t ON t.client_id = $1 AND t.call_list_id = a.call_list_id
       AND t.entry_id = a.entry_id
     LEFT JOIN campaign c ON c.client_id = $1 AND c.campaign_id = a.campaign_id
     WHERE a.client_id = $1 AND a.phone = $2 AND a.attempted_at < $3
     ORDER BY a.attempted_at DESC LIMIT $4`,
    [clientId, phone, before, limit],
  );
  return rows.map((row) => ({
    kind: 'ours',
    at: row.at.toISOString(),
    message: row.message,
    campaign: row.campaign ?? '',
    outcome: outcomeOf(row),
  }));
}

function outcomeOf({ result, accepted }: OursRow): (ThreadItem & { kind: 'ours' })['outcome'] {
  if (result === 'delivered' || result === 'failed') return result;
  if (result !== null) return 'unknown';
  return accepted ? 'sent' : 'waiting';
}

const replyOutcomes = {
  accepted: 'sent',
  delivered: 'delivered',
  failed: 'failed',
  unknown: 'unknown',
  dropped: 'notSent',
} as const;

async function autoReplies(tx: Tx, { clientId, phone, before }: Part): Promise<Timed[]> {
  const rows = await tx.rows<{
    at: Date;
    message: string;
    outcome: keyof typeof replyOutcomes | null;
  }>(
    `SELECT queued AS at, body AS message, outcome FROM text_reply
     WHERE client_id = $1 AND phone = $2 AND queued < $3
     ORDER BY queued DESC, text_reply_id DESC LIMIT $4`,
    [clientId, phone, before, limit],
  );
  return rows.map(({ at, message, outcome }) => ({
    kind: 'ours',
    at: at.toISOString(),
    message,
    campaign: '',
    outcome: outcome === null ? 'waiting' : replyOutcomes[outcome],
  }));
}

/** On the do-not-call list since, and lifted from it; their stamps are real. */
async function stops(tx: Tx, { clientId, phone }: Part): Promise<Timed[]> {
  const blocked = await tx.rows<{ at: Date; source: 'key' | 'text' | 'manager' | 'operator' }>(
    `SELECT platform_time(coalesce(key_at, text_at, created)) AS at,
       CASE WHEN key_at IS NOT NULL THEN 'key' WHEN text_at IS NOT NULL THEN 'text' ELSE source END
         AS source
     FROM do_not_call d WHERE client_id = $1 AND ${blocks('d', '$2::text')}`,
    [clientId, phone],
  );
  const lifted = await tx.rows<{ at: Date; by: string; reason: string }>(
    `SELECT platform_time(l.lifted) AS at, m.name AS by, l.reason
     FROM do_not_call_lift l JOIN manager m ON m.client_id = $1 AND m.manager_id = l.manager_id
     WHERE l.client_id = $1 AND ${blocks('l', '$2::text')}
     ORDER BY l.do_not_call_lift_id DESC LIMIT $3`,
    [clientId, phone, limit],
  );
  return [
    ...blocked.map(({ at, source }): Timed => ({ kind: 'blocked', at: at.toISOString(), source })),
    ...lifted.map(
      ({ at, by, reason }): Timed => ({ kind: 'lifted', at: at.toISOString(), by, reason }),
    ),
  ];
}

/** Whose number it is today, on how many other lists it is, and whether it is blocked. */
export async function readThreadHead(tx: Tx, clientId: number, phone: string) {
  const row = await tx.row<{
    person: string | null;
    accountNumber: string | null;
    campaign: string | null;
    lists: number;
    blocked: boolean;
  }>(
    `SELECT ${personColumns},
       (SELECT count(DISTINCT call_list_id) FROM list_entry WHERE client_id = $1 AND phone = i.phone)
         AS lists,
       EXISTS (SELECT FROM do_not_call d WHERE d.client_id = $1 AND ${blocks('d', 'i.phone')}) AS blocked
     FROM (SELECT $2::text COLLATE "C" AS phone, 'infinity'::timestamptz AS received) i
     ${personJoin}`,
    [clientId, phone],
  );
  return {
    person: row?.person ?? '',
    accountNumber: row?.accountNumber ?? '',
    campaign: row?.campaign ?? '',
    otherLists: Math.max(0, (row?.lists ?? 0) - 1),
    blocked: row?.blocked ?? false,
  };
}
