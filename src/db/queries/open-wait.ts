/** Delivered texts that wait for a reply, and that a rule may still follow. */

import { isInUse } from '../list-states.ts';
import { hasReplied } from './account-reply.ts';
import { accountStopped } from './account-stopped.ts';
import { blocksOneOfMany } from './blocked-number.ts';

/**
 * SQL, for the client $1: the text of `follow_up_wait` row `w` has a number that was not erased, and nobody of
 * its account wrote since or asked to stop.
 */
export const mayBeFollowed = (w: string) => `EXISTS (
  SELECT FROM call_list l
  CROSS JOIN (SELECT stop_scope FROM client WHERE client_id = $1) AS k
  CROSS JOIN LATERAL (SELECT account_line, external_id, phone FROM list_entry
    WHERE client_id = $1 AND call_list_id = ${w}.call_list_id AND entry_id = ${w}.entry_id OFFSET 0) AS e
  CROSS JOIN LATERAL (SELECT attempted_at FROM attempt
    WHERE client_id = $1 AND call_list_id = ${w}.call_list_id AND entry_id = ${w}.entry_id OFFSET 0) AS a
  WHERE l.client_id = $1 AND l.call_list_id = ${w}.call_list_id AND e.phone <> ''
    AND NOT EXISTS (SELECT FROM do_not_call d
      WHERE d.client_id = $1 AND ${blocksOneOfMany('d', 'e.phone')})
    AND NOT ${accountStopped({
      ...{ list: `${w}.call_list_id`, entry: `${w}.entry_id`, line: 'e.account_line' },
      ...{ externalId: 'e.external_id', columns: 'l.phone_columns', scope: 'k.stop_scope' },
    })}
    AND NOT ${hasReplied({
      ...{ list: `${w}.call_list_id`, entry: `${w}.entry_id`, line: 'e.account_line' },
      ...{ phone: 'e.phone', columns: 'l.phone_columns', since: 'a.attempted_at' },
    })})`;

/**
 * SQL, for the client $1: follow-ups of a list have a place in a campaign: it was not deleted, and their list
 * there was not closed.
 *
 * @param campaign SQL: 0 for the list's own
 */
export const leadsOn = (list: string, campaign: string) => `(${campaign} = 0 OR (
  EXISTS (SELECT FROM campaign t WHERE t.client_id = $1 AND t.campaign_id = ${campaign}
    AND t.deleted_at IS NULL)
  AND NOT EXISTS (SELECT FROM call_list f WHERE f.client_id = $1 AND f.follows_list_id = ${list}
    AND f.campaign_id = ${campaign} AND NOT ${isInUse('f')})))`;
