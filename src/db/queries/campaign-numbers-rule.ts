/**
 * The waiting numbers that one rule of the contact policy holds now: those that the costs of the policy count,
 * by the same judgement.
 */
import { gateReasons } from '#domain/gate.ts';
import { campaignPolicy } from '#domain/policy/campaign-policy.ts';
import type { PolicyScope } from '#domain/policy/rule-scope.ts';
import type { Tx } from '../database.ts';
import type { FunnelList } from './campaign-funnel.ts';
import type { NumbersQuestion } from './campaign-numbers-question.ts';
import { nothing, type Selector, scoped } from './campaign-numbers-selection.ts';
import { attemptKindOf } from './contact-cap.ts';
import { readGateSettings } from './gate-settings.ts';
import { heldBy, mostJudged, wordKey } from './policy-held.ts';
import { entryGroupColumns, entryGroupKey, waitingEntries } from './waiting-groups.ts';

interface Found {
  callListId: number;
  key: string | number;
}

export async function ruleSelector(
  tx: Tx,
  clientId: number,
  question: NumbersQuestion,
  lists: readonly FunnelList[],
): Promise<Selector> {
  const { campaignId, ruleId, callListId, now } = question;
  const settings = await readGateSettings(tx, clientId);
  const scope = await scopeOf(tx, clientId, campaignId);
  const rule = settings.policyRules.find((one) => one.ruleId === ruleId);
  const policy = scope && campaignPolicy(settings.policyRules, scope, settings.registryAsOf);
  if (!rule || !policy) return (some) => nothing(clientId, some);
  const wanted = lists.filter(
    (list) => list.open && (callListId === undefined || list.callListId === callListId),
  );
  const found: Found[] = [];
  let left = mostJudged;
  for (const list of wanted) {
    const asked = { callListId: list.callListId, policy, settings, now };
    const { held, judged } = await heldBy(tx, clientId, asked, left);
    left -= judged;
    const own = held.filter((one) => one.ruleId === ruleId);
    found.push(...own.map(({ key }) => ({ callListId: list.callListId, key })));
  }
  const words = wordKey(policy);
  return (some) => {
    const open = some.filter((list) => list.open);
    if (open.length === 0 || found.length === 0) return nothing(clientId, some);
    const { values, scope: own } = scoped(clientId, open);
    values.push(now, gateReasons.carrierBusy);
    const given = (value: unknown) => `$${values.push(value)}`;
    const columns = { hours: entryGroupKey, words: 'e.words', contacts: 'e.entry_id' };
    const by = byKind(rule.terms.kind);
    const type = by === 'contacts' ? 'integer' : 'text';
    return {
      before: '',
      from: `(SELECT e.call_list_id, e.entry_id, e.phone, e.first_name, e.last_name,
           ${entryGroupColumns(false)}, ${words} AS words
         FROM list_entry e JOIN call_list l ON l.client_id = $1 AND l.call_list_id = e.call_list_id
         WHERE ${waitingEntries(own)}) e`,
      where: `(e.call_list_id, ${columns[by]}) IN (SELECT * FROM unnest(
         ${given(found.map((one) => one.callListId))}::bigint[],
         ${given(found.map(({ key }) => key))}::${type}[]))`,
      values,
    };
  };
}

/** By what its numbers are found: a rule has one kind of terms. */
function byKind(kind: string): 'hours' | 'words' | 'contacts' {
  if (kind === 'hours') return 'hours';
  return kind === 'limit' || kind === 'gap' || kind === 'rest' ? 'contacts' : 'words';
}

async function scopeOf(
  tx: Tx,
  clientId: number,
  campaignId: number,
): Promise<PolicyScope | undefined> {
  return tx.row<PolicyScope>(
    `SELECT c.campaign_id AS "campaignId", c.purpose, ${attemptKindOf} AS kind
     FROM campaign c WHERE c.client_id = $1 AND c.campaign_id = $2`,
    [clientId, campaignId],
  );
}
