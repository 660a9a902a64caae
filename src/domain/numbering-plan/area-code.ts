/**
 * What the area code of a number says: its kind, its country, its states and every time zone that
 * its area reaches. The tables beside this file are kept by hand; docs/operating.md says how.
 *
 * Sources, looked up on 2026-11-22:
 * 1. NANPA, NPA report (reports.nanpa.com/public/npa_report.csv): every code with its state, its
 *    time zones, its day in service and what is planned, file date 2026-01-05; and the codes that
 *    its file of 2026-09-21 has in service.
 * 2. Google's libphonenumber 9.0.35 (2026-07-16): number ranges, regions and time zones.
 * 3. Notices for codes announced since (CRTC, state commissions), named beside their rows.
 * 4. Time zone borders: the tz database 2026f and its zone.tab; towns that keep their neighbor's
 *    clocks are named beside their rows.
 *
 * Where sources differ, docs/decisions/029-where-a-number-is.md says what was taken and why. In
 * doubt an area code has both zones: a call then waits for the later opening.
 */
import { canada } from './canada.ts';
import { caribbean } from './caribbean.ts';
import { nonGeographic } from './non-geographic.ts';
import type { AreaRow, CodeKind } from './row.ts';
import { unitedStates } from './united-states.ts';

export interface AreaCode {
  /** Three digits. */
  code: string;
  kind: CodeKind;
  /**
   * ISO 3166 two letters; the territories of the United States count as `US`. Empty where the code
   * belongs to no single country: toll-free, premium, personal and 700.
   */
  country: string;
  /** Two-letter states, territories or provinces; of the United States and Canada never empty. */
  states: readonly string[];
  /** IANA names of every zone that the area reaches; empty for a non-geographic code. */
  zones: readonly string[];
  /** `announced`: assigned to an area, but no number of it is in use yet. */
  inService: 'yes' | 'announced';
}

/** Every assigned code of the plan, in ascending order. */
export const areaCodes: readonly AreaCode[] = [
  ...unitedStates.flatMap((row) => codesOf(row, 'US')),
  ...canada.flatMap((row) => codesOf(row, 'CA')),
  ...caribbean.flatMap((row) => codesOf(row, '')),
  ...nonGeographic.flatMap((row) => codesOf(row, '')),
].sort((a, b) => (a.code < b.code ? -1 : 1));

const byCode = new Map(areaCodes.map((area) => [area.code, area]));

/**
 * @param phone 11 digits with leading 1
 * @returns undefined for a code that is not assigned
 */
export function areaCodeOf(phone: string): AreaCode | undefined {
  return byCode.get(phone.slice(1, 4));
}

function codesOf(row: AreaRow, country: string): AreaCode[] {
  const states = words(row.states);
  const zones = words(row.zones);
  const kind = row.kind ?? 'geographic';
  const area = { kind, country: row.country ?? country, states, zones };
  return [
    ...words(row.codes).map((code) => ({ code, ...area, inService: 'yes' as const })),
    ...words(row.announced).map((code) => ({ code, ...area, inService: 'announced' as const })),
  ];
}

function words(list: string | undefined): string[] {
  return list === undefined || list === '' ? [] : list.split(' ');
}
