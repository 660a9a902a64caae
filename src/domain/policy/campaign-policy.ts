/** What a client's policy says about the attempts of one campaign. */

import type { PolicyRule } from '#contract/policy.ts';
import { type ConsentRule, isConsentRule } from './consent-hold.ts';
import { isWindowRule, type WindowRule } from './contact-hold.ts';
import { isRegistryRule, type RegistryRule } from './registry-hold.ts';
import { isInScope, type PolicyScope } from './rule-scope.ts';
import { isScrubRule, type ScrubRule } from './scrub-hold.ts';
import { longestWindow } from './window-reach.ts';

export interface CampaignPolicy {
  scope: PolicyScope;
  /** Calling hours besides the client's. */
  hours: PolicyRule[];
  /** Limits, gaps and rests. */
  windows: WindowRule[];
  /** No contact without consent. */
  consents: ConsentRule[];
  /** The national do-not-call list holds. */
  registries: RegistryRule[];
  /** The date of its newest file, `YYYY-MM-DD`; null: none. */
  registryAsOf: string | null;
  /** What services have answered about a number holds it. */
  scrubs: ScrubRule[];
  /** How far back contacts matter, in milliseconds of the engine's clock. */
  reach: number;
  /** Some are counted for more than the number: attempts carry what they are found by. */
  beyondNumber: boolean;
}

/**
 * Null when no rule is about the campaign.
 *
 * @param registryAsOf the date of the newest file of the national do-not-call list
 */
export function campaignPolicy(
  rules: readonly PolicyRule[],
  scope: PolicyScope,
  registryAsOf: string | null = null,
): CampaignPolicy | null {
  const own = rules.filter((rule) => isInScope(rule, scope));
  if (own.length === 0) return null;
  const windows = own.filter(isWindowRule);
  return {
    scope,
    hours: own.filter(({ terms }) => terms.kind === 'hours'),
    windows,
    consents: own.filter(isConsentRule),
    registries: own.filter(isRegistryRule),
    registryAsOf,
    scrubs: own.filter(isScrubRule),
    reach: longestWindow(windows),
    beyondNumber: windows.some(({ terms }) => terms.of !== 'number'),
  };
}
