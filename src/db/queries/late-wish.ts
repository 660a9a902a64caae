/** A customer who asked for an agent when no engine followed the call any more (decision 085). */
import { campaignType } from '#contract/campaign.ts';
import { simMs } from '#domain/milliseconds.ts';
import type { Tx } from '../database.ts';
import { recordMark } from '../record-outcome.ts';
import { countAbandonment } from './abandonment.ts';
import type { AttemptKey } from './attempt-key.ts';

const hasKey = (key: string) => `coalesce(r.course->'keys', '[]') @> '[["${key}"]]'`;
const counted = recordMark.cutOff | recordMark.lateAgent | recordMark.optedOut;

/**
 * Counts a 1 that the carrier reports of a Linkback's call whose outcome is unknown: nobody was there to connect an
 * agent, so the call counts as abandoned on the day of its record, once. Of any other call, and of one whose wish or
 * opt-out is known, it changes nothing.
 *
 * @param at simulated, when the key was pressed
 */
export async function countLateWish(
  tx: Tx,
  clientId: number,
  { callListId, entryId }: AttemptKey,
  at: Date,
): Promise<void> {
  const record = await tx.row<{ finishedAt: Date }>(
    `UPDATE call_record r
     SET marks = r.marks | ${recordMark.cutOff | recordMark.reached},
       key_pressed = concat_ws(', ', nullif(r.key_pressed, ''), '1'),
       course = jsonb_set(coalesce(r.course, '{}'), '{keys}', coalesce(r.course->'keys', '[]')
         || jsonb_build_array(jsonb_build_array('1',
           greatest(0, round(extract(epoch FROM $4 - a.attempted_at) * 1000)))))
     FROM attempt a JOIN campaign c ON c.client_id = $1 AND c.campaign_id = a.campaign_id
     WHERE a.client_id = $1 AND a.call_list_id = $2 AND a.entry_id = $3
       AND c.campaign_type = ${campaignType.linkback}
       AND r.client_id = $1 AND r.started_at = a.attempted_at AND r.call_list_id = $2
       AND r.entry_id = $3 AND r.result = 'unknown' AND r.marks & ${counted} = 0
       AND NOT ${hasKey('1')} AND NOT ${hasKey('9')}
     RETURNING r.finished_at AS "finishedAt"`,
    [clientId, callListId, entryId, at],
  );
  if (!record) return;
  const finishedAt = simMs(record.finishedAt.getTime());
  const linkback = { wait: { end: 'no_agent', ms: 0 } } as const;
  const ended = { callListId, entryId, result: 'unknown', answeredAt: null, note: null } as const;
  await countAbandonment(tx, clientId, [{ ...ended, finishedAt, linkback }]);
}
