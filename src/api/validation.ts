/** zod's findings as the platform's problems: 400 for the wrong type, 422 for a broken rule. */
import { z } from 'zod';
import { type FieldError, problem } from '#contract/errors.ts';

/**
 * The value as the schema makes it; throws `malformed` or `rule_broken` with the fields' errors.
 */
export function checked<S extends z.ZodType>(
  schema: S,
  value: unknown,
  whole: string,
): z.output<S> {
  const wrongTypes = new Set<string>();
  const result = schema.safeParse(value, {
    error: (issue) => {
      const message = sentenceFor(issue, whole);
      if (issue.code === 'invalid_type' && issue.input !== undefined) wrongTypes.add(cut(message));
      return message;
    },
  });
  if (result.success) return result.data;

  const all = firstOfEach(result.error.issues);
  const errors = all.slice(0, mostErrors);
  // A message of the schema's own ("callsPerMinute must be a number above 0") is a rule; only
  // types without a rule of their own make the request unreadable.
  const malformed = all.find((error) => wrongTypes.has(error.message));
  const detail = (malformed ?? all[0])?.message ?? 'The request does not match this operation.';
  const more = all.length - errors.length;
  const said = more > 0 ? `${detail} There are ${more} more problems that are not listed.` : detail;
  throw problem(malformed ? 'malformed' : 'rule_broken', said, { errors });
}

/** A response lists no more problems than somebody reads. */
const mostErrors = 50;
/** Names of fields, and sentences with them, may be the sender's own words, of any length. */
const longest = 300;
const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** One error for each field. */
function firstOfEach(issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const errors = new Map<string, FieldError>();
  for (const { path: keys, message } of issues) {
    const path = cut(keys.join('.'));
    if (!errors.has(path)) errors.set(path, { path, message: cut(message) });
  }
  return [...errors.values()];
}

/** A plain sentence where the schema has none of its own. */
function sentenceFor(issue: z.core.$ZodRawIssue, whole: string): string {
  const field = issue.path?.length ? `"${issue.path.join('.')}"` : whole;
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input !== undefined) return `${field} must be ${kind(issue.expected)}.`;
      return requiredText(issue.inst) ?? `${field} is required.`;
    case 'too_small':
      return `${field} must ${bound(issue.origin, 'at least', issue.minimum, issue.inclusive)}.`;
    case 'too_big':
      return `${field} must ${bound(issue.origin, 'at most', issue.maximum, issue.inclusive)}.`;
    case 'invalid_value':
      return `${field} must be one of ${issue.values.map(String).join(', ')}.`;
    case 'invalid_format':
      return `${field} is not ${formats[issue.format] ?? 'in the expected format'}.`;
    default:
      return `${field} has a value that is not allowed.`;
  }
}

const formats: Record<string, string> = {
  datetime: 'a date and time in ISO 8601',
  date: 'a date in ISO 8601',
  email: 'a valid email address',
};

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  nan: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

function kind(expected: string): string {
  return kinds[expected] ?? `of the type ${expected}`;
}

function bound(origin: string, word: string, limit: number | bigint, inclusive?: boolean): string {
  const value =
    inclusive === false
      ? `${word === 'at least' ? 'above' : 'below'} ${limit}`
      : `${word} ${limit}`;
  const plural = Number(limit) === 1 ? '' : 's';
  if (origin === 'string') return `have ${value} character${plural}`;
  if (origin === 'array') return `have ${value} item${plural}`;
  return `be ${value}`;
}

/**
 * A missing value gets the sentence of an empty one: a text that of '' ("Name is Required"), a
 * choice that of 0 ("Campaign selection is required").
 */
function requiredText(schema: unknown): string | undefined {
  const isText = schema instanceof z.ZodString;
  if (!isText && !(schema instanceof z.ZodNumber)) return undefined;
  // The issue of a rule without a sentence of its own gets this empty one.
  const empty = schema.safeParse(isText ? '' : 0, { error: () => '' });
  return empty.error?.issues.find(({ code }) => code === 'too_small')?.message || undefined;
}
