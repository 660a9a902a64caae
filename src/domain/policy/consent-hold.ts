/** What rules of the contact policy that ask for consent say about a number. */
import type { ConsentKind, OwnConsent } from '#contract/consent.ts';
import type { ConsentTerms, PolicyRule } from '#contract/policy.ts';
import type { Callee } from '../calling-hours.ts';
import { consentOf, isEnough } from '../consent.ts';
import { mayBeIn } from './rule-scope.ts';

export type ConsentRule = PolicyRule & { terms: ConsentTerms };

export const isConsentRule = (rule: PolicyRule): rule is ConsentRule =>
  rule.terms.kind === 'consent';

export interface Consenting extends Callee {
  /** Of the account itself; null: its file says nothing. */
  ownConsent: OwnConsent | null;
  /** Of its list. */
  listConsent: ConsentKind | null;
}

/** A rule whose consent is missing: the one that asks for the most. Null: nothing is missing. */
export function consentMissing(
  rules: readonly ConsentRule[],
  callee: Consenting,
): ConsentRule | null {
  const found = consentOf(callee.ownConsent, callee.listConsent);
  let missing: ConsentRule | null = null;
  for (const rule of rules) {
    const { consent } = rule.terms;
    if (isEnough(found, consent) || !mayBeIn(callee, rule)) continue;
    if (missing === null || strength[consent] > strength[missing.terms.consent]) missing = rule;
  }
  return missing;
}

const strength = { any: 0, express: 1, written: 2 };
