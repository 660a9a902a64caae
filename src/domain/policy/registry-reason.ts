/** Why a campaign waits for a newer file of the national do-not-call list. */
import type { ReasonOf } from '#contract/reason.ts';
import type { CampaignPolicy } from './campaign-policy.ts';
import { outdatedRegistry } from './registry-hold.ts';

/** Null: it does not. */
export function outdatedReason(
  { registries, registryAsOf }: Pick<CampaignPolicy, 'registries' | 'registryAsOf'>,
  now: Date,
): ReasonOf<'registry_outdated'> | null {
  const outdated = outdatedRegistry(registries, registryAsOf, now.getTime());
  if (!outdated) return null;
  return { code: 'registry_outdated', days: outdated.age, most: outdated.rule.terms.days };
}
