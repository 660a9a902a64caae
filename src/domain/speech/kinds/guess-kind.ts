/** The kind of an account field, guessed from its name and its values. */
import { fixedFields } from '#contract/account-field.ts';
import type { SpokenKind } from '#contract/spoken-kind.ts';
import { plainDashes } from '../spoken-signs.ts';
import { kindReaders } from './value-words.ts';

/** Of the values that are not blank, as many must be of a kind. */
const share = 0.8;

interface Hint {
  /** Of the field's name, as words. */
  named: (name: string) => boolean;
  kind: Exclude<SpokenKind, 'words'>;
  /** Stricter than the reader of the kind: what may be something else is none. */
  fits?: (value: string) => boolean;
  /** Instead of a share: whether these values can be of the kind together. */
  all?: (values: readonly string[]) => boolean;
  /** The name alone says nothing: without values there is no guess. */
  needsValues?: true;
}

const money =
  /\b(balance|amount|amt|pay(ment|off)?|paid|price|fee|cost|total|due|owed?|owing|debt|premium|rent|charges?|deposit)\b/i;
/** Counts and measures: "Total Visits" and "Points Balance" are no money. */
const counts =
  /\b(visits?|points?|miles|days?|weeks?|months?|years?|hours?|hrs?|minutes?|units?|items?|orders?|calls?|sessions?|count|quantity|qty|weight|score|rate|percent|leave|vacation|pto|plan|credits?)\b/i;
/** A field of these words alone, with one of an amount among them, can only be money. */
const amounts = new Set(['balance', 'price', 'fee', 'cost', 'debt', 'rent', 'dollars', 'usd']);
const aroundAmounts = new Set([
  ...['account', 'acct', 'current', 'new', 'old', 'open', 'outstanding', 'past', 'previous'],
  ...['remaining', 'statement', 'total', 'unpaid', 'due', 'owed', 'owing', 'amount', 'amt'],
  ...['loan', 'payoff', 'monthly', 'minimum', 'late', 'now', 'today', 'in', 'the', 'your'],
]);

function isOnlyMoney(name: string): boolean {
  const words = name.toLowerCase().match(/[^\W_]+/g) ?? [];
  if (!words.every((word) => amounts.has(word) || aroundAmounts.has(word))) return false;
  return (
    words.some((word) => amounts.has(word)) ||
    (/\b(amount|amt)\b/i.test(name) && /\b(due|ow(ed|ing))\b/i.test(name))
  );
}

/** Written as an amount: with its sign, or with two decimals. */
const hasSign = (value: string) => /\$|\b(usd|dollars?)\b/i.test(value);
const hasCents = (value: string) => /\.\d\d(?!\d)/.test(value);
/** A code that begins with 0 is no amount. */
const isCode = (value: string) => /^[-+]?0\d+$/.test(value);

const isStateName = (name: string) =>
  /^((home|mailing|billing|residence|shipping|property) )?(state|province)( code)?$/i.test(name) ||
  /^(state|province) of residence$/i.test(name);
/** States of a machine or an account, too. */
const mistakenStates = new Set(['OK', 'ON', 'IN']);

function areStates(values: readonly string[]): boolean {
  const codes = values.map((value) => value.toUpperCase());
  return (
    codes.every((code) => kindReaders.state(code) !== undefined) &&
    codes.some((code) => !mistakenStates.has(code))
  );
}

const like = (pattern: RegExp) => (name: string) => pattern.test(name);

const yearName = /year\b|\byr\b/i;
const isYearName = like(yearName);
const isYear = (value: string) => /^(19|20)\d\d$/.test(value);
/** 94, too. */
const isMaybeYear = (value: string) => /^(19|20)?\d\d$/.test(value);

/** What a field's name says; the first that its values fit. */
const hints: readonly Hint[] = [
  // "123" may be the number of a postal route, too.
  {
    named: like(/\b(zip|postal|postcode)/i),
    kind: 'zip',
    fits: (value) => !/^\d{3}$/.test(value),
  },
  // "Mobile Minutes" of 500 is no short number.
  {
    named: like(/\b(phone|tel|telephone|mobile|cell|fax|callback)\b/i),
    kind: 'phone',
    fits: (value) => /(\d\D*){7}/.test(value),
  },
  // "Time Spent" of 2.30 is no time of day.
  {
    named: like(/\btime\b/i),
    kind: 'time',
    fits: (value) => /:|[ap]\.?\s?m\.?$/i.test(value),
  },
  { named: like(/\b(date|dob|birth(day|date)?)\b/i), kind: 'date' },
  // Only a date's reader says 1994 as a year; "Points this year" may be 1950, too.
  {
    named: (name) =>
      isYearName(name) && !money.test(name) && !counts.test(name.replace(yearName, '')),
    kind: 'date',
    fits: isYear,
  },
  { named: isYearName, kind: 'date', all: (values) => values.every(isYear), needsValues: true },
  { named: isOnlyMoney, kind: 'money', fits: (value) => !isCode(value) },
  {
    named: (name) => money.test(name) && !counts.test(name),
    kind: 'money',
    fits: (value) => hasSign(value) || hasCents(value),
    needsValues: true,
  },
  {
    named: like(/\b(due|expir\w*|deadline|appointment|since|until)\b/i),
    kind: 'date',
    // A number may be a year, or anything.
    fits: (value) => /\D/.test(value),
  },
  { named: isStateName, kind: 'state', all: areStates },
  {
    named: like(
      /(\b(number|no\.?|num|id|code|pin|account|acct|invoice|reference|ref|policy|order)|#)$/i,
    ),
    kind: 'digits',
  },
  { named: like(/\bname\b|\b(city|town|doctor|agent|provider)$/i), kind: 'name' },
];

const fixedKinds: Readonly<Record<(typeof fixedFields)[number]['key'], SpokenKind>> = {
  firstName: 'name',
  middleName: 'name',
  lastName: 'name',
  dateOfBirth: 'date',
  ssn: 'digits',
  address: 'words',
  address2: 'words',
  city: 'name',
  state: 'state',
  zipCode: 'zip',
  externalId: 'digits',
};

/** Of the fields that every account has, by mapping id. */
export function kindOfFixed(fieldId: number): SpokenKind | undefined {
  const field = fixedFields.find(({ id }) => id === fieldId);
  return field && fixedKinds[field.key];
}

/** The kind of a field of which no value is known yet; a sensitive one leaves its last digits at most. */
export function kindByName(name: string, isSensitive = false): SpokenKind {
  if (isSensitive) return 'digits';
  const words = wordsOf(name);
  return hints.find((hint) => hint.needsValues !== true && hint.named(words))?.kind ?? 'words';
}

const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim();

/**
 * The kind of a field by its values. A kind that its name says goes first, if four in five values fit it;
 * else one whose values cannot be mistaken for another's. What may be two things is said as written.
 *
 * @param values as the file has them; blank ones do not count
 */
export function guessKind(name: string, values: readonly string[]): SpokenKind {
  const some = values.map((value) => plainDashes(value).trim()).filter((value) => value !== '');
  if (some.length === 0) return kindByName(name);
  const mostly = (is: (value: string) => boolean) => some.filter(is).length >= some.length * share;
  const words = wordsOf(name);
  const hint = hints.find(
    ({ named, kind, fits, all }) =>
      named(words) &&
      (all?.(some) ??
        mostly((value) => kindReaders[kind](value) !== undefined && (fits?.(value) ?? true))),
  );
  if (hint) return hint.kind;
  // A number's reader would make "one thousand nine hundred" of some of them.
  if (isYearName(words) && some.some(isYear) && mostly(isMaybeYear)) return 'words';
  // "63101, 02116": as digits, or one of them is said as another number than it is.
  if (some.some(isCode)) return some.every((value) => /^\d+$/.test(value)) ? 'digits' : 'words';
  return plainKinds.find(([, is]) => mostly(is))?.[0] ?? 'words';
}

/**
 * Stricter than the readers: without a name that says so, "2024" is no year, "12.50" no amount, "3/4" no
 * date and "OK" no state.
 */
const plainKinds: readonly (readonly [SpokenKind, (value: string) => boolean])[] = [
  ['money', (value) => hasSign(value) && kindReaders.money(value) !== undefined],
  ['date', (value) => isWholeDate(value) && kindReaders.date(value) !== undefined],
  ['time', (value) => /:|[ap]\.?m\.?$/i.test(value) && kindReaders.time(value) !== undefined],
  ['phone', isPhone],
  ['zip', (value) => /^\d{5}-\d{4}$/.test(value)],
  // As long as codes are; "24-hour" is none.
  ['digits', (value) => /^\d{6,}$/.test(value) || /^(?=.*\d)(?=.*[A-Z])[A-Z\d-]{4,}$/.test(value)],
  ['number', (value) => kindReaders.number(value) !== undefined],
];

/** With a year, or with the name of a month. */
function isWholeDate(value: string): boolean {
  return /\d{4}\D|\D\d{4}/.test(value) || /\d\D\d+\D\d/.test(value) || /[a-z]{3}/i.test(value);
}

/** Ten digits of the North American plan, written as a number to call or alone. */
function isPhone(value: string): boolean {
  return /^(\+?1[-. ]?)?\(?[2-9]\d\d\)?[-. ]?[2-9]\d\d[-. ]?\d{4}$/.test(value);
}
