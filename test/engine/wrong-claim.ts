/**
 * The wrong build that the kill test must catch: entries are marked and attempts written only
 * after the calls were submitted, as if that order did not matter.
 */

import { asClient, type Database } from '../../src/db/database.ts';
import { claimCalls } from '../../src/db/queries/claim.ts';
import { simMs } from '../../src/domain/milliseconds.ts';

export function markAfterCall(db: Database): typeof claimCalls {
  const inFlight = new Set<string>();
  return async (tx, request) => {
    const { clientId, campaignId, engineId } = request.lease;
    await tx.run('SAVEPOINT before_claim');
    const outcome = await claimCalls(tx, {
      ...request,
      judge: (candidate, policy) =>
        inFlight.has(candidate.phone)
          ? { kind: 'wait', until: simMs(request.now.getTime() + 1), reason: 'in_call' }
          : request.judge(candidate, policy),
    });
    await tx.run('ROLLBACK TO SAVEPOINT before_claim');
    if (outcome.kind !== 'claimed' || outcome.calls.length === 0) return outcome;
    for (const call of outcome.calls) inFlight.add(call.phone);
    setTimeout(() => {
      const lists = outcome.calls.map((call) => call.callListId);
      const entries = outcome.calls.map((call) => call.entryId);
      void asClient(db, clientId, (later) =>
        later.run(
          `WITH called AS (
             UPDATE list_entry e SET state = 1
             FROM unnest($2::bigint[], $3::integer[]) AS c (call_list_id, entry_id)
             WHERE e.client_id = $1 AND e.call_list_id = c.call_list_id AND e.entry_id = c.entry_id
             RETURNING e.call_list_id, e.entry_id, e.phone
           )
           INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
             attempted_at)
           SELECT $1, call_list_id, entry_id, $4, phone, $5, $6 FROM called`,
          [clientId, lists, entries, campaignId, engineId, request.now],
        ),
      ).catch(() => {});
    }, 100);
    return outcome;
  };
}
