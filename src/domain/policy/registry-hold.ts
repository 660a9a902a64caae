/**
 * The national do-not-call list under rules of the contact policy: no contact with its numbers, and
 * none at all while its newest file is missing or too old. Campaigns that no rule names ask for neither.
 */

import type { ListAgeTerms, PolicyRule } from '#contract/policy.ts';
import type { Callee } from '../calling-hours.ts';
import { easternDate } from '../wall-time.ts';
import { mayBeIn } from './rule-scope.ts';

export type RegistryRule = PolicyRule & { terms: ListAgeTerms };

export const isRegistryRule = (rule: PolicyRule): rule is RegistryRule =>
  rule.terms.kind === 'list_age';

/**
 * Days from the date of the newest file to the Eastern day of `now`; null without a file.
 *
 * @param asOf `YYYY-MM-DD`
 */
export function registryAge(asOf: string | null, now: number): number | null {
  if (asOf === null) return null;
  return Math.round((Date.parse(easternDate(new Date(now))) - Date.parse(asOf)) / 86_400_000);
}

export interface OutdatedRegistry {
  rule: RegistryRule;
  /** Null: there is no file. */
  age: number | null;
}

/** The strictest rule that holds the whole campaign now. One for a state holds only its numbers. */
export function outdatedRegistry(
  rules: readonly RegistryRule[],
  asOf: string | null,
  now: number,
): OutdatedRegistry | null {
  const whole = rules.filter(({ state }) => state === null);
  if (whole.length === 0) return null;
  const rule = whole.reduce((one, other) => (other.terms.days < one.terms.days ? other : one));
  const age = registryAge(asOf, now);
  return isOutdated(rule, age) ? { rule, age } : null;
}

const isOutdated = ({ terms }: RegistryRule, age: number | null) =>
  age === null || age > terms.days;

/** The rule that holds a number, for the age of the list or because the number is on it. */
export function registryHold(
  rules: readonly RegistryRule[],
  asOf: string | null,
  callee: Callee & { onRegistry: boolean },
  now: number,
): RegistryRule | null {
  if (rules.length === 0) return null;
  const age = registryAge(asOf, now);
  const holds = (rule: RegistryRule) =>
    mayBeIn(callee, rule)
      ? callee.onRegistry || isOutdated(rule, age)
      : rule.state === null && isOutdated(rule, age);
  return rules.find(holds) ?? null;
}
