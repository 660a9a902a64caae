/** The kind of an account field, guessed from its name and its values. */
import { fixedFields } from '#contract/account-field.ts';
import type { SpokenKind } from '#contract/spoken-kind.ts';
import { kindReaders } from './value-words.ts';

/** Of the values that are not blank, as many must be of a kind. */
const share = 0.8;

/** What a field's name says, the first that matches. */
const hints: readonly (readonly [RegExp, SpokenKind])[] = [
  [/\b(zip|postal|postcode)/i, 'zip'],
  [/\b(phone|tel|telephone|mobile|cell|fax|callback)\b/i, 'phone'],
  [/\btime\b/i, 'time'],
  [/\b(date|dob|birth(day|date)?)\b/i, 'date'],
  [
    /\b(balance|amount|amt|payment|price|fee|cost|total|owed?|dollars?|debt|premium|rent)\b/i,
    'money',
  ],
  [/\b(due|expir\w*|deadline|appointment|since|until)\b/i, 'date'],
  [/\bstate\b/i, 'state'],
  [
    /(\b(number|no\.?|num|id|code|pin|account|acct|invoice|reference|ref|policy|order)|#)$/i,
    'digits',
  ],
  [/\bname\b|\b(city|town|doctor|agent|provider)$/i, 'name'],
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
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim();
  return hints.find(([pattern]) => pattern.test(words))?.[1] ?? 'words';
}

/**
 * The kind of a field by its values. What its name says goes first, if four in five values are of that
 * kind; without it, a kind whose values cannot be mistaken for another's.
 *
 * @param values as the file has them; blank ones do not count
 */
export function guessKind(name: string, values: readonly string[]): SpokenKind {
  const some = values.map((value) => value.trim()).filter((value) => value !== '');
  const hint = kindByName(name);
  if (some.length === 0) return hint;
  const mostly = (is: (value: string) => boolean) => some.filter(is).length >= some.length * share;
  if (hint !== 'words' && mostly((value) => kindReaders[hint](value) !== undefined)) return hint;
  return plainKinds.find(([, is]) => mostly(is))?.[0] ?? 'words';
}

/** Stricter than the readers: without a hint, "2024" is no year and "12.5" no amount. */
const plainKinds: readonly (readonly [SpokenKind, (value: string) => boolean])[] = [
  ['money', (value) => /^[-(]?\$/.test(value) || /^-?[\d,]+\.\d\d$/.test(value)],
  ['date', (value) => /\D/.test(value) && kindReaders.date(value) !== undefined],
  ['time', (value) => /:|[ap]\.?m\.?$/i.test(value) && kindReaders.time(value) !== undefined],
  ['phone', isPhone],
  ['state', (value) => /^[A-Z]{2}$/.test(value) && kindReaders.state(value) !== undefined],
  ['zip', (value) => /^\d{5}-\d{4}$/.test(value)],
  // As long as codes are, or with a zero in front.
  [
    'digits',
    (value) =>
      /^(0\d+|\d{6,})$/.test(value) ||
      (/^(?=.*\d)[A-Z\d-]{4,}$/i.test(value) && /[a-z]/i.test(value)),
  ],
  ['number', (value) => kindReaders.number(value) !== undefined],
];

/** Ten digits of the North American plan, written as a number to call or alone. */
function isPhone(value: string): boolean {
  return /^(\+?1[-. ]?)?\(?[2-9]\d\d\)?[-. ]?[2-9]\d\d[-. ]?\d{4}$/.test(value);
}
