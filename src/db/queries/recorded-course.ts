/** The newest calls of an adaptive Linkback, for an engine that begins to run it (decision 088). */
import type { RecordedCourse } from '#domain/adaptive/stages-of-record.ts';
import type { Tx } from '../database.ts';

/** So many calls teach what there is to learn; older ones were to other people. */
const mostCalls = 1_000;
const daysBack = 14;

const ms = (instant: string) => `(extract(epoch FROM ${instant}) * 1000)::double precision`;

/** In the order in which they began. @param now of the engine's clock */
export async function readRecordedCourses(
  tx: Tx,
  clientId: number,
  campaignId: number,
  now: Date,
): Promise<RecordedCourse[]> {
  const rows = await tx.rows<RecordedCourse>(
    `SELECT ${ms('r.started_at')} AS "startedAt", ${ms('r.answered_at')} AS "answeredAt",
       ${ms('r.finished_at')} AS "finishedAt", r.result,
       (SELECT (k->>1)::integer FROM jsonb_array_elements(r.course->'keys') AS k
        WHERE k->>0 = '1' LIMIT 1) AS "askedAfter",
       (r.course->>'connectedAt')::integer AS "connectedAfter",
       (r.course->>'agentLeftAt')::integer AS "agentLeftAfter"
     FROM call_record r
     WHERE r.client_id = $1 AND r.campaign_id = $2 AND r.finished_at IS NOT NULL
       AND r.started_at > $3::timestamptz - make_interval(days => ${daysBack})
     ORDER BY r.started_at DESC LIMIT ${mostCalls}`,
    [clientId, campaignId, now],
  );
  return rows.toReversed();
}
