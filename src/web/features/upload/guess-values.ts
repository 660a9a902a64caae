/** What the values of a column look like: never one value alone, nearly all of them. */
import { statesOfZip } from '#domain/address-zones.ts';
import { readConsent } from '#domain/consent.ts';
import { isDate } from '#domain/consent-day.ts';
import { storedPhone } from '#domain/phone.ts';
import { stateCodeOf } from '#domain/state-names.ts';

type Is = (value: string) => boolean;

export const isPhone: Is = (value) => storedPhone(value) !== undefined;
export const isState: Is = (value) => stateCodeOf(value) !== undefined;
/** With the city or state to which it belongs: five digits alone may be anything. */
export const isZip: Is = (value) =>
  /^\d{5}(-?\d{4})?$/.test(value) && statesOfZip(value).length > 0;
/** Also without the zero that a spreadsheet dropped, and Canada's. */
const isZipLike: Is = (value) =>
  /^\d{4,5}(-?\d{4})?$/.test(value) || /^[a-z]\d[a-z] ?\d[a-z]\d$/i.test(value);
export const isSsn: Is = (value) => /^(?!000|666)\d{3}-(?!00)\d\d-(?!0000)\d{4}$/.test(value);
const isSsnLike: Is = (value) => /^[\dxX*]{3}[- ]?[\dxX*]{2}[- ]?\d{4}$/.test(value);
const isDateLike: Is = (value) => yearOf(value) !== undefined;
const isWords: Is = (value) => /\p{L}/u.test(value) && !isPhone(value);

/** Whether the values do not contradict what the column's name says, by mapping id. */
const agrees: Readonly<Record<number, Is>> = {
  1: isWords,
  2: isWords,
  3: isWords,
  4: isDateLike,
  5: isSsnLike,
  6: (value) => /\p{L}/u.test(value),
  8: isWords,
  9: isState,
  10: isZipLike,
  // It is kept in clear.
  11: (value) => !isSsn(value),
  [-1]: (value) => readConsent(value) !== 'unclear',
  [-3]: isDate,
};

/** Shares of the values that are not empty. */
const mostly = 0.8;
export const nearlyAll = 0.95;

export function shareOf(values: readonly string[], is: Is): number {
  return values.length === 0 ? 0 : values.filter(is).length / values.length;
}

/** A name alone is enough for a column without values in the first rows. */
export function fits(field: number, values: readonly string[]): boolean {
  const is = agrees[field];
  return is === undefined || values.length === 0 || shareOf(values, is) >= mostly;
}

/** Dates of which nearly all are those of grown-up people. */
export function areBirths(values: readonly string[], thisYear: number): boolean {
  const isBirth = (value: string) => {
    const year = yearOf(value);
    return year !== undefined && year >= thisYear - 110 && year <= thisYear - 16;
  };
  return shareOf(values, isBirth) >= nearlyAll;
}

/** The year of "03/14/1968", "1968-03-14" and the like, with four digits. */
function yearOf(value: string): number | undefined {
  const parts =
    /^(?:\d{1,2}[-/.]\d{1,2}[-/.](\d{4})|(\d{4})[-/.]\d{1,2}[-/.]\d{1,2})(?:[T ]00:00.*)?$/.exec(
      value,
    );
  const year = Number(parts?.[1] ?? parts?.[2]);
  return year >= 1800 && year <= 2200 ? year : undefined;
}
