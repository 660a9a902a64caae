/**
 * A client's contact policy as claims read it. Clients without a rule have no row in `policy_book`
 * and pay nothing. Who changes a rule holds the client's campaigns (`waitForClaims`), so that what a
 * claim read is true until its commit.
 */
import type { Purpose } from '#contract/policy.ts';
import { type CampaignPolicy, campaignPolicy } from '#domain/policy/campaign-policy.ts';
import type { PolicyScope } from '#domain/policy/rule-scope.ts';
import type { Tx } from '../database.ts';
import { readPolicyRules } from './policy-rule.ts';
import { readRegistryDate } from './registry.ts';

export interface PolicyStanding {
  /** Grows with each change of a rule. */
  revision: number;
  /** Attempts carry what they are found by besides their number. */
  keyed: boolean;
}

/** SQL: the standing of client $1; null without a policy. */
export const policyStanding = `(SELECT jsonb_build_object('revision', b.revision,
    'keyed', b.keyed IS NOT NULL)
  FROM policy_book b WHERE b.client_id = $1)`;

/** The rules of one revision, as a campaign's runner keeps them between its claims. */
export interface KeptPolicy {
  revision: number;
  /** What the campaign was for. */
  purpose: Purpose;
  policy: CampaignPolicy | null;
}

export interface PolicyKeeper {
  kept?: KeptPolicy;
}

/** Reads the rules only after they, or what the campaign is for, have changed. */
export async function policyAt(
  tx: Tx,
  clientId: number,
  { revision }: PolicyStanding,
  scope: PolicyScope,
  keeper: PolicyKeeper,
): Promise<CampaignPolicy | null> {
  const { kept } = keeper;
  if (kept?.revision === revision && kept.purpose === scope.purpose) return kept.policy;
  const rules = await readPolicyRules(tx, clientId);
  const policy = campaignPolicy(rules, scope, await readRegistryDate(tx, clientId));
  keeper.kept = { revision, purpose: scope.purpose, policy };
  return policy;
}
