/** What decides whether an attempt that has ended is followed up: its way, its place, its account. */
import type { DayPart } from '#domain/follow-up/day-part.ts';
import type { Taken } from '#domain/follow-up/next-step.ts';
import type { Tx } from '../database.ts';
import { hasReplied } from './account-reply.ts';
import { accountStopped } from './account-stopped.ts';
import { blocks } from './blocked-number.ts';
import { attemptByKey, entryByKey, type RecordScope } from './call-record-insert.ts';
import { keysOf } from './record-rating.ts';

export interface ParentFacts {
  callListId: number;
  entryId: number;
  accountLine: number;
  phone: string;
  state: string | null;
  zipCode: string | null;
  attemptedAt: Date;
  /** Null: it has not ended. */
  finishedAt: Date | null;
  ssn: Buffer | null;
  dateOfBirth: Buffer | null;
  custom: Buffer | null;
  steps: Taken[] | null;
  tried: DayPart[] | null;
  /** Somebody of the account asked to stop. */
  stopped: boolean;
  /** Somebody wrote since the attempt, from whichever number of the account. */
  replied: boolean;
}

const stopped = accountStopped({
  ...{ list: 'v.call_list_id', entry: 'v.entry_id', line: 'e.account_line' },
  ...{ externalId: 'e.external_id', columns: 'l.phone_columns', scope: 'k.stop_scope' },
});

const replied = hasReplied({
  ...{ list: 'v.call_list_id', entry: 'v.entry_id', line: 'e.account_line', phone: 'e.phone' },
  ...{ columns: 'l.phone_columns', since: 'a.attempted_at' },
});

/** Read under the lock of lists: every stop that was committed before is seen here. */
export function parentFacts(
  tx: Tx,
  clientId: number,
  scope: RecordScope,
  keys: readonly { callListId: number; entryId: number }[],
): Promise<ParentFacts[]> {
  return tx.rows<ParentFacts>(
    `SELECT v.call_list_id AS "callListId", v.entry_id AS "entryId",
       e.account_line AS "accountLine", e.phone, e.state_code AS state, e.zip_code AS "zipCode",
       a.attempted_at AS "attemptedAt", a.finished_at AS "finishedAt", e.ssn, e.date_of_birth AS "dateOfBirth",
       e.sealed_custom AS custom, f.steps, f.tried,
       EXISTS (SELECT FROM do_not_call d WHERE d.client_id = $1 AND ${blocks('d', 'e.phone')})
         OR ${stopped} AS stopped,
       ${replied} AS replied
     FROM unnest($2::bigint[], $3::integer[]) AS v (call_list_id, entry_id)
     CROSS JOIN LATERAL (${attemptByKey}) AS a
     CROSS JOIN LATERAL (${entryByKey(scope)}) AS e
     CROSS JOIN LATERAL (SELECT phone_columns FROM call_list
       WHERE client_id = $1 AND call_list_id = v.call_list_id OFFSET 0) AS l
     CROSS JOIN (SELECT stop_scope FROM client WHERE client_id = $1) AS k
     LEFT JOIN LATERAL (SELECT steps, tried FROM follow_up
       WHERE client_id = $1 AND call_list_id = v.call_list_id AND entry_id = v.entry_id OFFSET 0) AS f
       ON true
     WHERE e.phone <> ''`,
    [clientId, ...keysOf(keys)],
  );
}
