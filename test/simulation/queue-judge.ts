/**
 * Texts that wait at their carrier: it takes them at once and sends them slowly, so that yes is not yet
 * sent. The judge sees each when it leaves.
 */
import type { QueuedText, TextQueueSettings } from '../../src/carriers/simulated/text-queue.ts';
import type { Random } from '../../src/domain/random.ts';
import { segmentsOf } from '../../src/domain/text-segments.ts';
import { outsideHours, type ParsedLine } from './judge.ts';
import type { Confirmed, QueueLedger } from './ledger.ts';
import type { Office } from './office.ts';

type Ask = Office['ask'];

/**
 * Slower than most campaigns want, in half of the seeds: the operator of a number may be wrong about what
 * it can send, and then everything hangs on how long the carrier keeps a text.
 */
export function drawQueue(
  random: Random,
  speed: number,
  ledger: QueueLedger,
  slowest = false,
): TextQueueSettings {
  const slow = random.chance(0.5);
  const perSecond = slow ? random.between(2, 10) / speed : Number.POSITIVE_INFINITY;
  return {
    perSecond: slowest ? 1 / speed : perSecond,
    segmentsOf: (body) => segmentsOf(body).segments,
    left({ textId, to }: QueuedText, at) {
      ledger.left.push({ textId, to, at });
    },
  };
}

/** Of auto-replies about to be submitted: those that confirm a STOP, with what still waits. */
export async function confirmations(
  ask: Ask,
  replies: readonly string[],
  at: number,
): Promise<Confirmed[]> {
  const found: Confirmed[] = [];
  for (const id of replies) {
    const [, clientId = 0, replyId = 0] = id.split('-').map(Number);
    const rows = await ask<{ phone: string; id: string | null }>(
      clientId,
      `SELECT r.phone, concat_ws('-', t.client_id, t.call_list_id, t.entry_id) AS id
       FROM text_reply r
       LEFT JOIN LATERAL (
         SELECT o.* FROM outbound_text o JOIN attempt a USING (client_id, call_list_id, entry_id)
         WHERE o.client_id = r.client_id AND o.phone = r.phone AND o.carrier_ref IS NOT NULL
           AND a.receipt_until IS NOT NULL AND a.finished_at IS NULL) AS t ON true
       WHERE r.client_id = $1 AND r.text_reply_id = $2 AND r.kind = 'opt_out'`,
      [clientId, replyId],
    );
    const [first] = rows;
    if (!first) continue;
    const waiting = new Set(rows.flatMap((row) => (row.id ? [row.id] : [])));
    found.push({ phone: first.phone, at, waiting });
  }
  return found;
}

/** A text that left although its person had stopped, or outside of its person's hours. */
export function leftTooLate(
  { left, confirmed }: QueueLedger,
  zones: Readonly<Record<string, string>>,
): string[] {
  const lines = left.map(({ textId, to, at }) => {
    const row = { at: new Date(at).toISOString(), attemptId: textId, kind: 'text', to } as const;
    return { ...row, offset: 0, clientId: 0, callListId: 0, instant: at } satisfies ParsedLine;
  });
  const late = outsideHours(lines, zones).map((words) => `the carrier sent ${words}`);
  const stopped = left.flatMap(({ textId, at }) =>
    confirmed
      .filter((one) => one.waiting.has(textId) && at > one.at)
      .map(() => `${textId} left its carrier after the STOP of its person was confirmed`),
  );
  return [...late, ...stopped];
}
