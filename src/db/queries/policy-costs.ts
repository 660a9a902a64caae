/**
 * What each rule of a client's contact policy holds now: waiting numbers of lists in use, whether
 * or not the engine has asked the gate about them yet. To be read in one snapshot.
 */

import type { PolicyCost, Purpose } from '#contract/policy.ts';
import { campaignPolicy } from '#domain/policy/campaign-policy.ts';
import type { Tx } from '../database.ts';
import { isInUse } from '../list-states.ts';
import { attemptKindOf } from './contact-cap.ts';
import { readGateSettings } from './gate-settings.ts';
import { type HeldNumbers, heldBy, mostJudged } from './policy-held.ts';

interface OpenList {
  campaignId: number;
  campaignName: string;
  callListId: number;
  callListName: string;
  purpose: Purpose;
  kind: 'call' | 'text';
}

interface Held {
  count: number;
  first: number;
  last: number;
}

export async function readPolicyCosts(tx: Tx, clientId: number, now: Date) {
  const settings = await readGateSettings(tx, clientId);
  const costs: PolicyCost[] = [];
  let left = mostJudged;
  if (settings.policyRules.length > 0) {
    for (const list of await openListsOf(tx, clientId)) {
      const policy = campaignPolicy(settings.policyRules, list, settings.registryAsOf);
      if (!policy) continue;
      const question = { ...list, policy, settings, now };
      const { held, judged } = await heldBy(tx, clientId, question, left);
      left -= judged;
      costs.push(...[...sumByRule(held)].map(([ruleId, one]) => costOf(ruleId, list, one)));
    }
  }
  return { at: now.toISOString(), atLeast: left <= 0, costs };
}

function costOf(ruleId: number, list: OpenList, { count, first, last }: Held): PolicyCost {
  const { campaignId, campaignName, callListId, callListName } = list;
  return {
    ...{ ruleId, campaignId, campaignName, callListId, callListName, count },
    first: isoOf(first),
    last: isoOf(last),
  };
}

const isoOf = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : null);

function openListsOf(tx: Tx, clientId: number): Promise<OpenList[]> {
  return tx.rows<OpenList>(
    `SELECT c.campaign_id AS "campaignId", c.name AS "campaignName", c.purpose,
       ${attemptKindOf} AS kind, l.call_list_id AS "callListId", l.name AS "callListName"
     FROM call_list l JOIN campaign c ON c.client_id = $1 AND c.campaign_id = l.campaign_id
     WHERE l.client_id = $1 AND ${isInUse('l')} AND c.deleted_at IS NULL
     ORDER BY l.call_list_id`,
    [clientId],
  );
}

function sumByRule(numbers: readonly HeldNumbers[]): Map<number, Held> {
  const held = new Map<number, Held>();
  for (const { ruleId, until, count } of numbers) {
    const known = held.get(ruleId);
    held.set(ruleId, {
      count: (known?.count ?? 0) + count,
      first: Math.min(known?.first ?? until, until),
      last: Math.max(known?.last ?? until, until),
    });
  }
  return held;
}
