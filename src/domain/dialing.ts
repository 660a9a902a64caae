/**
 * Which numbers of the plan are called and texted. Others cost dollars a minute, are not assigned,
 * or belong to another country with its own law: the operator allows countries client by client.
 */
import { type AreaCode, areaCodeOf, areaCodes } from './numbering-plan/area-code.ts';

/**
 * A client's destinations: countries (`US`, `JM`), states, territories and provinces (`US-TX`, `CA-ON`),
 * and the fifty states with the District of Columbia (`US-STATES`). Premium numbers are none.
 *
 * What a client may call unless the operator says otherwise; `US` includes the territories.
 */
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
  | 'foreign'
  /** Of a state or province that is not allowed, in a country of which others are. */
  | 'elsewhere';

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
  if (isDestination(area, countries)) return undefined;
  return countries.some((one) => one.startsWith(`${area.country}-`)) ? 'elsewhere' : 'foreign';
}

const territories: readonly string[] = ['AS', 'GU', 'MP', 'PR', 'VI'];
const fiftyStates = 'US-STATES';

/** An area code of two states is only called when both are destinations. */
function isDestination({ country, states }: AreaCode, destinations: readonly string[]): boolean {
  if (destinations.includes(country)) return true;
  return (
    states.length > 0 &&
    states.every((state) => {
      const isOfFifty = country === 'US' && !territories.includes(state);
      return (
        destinations.includes(`${country}-${state}`) ||
        (isOfFifty && destinations.includes(fiftyStates))
      );
    })
  );
}

/** `TX, United States`, of a number whose state is not allowed. */
export function placeOf(phone: string): string {
  const states = areaCodeOf(phone)?.states ?? [];
  return `${states.join(' and ')}, ${countryOf(phone)}`;
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
  /** Its state and country, if that is. */
  place?: string | undefined;
}

/** The same as a code. */
export function ownNumberFault(
  phone: string,
  countries: readonly string[],
): OwnNumberFault | undefined {
  const fault = numberFault(phone, countries);
  if (fault === undefined || fault === 'toll-free') return undefined;
  if (fault === 'elsewhere') return { fault, place: placeOf(phone) };
  return fault === 'foreign' ? { fault, country: countryOf(phone) } : { fault };
}

/** Without a period. */
export function ownNumberWords({ fault, country = '', place = '' }: OwnNumberFault): string {
  if (fault === 'elsewhere')
    return `Numbers in ${place} are not among your destinations; your operator can allow them`;
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

const regions: ReadonlySet<string> = new Set([
  fiftyStates,
  ...areaCodes.flatMap(({ country, states }) => states.map((state) => `${country}-${state}`)),
]);
const caribbean = planCountries.filter((country) => !usualCountries.includes(country));

/**
 * Reads `US-STATES,CA-ON,JM`; `CARIBBEAN` stands for its countries.
 *
 * @returns a sentence on what is wrong if it is invalid
 */
export function parseDestinations(text: string): string[] | string {
  const given = text.split(',').map((one) => one.trim().toUpperCase());
  const destinations = given
    .filter((one) => one !== '')
    .flatMap((one) => (one === 'CARIBBEAN' ? caribbean : [one]));
  if (destinations.length === 0) return 'Give at least one destination, such as US,CA.';
  const unknown = destinations.find((one) => !planCountries.includes(one) && !regions.has(one));
  if (unknown === undefined) return [...new Set(destinations)];
  return `"${unknown}" is not a destination. Give countries with +1 numbers (${planCountries.join(', ')}), states, territories or provinces (US-TX, US-PR, CA-ON), US-STATES for the fifty states and DC, or CARIBBEAN. Premium numbers (900) are never called.`;
}
