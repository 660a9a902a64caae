/**
 * What services have answered about a number, under rules of the contact policy that refuse
 * reassigned numbers, known litigators or kinds of lines (decision 089). A number without an
 * answer is held only by a rule that says so.
 */
import type { PolicyRule, ScrubTerms } from '#contract/policy.ts';
import type { RefusedNumber, ScrubAnswer, ScrubQuestion } from '#contract/scrub.ts';
import type { Callee } from '../calling-hours.ts';
import { consentDay } from '../consent-day.ts';
import { mayBeIn } from './rule-scope.ts';

export type ScrubRule = PolicyRule & { terms: ScrubTerms };

export const isScrubRule = (rule: PolicyRule): rule is ScrubRule => rule.terms.kind === 'scrub';

/** `current`: it is not asked again yet. An older answer holds until a newer one says otherwise. */
export interface KnownAnswer {
  answer: ScrubAnswer;
  current: boolean;
}

export type KnownAnswers = Partial<Record<ScrubQuestion, KnownAnswer>>;

/** As statements return an answer. `since`: the date of consent that was asked about; null: none. */
export type ScrubRow = [
  question: ScrubQuestion,
  since: string | null,
  answer: ScrubAnswer,
  current: boolean,
];

/** What is known about a number of which consent is of this date, as its file writes it. */
export function knownAnswers(
  rows: readonly ScrubRow[] | null,
  consentDate: string | null,
): KnownAnswers {
  if (rows === null) return {};
  const day = consentDay(consentDate ?? '');
  const known: KnownAnswers = {};
  for (const [question, since, answer, current] of rows) {
    if (question === 'reassigned' && since !== day) continue;
    known[question] = { answer, current };
  }
  return known;
}

const questionOf: Readonly<Record<RefusedNumber, ScrubQuestion>> = {
  ...{ reassigned: 'reassigned', litigator: 'litigator' },
  ...{ mobile: 'line', landline: 'line', voip: 'line' },
};

interface Checked extends Callee {
  scrub: KnownAnswers;
}

/** The rule that holds a number: for an answer, or else for the want of one. */
export function scrubHold(rules: readonly ScrubRule[], callee: Checked): ScrubRule | null {
  if (rules.length === 0) return null;
  const own = rules.filter((rule) => mayBeIn(callee, rule));
  const refuses = ({ terms: { refused } }: ScrubRule) =>
    callee.scrub[questionOf[refused]]?.answer === (isLine(refused) ? refused : 'yes');
  const waits = ({ terms: { refused, untilChecked } }: ScrubRule) =>
    untilChecked && !callee.scrub[questionOf[refused]]?.current;
  return own.find(refuses) ?? own.find(waits) ?? null;
}

const isLine = (refused: RefusedNumber) => questionOf[refused] === 'line';

/** What the rules ask about a number; none: no rule is about it. In the order of the contract. */
export function questionsAbout(rules: readonly ScrubRule[], callee: Callee): ScrubQuestion[] {
  return questionsOf(rules.filter((rule) => mayBeIn(callee, rule)));
}

export function questionsOf(rules: readonly ScrubRule[]): ScrubQuestion[] {
  const asked = new Set(rules.map(({ terms }) => questionOf[terms.refused]));
  return (['reassigned', 'litigator', 'line'] as const).filter((one) => asked.has(one));
}

/** Those of the questions that have no answer, or one that is too old. */
export function openQuestions(
  questions: readonly ScrubQuestion[],
  known: KnownAnswers,
): ScrubQuestion[] {
  return questions.filter((one) => !known[one]?.current);
}
