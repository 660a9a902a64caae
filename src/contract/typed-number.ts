/**
 * Numbers that a person types in a form. A field that holds no number (`1,5`, `1e3`) is NaN in the
 * form and whatever a program sent on the server: both are refused with the same sentence.
 */
import { z } from 'zod';

interface NumberRule {
  /** As on the form: "calls per minute". */
  name: string;
  most: number;
}

/** A number above 0; a missing one gets the same sentence. */
export function numberAboveZero(rule: NumberRule) {
  return aboveZero(rule, `The ${rule.name} must be a number in digits, such as 1.5.`);
}

/** A whole number above 0; a missing one gets the same sentence. */
export function wholeAboveZero(rule: NumberRule) {
  const { name } = rule;
  return aboveZero(rule, `The ${name} must be a whole number in digits, such as 60.`).int(
    `The ${name} must be a whole number.`,
  );
}

function aboveZero({ name, most }: NumberRule, unreadable: string) {
  const sentence = `The ${name} must be a number above 0.`;
  return z
    .number({ error: ({ input }) => (input === undefined ? sentence : unreadable) })
    .gt(0, sentence)
    .max(most, `The ${name} can be at most ${most.toLocaleString('en-US')}.`);
}
