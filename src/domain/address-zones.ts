/**
 * The zones an address may be in, by zip code where possible, else by state or province. Where a
 * zip prefix covers both sides of a zone border, all zones of the state count.
 */
import { withLeadingZeros } from './zip-code.ts';

const eastern = ['America/New_York'];
const central = ['America/Chicago'];
const mountain = ['America/Denver'];
const pacific = ['America/Los_Angeles'];
const easternAndCentral = [...eastern, ...central];
const centralAndMountain = [...central, ...mountain];
const mountainAndPacific = [...mountain, 'America/Boise', ...pacific];
const detroit = ['America/Detroit', 'America/Menominee'];
const alaska = ['America/Anchorage', 'America/Juneau', 'America/Adak'];

const stateZones: Readonly<Record<string, readonly string[]>> = {
  ...each('CT DC DE GA MA MD ME NC NH NJ NY OH PA RI SC VA VT WV', eastern),
  ...each('AR IA IL LA MN MO MS OK WI', central),
  ...each('CO MT NM UT WY', mountain),
  ...each('CA WA', pacific),
  // Phenix City, Valley and Lanett keep the time of Georgia.
  ...each('AL FL TN', easternAndCentral),
  IN: ['America/Indiana/Indianapolis', ...easternAndCentral],
  KY: ['America/Kentucky/Louisville', ...easternAndCentral],
  MI: detroit,
  ...each('KS ND NE SD TX', centralAndMountain),
  ...each('ID NV OR', mountainAndPacific),
  AK: alaska,
  AZ: ['America/Phoenix', 'America/Denver'],
  HI: ['Pacific/Honolulu'],
  AS: ['Pacific/Pago_Pago'],
  GU: ['Pacific/Guam'],
  MP: ['Pacific/Saipan'],
  PR: ['America/Puerto_Rico'],
  VI: ['America/St_Thomas'],
  AB: ['America/Edmonton'],
  BC: ['America/Vancouver', 'America/Edmonton', 'America/Fort_Nelson'],
  MB: ['America/Winnipeg'],
  ...each('NB NS PE', ['America/Halifax']),
  NL: ['America/St_Johns', 'America/Halifax'],
  // The territories still change their clocks; Alberta no longer does.
  NT: ['America/Edmonton', 'America/Inuvik'],
  NU: ['America/Toronto', 'America/Winnipeg', 'America/Edmonton', 'America/Cambridge_Bay'],
  ON: ['America/Toronto', 'America/Winnipeg'],
  QC: ['America/Toronto', 'America/Halifax'],
  // Lloydminster keeps the time of Alberta, Creighton that of Manitoba.
  SK: ['America/Regina', 'America/Edmonton', 'America/Winnipeg'],
  YT: ['America/Fort_Nelson'],
};

/** Every zone that an address may name. */
export const addressZoneNames: readonly string[] = [...new Set(Object.values(stateZones).flat())];

/** First letter of a Canadian postal code; several where it serves several provinces. */
const postalProvinces: Readonly<Record<string, readonly string[]>> = {
  A: ['NL'],
  B: ['NS'],
  C: ['PE'],
  E: ['NB'],
  G: ['QC'],
  H: ['QC'],
  J: ['QC'],
  K: ['ON'],
  L: ['ON'],
  M: ['ON'],
  N: ['ON'],
  P: ['ON'],
  R: ['MB'],
  S: ['SK'],
  T: ['AB'],
  V: ['BC'],
  X: ['NT', 'NU'],
  Y: ['YT'],
};

/**
 * First and last three-digit zip prefix of a state, in ascending order. Those of the armed forces
 * (090 to 098, 340, 962 to 966) have no zone: they may be overseas.
 */
const zipStates: readonly (readonly [from: number, to: number, state: string])[] = [
  [5, 5, 'NY'],
  [6, 7, 'PR'],
  [8, 8, 'VI'],
  [9, 9, 'PR'],
  [10, 27, 'MA'],
  [28, 29, 'RI'],
  [30, 38, 'NH'],
  [39, 49, 'ME'],
  [50, 54, 'VT'],
  [55, 55, 'MA'],
  [56, 59, 'VT'],
  [60, 69, 'CT'],
  [70, 89, 'NJ'],
  [100, 149, 'NY'],
  [150, 196, 'PA'],
  [197, 199, 'DE'],
  [200, 200, 'DC'],
  [201, 201, 'VA'],
  [202, 205, 'DC'],
  [206, 219, 'MD'],
  [220, 246, 'VA'],
  [247, 268, 'WV'],
  [270, 289, 'NC'],
  [290, 299, 'SC'],
  [300, 319, 'GA'],
  [320, 339, 'FL'],
  [341, 349, 'FL'],
  [350, 369, 'AL'],
  [370, 385, 'TN'],
  [386, 397, 'MS'],
  [398, 399, 'GA'],
  [400, 427, 'KY'],
  [430, 459, 'OH'],
  [460, 479, 'IN'],
  [480, 499, 'MI'],
  [500, 528, 'IA'],
  [530, 549, 'WI'],
  [550, 567, 'MN'],
  [569, 569, 'DC'],
  [570, 577, 'SD'],
  [580, 588, 'ND'],
  [590, 599, 'MT'],
  [600, 629, 'IL'],
  [630, 658, 'MO'],
  [660, 679, 'KS'],
  [680, 693, 'NE'],
  [700, 714, 'LA'],
  [716, 729, 'AR'],
  [730, 732, 'OK'],
  [733, 733, 'TX'],
  [734, 749, 'OK'],
  [750, 799, 'TX'],
  [800, 816, 'CO'],
  [820, 831, 'WY'],
  [832, 838, 'ID'],
  [840, 847, 'UT'],
  [850, 865, 'AZ'],
  [870, 884, 'NM'],
  [885, 885, 'TX'],
  [889, 898, 'NV'],
  [900, 961, 'CA'],
  [967, 968, 'HI'],
  [970, 979, 'OR'],
  [980, 994, 'WA'],
  [995, 999, 'AK'],
];

/** First and last zip code of towns in another state than the rest of their prefix. */
const townsElsewhere: typeof zipStates = [
  // Fishers Island and Alta get their mail through the neighboring state.
  [6390, 6390, 'NY'],
  [83414, 83414, 'WY'],
  // Federal offices outside of Washington.
  [20588, 20588, 'MD'],
  [20598, 20598, 'VA'],
  [96799, 96799, 'AS'],
  [96910, 96932, 'GU'],
  [96950, 96952, 'MP'],
];

/** Zip prefixes in states with two zones that are wholly in one. */
const zipZones: readonly (readonly [from: number, to: number, zones: readonly string[]])[] = [
  [320, 322, eastern],
  [326, 349, eastern],
  [350, 367, central],
  [369, 369, central],
  [370, 372, central],
  [374, 374, eastern],
  [376, 376, eastern],
  [379, 379, eastern],
  [380, 384, central],
  [402, 418, eastern],
  [420, 420, central],
  [422, 422, central],
  [424, 424, central],
  [460, 462, eastern],
  [467, 468, eastern],
  [470, 470, eastern],
  [472, 474, eastern],
  [480, 497, ['America/Detroit']],
  [570, 572, central],
  [580, 584, central],
  [660, 676, central],
  [680, 689, central],
  [733, 733, central],
  // Kenton keeps the time of New Mexico.
  [739, 739, centralAndMountain],
  [750, 797, central],
  [799, 799, mountain],
  [838, 838, pacific],
  [850, 853, ['America/Phoenix']],
  [856, 857, ['America/Phoenix']],
  [890, 897, pacific],
  // Winterhaven and Bard keep the time of Arizona.
  [922, 922, ['America/Los_Angeles', 'America/Phoenix']],
  [970, 977, pacific],
];

/** Zip codes of towns that keep another time than the rest of their prefix. */
const townsOnOtherTime: typeof zipZones = [
  // Hyder keeps the time of Stewart, British Columbia, its only neighbor by road.
  [99923, 99923, [...alaska, 'America/Vancouver']],
];

/** Two-letter code of a state, territory or province, as files write it; undefined if unknown. */
export function knownState(state: string | null): string | undefined {
  const code = state?.trim().toUpperCase();
  return code !== undefined && Object.hasOwn(stateZones, code) ? code : undefined;
}

/** Zones of the zip or postal code and of the state; empty when neither is known. */
export function addressZones(state: string | null, zipCode: string | null): readonly string[] {
  const stated = knownState(state);
  const byZip = zipCode === null ? undefined : areaOfZip(zipCode);
  if (byZip === undefined) return stated === undefined ? [] : (stateZones[stated] ?? []);
  // A zip code that contradicts the state proves neither wrong: both must then allow the call.
  if (stated === undefined || byZip.states.includes(stated)) return byZip.zones;
  return [...new Set([...byZip.zones, ...(stateZones[stated] ?? [])])];
}

/** The states that a zip or postal code may be in: mostly one, none when it is unknown. */
export function statesOfZip(zipCode: string | null): readonly string[] {
  return (zipCode === null ? undefined : areaOfZip(zipCode)?.states) ?? [];
}

/** Every state, territory and province with zones; the order is part of stored place groups. */
export const knownStates: readonly string[] = Object.keys(stateZones);

const fiveDigits = (zip: number) => String(zip).padStart(5, '0');
const prefixes = zipStates.flatMap(([from, to]) => upTo(from, to));

/** Zip codes of towns that differ from the rest of their prefix. */
export const zipsOfTowns: readonly string[] = [...townsElsewhere, ...townsOnOtherTime]
  .flatMap(([from, to]) => upTo(from, to))
  .map(fiveDigits);

/**
 * One zip or postal code of each place that has its own states or zones; the order is part of stored
 * place groups.
 */
export const zipPlaces: readonly string[] = [
  ...Object.keys(postalProvinces).map((letter) => `${letter}0A`),
  ...prefixes.map((prefix) => fiveDigits(prefix * 100)),
  ...zipsOfTowns,
];

/** The one of `zipPlaces` that has the same states and zones; undefined where nothing is known. */
export function zipPlace(zipCode: string): string | undefined {
  if (areaOfZip(zipCode) === undefined) return undefined;
  const zip = withLeadingZeros(zipCode.trim().toUpperCase());
  if (!/^\d/.test(zip)) return `${zip.slice(0, 1)}0A`;
  const whole = zip.slice(0, 5);
  return zipsOfTowns.includes(whole) ? whole : `${zip.slice(0, 3)}00`;
}

function upTo(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => from + n);
}

interface ZipArea {
  states: readonly string[];
  zones: readonly string[];
}

function areaOfZip(zipCode: string): ZipArea | undefined {
  const zip = withLeadingZeros(zipCode.trim().toUpperCase());
  if (/^[A-Z]\d[A-Z]/.test(zip)) {
    const states = postalProvinces[zip.slice(0, 1)];
    return states && { states, zones: states.flatMap((state) => stateZones[state] ?? []) };
  }
  if (!/^\d{5}/.test(zip)) return undefined;
  const whole = Number(zip.slice(0, 5));
  const prefix = Number(zip.slice(0, 3));
  const elsewhere = within(townsElsewhere, whole);
  const state = elsewhere ?? within(zipStates, prefix);
  if (state === undefined) return undefined;
  const zones =
    within(townsOnOtherTime, whole) ?? (elsewhere ? undefined : within(zipZones, prefix));
  return { states: [state], zones: zones ?? stateZones[state] ?? [] };
}

function within<T>(table: readonly (readonly [number, number, T])[], prefix: number) {
  return table.find(([from, to]) => prefix >= from && prefix <= to)?.[2];
}

function each(states: string, zones: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(states.split(' ').map((state) => [state, zones]));
}
