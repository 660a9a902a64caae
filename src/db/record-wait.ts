/**
 * What a call record says of its person's wish for an agent: the facts that the counters of abandonment are made of, so
 * that a figure opens exactly the calls that it counts, whatever the operator chooses later (decision 085).
 */
import { countersOf } from '#domain/governor/abandoned-call.ts';
import type { EndedCall } from './queries/ended-call.ts';
import { recordMark } from './record-outcome.ts';

type Marked = Pick<EndedCall, 'result' | 'linkback'>;

/** Whether the counters count it: a person answered, or had asked for an agent before the call was lost. */
export const isCounted = ({ result, linkback }: Marked): boolean =>
  linkback !== undefined && (result === 'person' || linkback.wait !== undefined);

/** The marks of its record; 0 of a call that is not counted. */
export function waitMarks(call: Marked): number {
  if (!isCounted(call)) return 0;
  const { noAgent, over2, over20, left2, left20 } = countersOf(call.linkback?.wait);
  return (
    recordMark.waitKnown |
    (noAgent && recordMark.noAgent) |
    (over2 && recordMark.over2) |
    (over20 && recordMark.over20) |
    (left2 && recordMark.left2) |
    (left20 && recordMark.left20)
  );
}

const has = (mark: 'waitKnown' | 'noAgent' | 'over2' | 'over20' | 'left2' | 'left20') =>
  `marks & ${recordMark[mark]} <> 0`;

/** By the marks, as `isAbandoned` has it. */
const byMarks = `${has('noAgent')}
  OR CASE g.wait WHEN 2 THEN ${has('over2')} ELSE ${has('over20')} END
  OR g.hang_ups AND CASE g.wait WHEN 2 THEN ${has('left2')} ELSE ${has('left20')} END`;

const firstKey = (key: string) =>
  `(jsonb_path_query_first(course, 'strict $.keys[*] ? (@[0] == "${key}")', '{}', true)->>1)::float8`;

/**
 * By the course, to the millisecond, of a record without these marks: of an older version, or of a lost call whose
 * wish became known later. Who pressed 1 before any 9 asked, and waited until connected, pressing 9 or leaving.
 */
const byCourse = `CASE WHEN abandoned THEN true
  WHEN course IS NULL OR result NOT IN ('person', 'unknown') THEN false
  ELSE coalesce((SELECT CASE
      WHEN t.one > t.nine THEN false
      WHEN result = 'unknown' AND t.connected IS NULL AND t.nine IS NULL THEN true
      ELSE coalesce(t.connected, t.nine, t.left_at) - t.one > g.wait * 1000
        OR g.hang_ups AND t.connected IS NULL END
    FROM (SELECT ${firstKey('1')} AS one, ${firstKey('9')} AS nine,
        (course->>'connectedAt')::float8 AS connected,
        extract(epoch FROM finished_at - answered_at)::float8 * 1000
          + (course->'message'->>'at')::float8 AS left_at) AS t
    WHERE t.one IS NOT NULL), false) END`;

/**
 * SQL on call_record: whether a rule counts it as abandoned.
 *
 * @param rules SQL of rows (guarded, wait, hang_ups): a campaign's id, seconds, boolean
 */
export const isAbandonedBy = (rules: string): string =>
  `coalesce((SELECT CASE WHEN ${has('waitKnown')} THEN ${byMarks} ELSE ${byCourse} END
    FROM ${rules} AS g WHERE g.guarded = campaign_id AND g.wait IS NOT NULL), false)`;
