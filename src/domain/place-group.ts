/**
 * The place of a number as one small integer, made at import: its area code with the state and the
 * zip code of its account, as far as they matter for calling hours. Numbers of one group are alike
 * for every rule of the gate about places, so a million numbers are counted by group.
 *
 * Bits from the highest: 3 for the version of the tables, 10 for the area code, 7 for the state, 11
 * for the zip code. A group of another version is not read: its numbers are grouped by their texts.
 */
import { knownState, knownStates, zipPlace, zipPlaces } from './address-zones.ts';

/** Goes up (7 is followed by 1) when `knownStates`, `zipPlaces` or what they stand for changes. */
export const placeVersion = 1;

export const versionShift = 28;
const areaShift = 18;
const stateShift = 11;
const firstArea = 200;

export interface Place {
  /** Three digits. */
  areaCode: string;
  /** As the account has it, in whatever spelling; null for none. */
  state: string | null;
  zipCode: string | null;
}

const states = new Map(knownStates.map((state, index) => [state, index + 1]));
const zips = new Map(zipPlaces.map((zip, index) => [zip, index + 1]));

/** 0 for a state that is not known. */
export function statePart(state: string | null): number {
  return states.get(knownState(state) ?? '') ?? 0;
}

/** 0 for a zip or postal code of which nothing is known. */
export function zipPart(zipCode: string | null): number {
  return zips.get((zipCode === null ? undefined : zipPlace(zipCode)) ?? '') ?? 0;
}

/** @param area three digits as a number, 200 to 999 */
export function placeGroup(area: number, state: number, zip: number): number {
  return (
    (placeVersion << versionShift) | ((area - firstArea) << areaShift) | (state << stateShift) | zip
  );
}

export function placeGroupOf({ areaCode, state, zipCode }: Place): number {
  return placeGroup(Number(areaCode), statePart(state), zipPart(zipCode));
}

/** A place of the group: every rule treats it as it does those that the group was made from. */
export function placeOfGroup(group: number): Place {
  const bits = (shift: number, count: number) => (group >> shift) & ((1 << count) - 1);
  return {
    areaCode: String(bits(areaShift, 10) + firstArea),
    state: knownStates[bits(stateShift, 7) - 1] ?? null,
    zipCode: zipPlaces[bits(0, stateShift) - 1] ?? null,
  };
}
