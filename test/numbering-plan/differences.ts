/**
 * Where a second source says something else of an area code's zones than our table, and why we keep
 * ours. zones-of-codes.test.ts and bench/calling-hours.ts fail on a difference that is not here, the
 * test also on a line that is true no more.
 */
import { carriedClock } from '../../src/domain/zone-rules/zone-clock.ts';
import type { NanpaArea } from './second-sources.ts';

export interface Difference {
  /** `more`: we have a zone that the source lacks, so that we are stricter. */
  kind: 'more' | 'fewer';
  /** Codes, separated by spaces. */
  codes: string;
  why: string;
}

/** NANPA gives letters for the whole area and leaves out what few people live in. */
export const nanpaDifferences: Difference[] = [
  {
    ...{ kind: 'more', codes: '236 250 257 672 778' },
    why: 'The East Kootenay may keep the time of Alberta, Creston and the Peace river never changed (tz database).',
  },
  {
    ...{ kind: 'more', codes: '273 367 418 581' },
    why: "The Magdalen Islands and Listuguj are Atlantic (Quebec's act on legal time), the Lower North Shore is America/Blanc-Sablon.",
  },
  {
    ...{ kind: 'more', codes: '306 474 639' },
    why: 'Lloydminster keeps the time of Alberta, Creighton and Denare Beach that of Manitoba (tz database).',
  },
  {
    kind: 'more',
    codes: '334 483',
    why: 'Phenix City, Smiths Station, Valley and Lanett keep Eastern time (tz database).',
  },
  { kind: 'more', codes: '402 531', why: 'Cody and the west of Cherry county are Mountain.' },
  {
    ...{ kind: 'more', codes: '442 760' },
    why: 'Winterhaven and Bard keep the time of Arizona (tz mailing list, 2011-09-12).',
  },
  {
    kind: 'more',
    codes: '432',
    why: 'Pine Springs and Nickel Creek keep the time of El Paso (tz database).',
  },
  { kind: 'more', codes: '580', why: 'Kenton keeps the time of New Mexico.' },
  { kind: 'more', codes: '709 879', why: 'Most of Labrador is Atlantic (zone.tab).' },
  {
    kind: 'more',
    codes: '807',
    why: 'Atikokan and Pickle Lake never change their clocks (zone.tab).',
  },
  { kind: 'more', codes: '907', why: "Adak keeps Hawaii's time with daylight saving (zone.tab)." },
  { kind: 'more', codes: '928', why: 'The Navajo Nation has daylight saving time.' },
  { kind: 'more', codes: '930', why: 'It overlays 812, which NANPA gives both zones.' },
  { kind: 'more', codes: '986', why: 'It overlays 208, which NANPA gives both zones.' },
  {
    ...{ kind: 'more', codes: '867' },
    why: 'Iqaluit and Coral Harbour are Eastern, Yellowknife and Inuvik stay on -06 (zone.tab).',
  },
  {
    ...{ kind: 'fewer', codes: '867' },
    why: 'The Yukon left Pacific time in 2020 (tz 2020d).',
  },
];

/** Its zones are drawn from where telephones were in 2018. */
export const libraryDifferences: Difference[] = [
  {
    ...{ kind: 'more', codes: '236 250 257 672 778' },
    why: "Each serves all of British Columbia: see NANPA's; the library knows the towns of 250 only.",
  },
  { kind: 'more', codes: '306 639', why: "Lloydminster and Creighton: see NANPA's." },
  { kind: 'more', codes: '334', why: "Phenix City, Valley and Lanett: see NANPA's." },
  { kind: 'more', codes: '364', why: 'It overlays 270, which the library gives both zones.' },
  { kind: 'more', codes: '367 418 581', why: "Atlantic parts of Quebec: see NANPA's." },
  { kind: 'more', codes: '402 531', why: "Cody: see NANPA's." },
  { kind: 'more', codes: '432 580', why: "Culberson and Kenton: see NANPA's." },
  { kind: 'more', codes: '442 760', why: "Winterhaven and Bard: see NANPA's." },
  { kind: 'more', codes: '448', why: 'It overlays 850, which the library gives both zones.' },
  { kind: 'more', codes: '458', why: 'It overlays 541, which the library gives both zones.' },
  {
    kind: 'more',
    codes: '474',
    why: 'Saskatchewan, not Manitoba: it overlays 306.',
  },
  { kind: 'more', codes: '689', why: 'Orlando is Eastern; it overlays 407 (Florida PSC, NANPA).' },
  { kind: 'fewer', codes: '689', why: 'Nothing of Orlando is Central.' },
  { kind: 'more', codes: '879', why: 'Most of Labrador is Atlantic; it overlays 709.' },
  {
    kind: 'fewer',
    codes: '709 879',
    why: 'Atlantic without daylight saving is Blanc-Sablon, across the border in Quebec.',
  },
  { kind: 'more', codes: '807', why: "Atikokan: see NANPA's." },
  { kind: 'more', codes: '867', why: "The zones of today's territories: see NANPA's." },
  {
    kind: 'fewer',
    codes: '867',
    why: 'The Yukon left Pacific time in 2020; Manitoba is not in it.',
  },
  {
    kind: 'fewer',
    codes: '907',
    why: 'The west of the Aleutians has daylight saving, unlike Hawaii.',
  },
  { kind: 'more', codes: '915', why: 'NANPA gives it Central as well.' },
  { kind: 'more', codes: '930', why: 'It overlays 812, which the library gives both zones.' },
  { kind: 'more', codes: '931', why: 'NANPA gives it Eastern as well.' },
];

/** Clocks are compared by their rules, not by their names: Detroit's are those of New York. */
const clocksOf = (zones: readonly string[]) =>
  new Set(
    zones.map((zone) => {
      const clock = carriedClock(zone, Date.UTC(2027, 0));
      if (!clock) throw new Error(`no rules for ${zone}`);
      return clock;
    }),
  );

/** How our zones differ from those of a source, as clocks. */
export function differencesOf(
  ours: readonly string[],
  theirs: readonly string[],
): Difference['kind'][] {
  const [a, b] = [clocksOf(ours), clocksOf(theirs)];
  return [
    ...([...a].some((clock) => !b.has(clock)) ? (['more'] as const) : []),
    ...([...b].some((clock) => !a.has(clock)) ? (['fewer'] as const) : []),
  ];
}

/** The zones that NANPA's letters mean in a state or province. */
export function zonesOfLetters({ zones, states }: NanpaArea): string[] {
  const [state = ''] = states;
  if (zones === 'AK') return ['America/Anchorage'];
  const offsets: Record<string, string> = {
    'UTC-10': 'Pacific/Honolulu',
    'UTC-11': 'Pacific/Pago_Pago',
    'UTC+10': 'Pacific/Guam',
  };
  const own: Record<string, Record<string, string>> = {
    E: {},
    C: {
      MB: 'America/Winnipeg',
      ON: 'America/Winnipeg',
      SK: 'America/Regina',
      NT: 'America/Rankin_Inlet',
    },
    M: { AB: 'America/Edmonton', AZ: 'America/Phoenix', NT: 'America/Cambridge_Bay' },
    P: { BC: 'America/Vancouver' },
    A: { PR: 'America/Puerto_Rico', VI: 'America/St_Thomas' },
    N: {},
  };
  const usual: Record<string, string> = {
    ...{ E: 'America/New_York', C: 'America/Chicago', M: 'America/Denver' },
    ...{ P: 'America/Los_Angeles', A: 'America/Halifax', N: 'America/St_Johns' },
  };
  const offset = offsets[zones];
  if (offset) return [offset];
  return [...zones].map((letter) => {
    const zone = own[letter]?.[state] ?? usual[letter];
    if (!zone) throw new Error(`NANPA's letter ${letter}`);
    return zone;
  });
}
