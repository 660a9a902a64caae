/**
 * Which numbers of the plan are called and texted. Others cost dollars a minute, are not assigned,
 * or belong to another country with its own law: the operator allows countries client by client.
 */
import { areaCodeOf, areaCodes } from './numbering-plan/area-code.ts';

/** What a client may call unless the operator says otherwise; `US` includes the territories. */
export const usualCountries: readonly string[] = ['US', 'CA'];

/** Every country that has an area code, in alphabetical order. */
export const planCountries: readonly string[] = [
  ...new Set(areaCodes.map(({ country }) => country)),
]
  .filter((country) => country !== '')
  .sort();

export type NumberFault =
  | 'premium'
  | 'toll-free'
  | 'personal'
  /** 700, 710, 600 and similar codes: of a service, not of an area. */
  | 'service'
  /** The area code is not assigned. */
  | 'unassigned'
  /** Of a country that is not allowed. */
  | 'foreign';

/**
 * Why a number is not called; undefined when it may be.
 *
 * @param phone 11 digits with leading 1; the area code alone will do (`1302`)
 */
export function numberFault(phone: string, countries: readonly string[]): NumberFault | undefined {
  const area = areaCodeOf(phone);
  if (!area) return 'unassigned';
  if (area.kind === 'non-geographic') return 'service';
  if (area.kind !== 'geographic') return area.kind;
  return countries.includes(area.country) ? undefined : 'foreign';
}

/** The area codes whose numbers may be called. */
export function allowedAreaCodes(countries: readonly string[]): string[] {
  return areaCodes
    .map(({ code }) => code)
    .filter((code) => numberFault(`1${code}`, countries) === undefined);
}

/**
 * Why a typed number cannot be shown as a caller ID, answered by an agent or called to record a
 * message: the same rules, except that a toll-free number is allowed, because it costs the caller
 * nothing. Undefined when it can be used.
 *
 * @param countries of the client; if unknown, every country of the plan
 */
export function ownNumberProblem(
  phone: string,
  countries: readonly string[] = planCountries,
): string | undefined {
  const fault = ownNumberFault(phone, countries);
  return fault && ownNumberWords(fault);
}

export interface OwnNumberFault {
  fault: Exclude<NumberFault, 'toll-free'>;
  /** The country of the number, if that is the fault. */
  country?: string | undefined;
}

/** The same as a code. */
export function ownNumberFault(
  phone: string,
  countries: readonly string[],
): OwnNumberFault | undefined {
  const fault = numberFault(phone, countries);
  if (fault === undefined || fault === 'toll-free') return undefined;
  return fault === 'foreign' ? { fault, country: countryOf(phone) } : { fault };
}

/** Without a period. */
export function ownNumberWords({ fault, country = '' }: OwnNumberFault): string {
  return fault === 'foreign' ? foreignNumber(country) : ownNumberTexts[fault];
}

const ownNumberTexts = {
  premium: 'Premium-rate numbers (900) cannot be used',
  personal: 'Personal numbers (500 and similar codes) cannot be used',
  service: 'Numbers with this area code belong to a service and cannot be used',
  unassigned: 'This area code is not assigned',
} as const;

function foreignNumber(country: string): string {
  return `This is a foreign number (${country}); your operator can allow it`;
}

const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** `Jamaica`; '' for an area code without a country. */
export function countryOf(phone: string): string {
  const country = areaCodeOf(phone)?.country;
  return country ? (names.of(country) ?? country) : '';
}

/**
 * Reads `US,CA,JM`.
 *
 * @returns a sentence on what is wrong if it is invalid
 */
export function parseCountries(text: string): string[] | string {
  const given = text.split(',').map((one) => one.trim().toUpperCase());
  const countries = given.filter((one) => one !== '');
  if (countries.length === 0) return 'Give at least one country, such as US,CA.';
  const unknown = countries.find((one) => !planCountries.includes(one));
  if (unknown === undefined) return [...new Set(countries)];
  return `"${unknown}" is not a country with +1 numbers. Those countries are ${planCountries.join(', ')}.`;
}
