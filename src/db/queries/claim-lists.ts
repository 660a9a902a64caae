/** Which lists of a campaign a claim inspects, and whose turn it is. */
import type { AttemptKind } from '#domain/contact-cap.ts';
import type { Tx } from '../database.ts';
import { hot } from '../hot-statements.ts';
import { isInUse } from '../list-states.ts';
import type { ClaimRequest } from './claim-request.ts';
import { type CapStanding, capStandingOf } from './contact-cap.ts';
import type { EntryRules } from './entry-facts.ts';
import { hasOtherLists } from './followed-lists.ts';
import { carrierOfCampaign, isStopped } from './operator-stop.ts';
import { type PolicyStanding, policyStanding } from './policy-book.ts';

export interface OpenList {
  callListId: number;
  /** The highest one with due entries is served first. */
  priority: number;
  phoneColumns: number;
  /** It is the list of a follow-up. */
  follows: boolean;
  /** Its accounts have several numbers, and may be in lists of other campaigns. */
  shared: boolean;
}

interface Standings extends Pick<EntryRules, 'leastGapHours' | 'wholeAccounts'> {
  cap: CapStanding | null;
  policy: PolicyStanding | null;
}

/** Of a campaign without an open list, which claims nothing. */
const noStandings: Standings = {
  ...{ cap: null, policy: null },
  ...{ leastGapHours: 0, wholeAccounts: true },
};

/** Its rules may make lists of other campaigns; the campaign's row is locked by now. */
const leadsElsewhere = `(SELECT c.follow_ups @> '[{"action": "campaign"}]' FROM campaign c
  WHERE c.client_id = $1 AND c.campaign_id = $2)`;

/** Lists inspected in one claim; usually one. */
export const mostLists = 5;

const stopped = isStopped(
  '$1',
  `(SELECT ${carrierOfCampaign} FROM campaign c JOIN client k ON k.client_id = c.client_id
    WHERE c.client_id = $1 AND c.campaign_id = $2)`,
);

/**
 * In the order of their turns. Lists stay open when they are used up: those are skipped, not
 * queried each time. Cap, policy, least gap and stop scope are read beside them, because the campaign's
 * row is locked by now: whoever changes them waits for this claim, or this statement sees the change. They
 * are locked by id, whatever their order. Stops are read here, too: this statement sees
 * every one that was committed before it, and so before the lease was locked
 * (operator-stop-settled.ts).
 *
 * @returns `stopped`: the operator or an administrator stopped the campaign's calls or texts
 */
export async function openLists(
  tx: Tx,
  { lease, skip, turns = [] }: Pick<ClaimRequest, 'lease' | 'skip' | 'turns'>,
  kind: AttemptKind,
) {
  const open = `client_id = $1 AND campaign_id = $2 AND ${isInUse()} AND
    call_list_id <> ALL ($3)`;
  const rows = await tx.rows<OpenList & { turn: number; stopped: boolean } & Standings>(
    hot(`SELECT call_list_id AS "callListId", priority, phone_columns AS "phoneColumns",
       follows_list_id IS NOT NULL AS follows,
       phone_columns > 1 AND (${hasOtherLists('call_list')} OR ${leadsElsewhere}) AS shared,
       coalesce(array_position($5::bigint[], call_list_id), 0) AS turn,
       ${capStandingOf('$4')} AS cap, ${policyStanding} AS policy, ${stopped} AS stopped,
       (SELECT least_gap_hours FROM client WHERE client_id = $1) AS "leastGapHours",
       (SELECT stop_scope = 'account' FROM client WHERE client_id = $1) AS "wholeAccounts"
     FROM call_list
     WHERE ${open} AND call_list_id IN (
       SELECT call_list_id FROM call_list WHERE ${open}
       ORDER BY priority DESC, array_position($5::bigint[], call_list_id) NULLS FIRST, call_list_id
       LIMIT ${mostLists})
     ORDER BY call_list_id FOR SHARE`),
    [lease.clientId, lease.campaignId, skip, kind, turns],
  );
  const lists = rows.toSorted(
    (a, b) => b.priority - a.priority || a.turn - b.turn || a.callListId - b.callListId,
  );
  const [first] = rows;
  const { cap, policy, leastGapHours, wholeAccounts }: Standings = first ?? noStandings;
  return { lists, cap, policy, leastGapHours, wholeAccounts, stopped: first?.stopped ?? false };
}
