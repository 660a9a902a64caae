/**
 * Every minute of a year in every zone of the United States, its territories and Canada: the zones
 * of tzdata's zone.tab, each with an area code, a state and a zip or postal code of a town in it.
 * What the clock shows there is asked of Intl, and of the rules that Carillon carries, read here
 * line by line: both must allow.
 */
import { expect, test } from 'vitest';
import { callingHours, lawfulHours } from './calling-hours.ts';
import { verdictIn } from './hours-verdict.ts';
import { candidateZones } from './number-zones.ts';
import { zoneGroups } from './zone-rules/zone-rules.gen.ts';

const towns = [
  ['America/New_York', '212', 'NY', '10001'],
  ['America/Detroit', '313', 'MI', '48201'],
  ['America/Kentucky/Louisville', '502', 'KY', '40202'],
  ['America/Kentucky/Monticello', '606', 'KY', '42633'],
  ['America/Indiana/Indianapolis', '317', 'IN', '46204'],
  ['America/Indiana/Vincennes', '812', 'IN', '47591'],
  ['America/Indiana/Winamac', '574', 'IN', '46996'],
  ['America/Indiana/Marengo', '812', 'IN', '47140'],
  ['America/Indiana/Petersburg', '812', 'IN', '47567'],
  ['America/Indiana/Vevay', '812', 'IN', '47043'],
  ['America/Indiana/Tell_City', '812', 'IN', '47586'],
  ['America/Indiana/Knox', '574', 'IN', '46534'],
  ['America/Chicago', '312', 'IL', '60601'],
  ['America/Menominee', '906', 'MI', '49858'],
  ['America/North_Dakota/Center', '701', 'ND', '58530'],
  ['America/North_Dakota/New_Salem', '701', 'ND', '58563'],
  ['America/North_Dakota/Beulah', '701', 'ND', '58523'],
  ['America/Denver', '303', 'CO', '80202'],
  ['America/Boise', '208', 'ID', '83702'],
  ['America/Phoenix', '602', 'AZ', '85001'],
  // The Navajo Nation keeps daylight saving; the rest of Arizona does not.
  ['America/Denver', '928', 'AZ', '86515'],
  ['America/Phoenix', '928', 'AZ', '86301'],
  ['America/Los_Angeles', '213', 'CA', '90012'],
  ['America/Anchorage', '907', 'AK', '99501'],
  ['America/Juneau', '907', 'AK', '99801'],
  ['America/Sitka', '907', 'AK', '99835'],
  ['America/Metlakatla', '907', 'AK', '99926'],
  ['America/Yakutat', '907', 'AK', '99689'],
  ['America/Nome', '907', 'AK', '99762'],
  ['America/Adak', '907', 'AK', '99546'],
  ['Pacific/Honolulu', '808', 'HI', '96813'],
  ['America/Puerto_Rico', '787', 'PR', '00901'],
  ['America/St_Thomas', '340', 'VI', '00802'],
  ['Pacific/Guam', '671', 'GU', '96910'],
  ['Pacific/Saipan', '670', 'MP', '96950'],
  ['Pacific/Pago_Pago', '684', 'AS', '96799'],
  ['America/St_Johns', '709', 'NL', 'A1C 1A1'],
  ['America/Goose_Bay', '709', 'NL', 'A0P 1C0'],
  ['America/Halifax', '902', 'NS', 'B3H 1A1'],
  ['America/Glace_Bay', '902', 'NS', 'B1A 1A1'],
  ['America/Moncton', '506', 'NB', 'E1C 1A1'],
  // Quebec's Lower North Shore keeps Atlantic Standard Time all year.
  ['America/Puerto_Rico', '418', 'QC', 'G0G 1G0'],
  ['America/Toronto', '416', 'ON', 'M5H 1A1'],
  ['America/Atikokan', '807', 'ON', 'P0T 1C0'],
  ['America/Iqaluit', '867', 'NU', 'X0A 0H0'],
  ['America/Winnipeg', '204', 'MB', 'R3C 1A1'],
  ['America/Resolute', '867', 'NU', 'X0A 0V0'],
  ['America/Rankin_Inlet', '867', 'NU', 'X0C 0G0'],
  ['America/Regina', '306', 'SK', 'S4P 1A1'],
  ['America/Swift_Current', '306', 'SK', 'S9H 1A1'],
  // Lloydminster, on both sides of the border, keeps Alberta's time.
  ['America/Edmonton', '306', 'SK', 'S9V 1A1'],
  ['America/Edmonton', '780', 'AB', 'T5J 1A1'],
  ['America/Cambridge_Bay', '867', 'NU', 'X0B 0C0'],
  ['America/Inuvik', '867', 'NT', 'X0E 0T0'],
  ['America/Creston', '250', 'BC', 'V0B 1G0'],
  ['America/Dawson_Creek', '250', 'BC', 'V1G 1A1'],
  ['America/Fort_Nelson', '250', 'BC', 'V0C 1R0'],
  ['America/Whitehorse', '867', 'YT', 'Y1A 1A1'],
  ['America/Dawson', '867', 'YT', 'Y0B 1G0'],
  ['America/Vancouver', '604', 'BC', 'V5K 0A1'],
] as const;

const from = Date.parse('2027-01-01T00:00:00Z');
const until = Date.parse('2028-01-01T00:00:00Z');
/** Offsets are whole half hours, and change on them: within a slot nothing can change. */
const slot = 30 * 60_000;
const slots = (until - from) / slot;

/** Of each slot, whether the wall clock there shows 8:00 to 20:59 by every rule that we know. */
function clockOpen(zone: string): Uint8Array {
  const carried = openByCarriedRules(zone);
  return openByIntl(zone).map((open, n) => (open === 1 && carried[n] === 1 ? 1 : 0));
}

function openByCarriedRules(zone: string): Uint8Array {
  const changes = zoneGroups.find((group) => group.zones.includes(zone))?.changes ?? [];
  return Uint8Array.from({ length: slots }, (_, n) => {
    const instant = new Date(from + n * slot).toISOString();
    // Both are written alike, so that they compare as text.
    const [, offset = ''] =
      changes.findLast(([at]) => at.slice(0, 16) <= instant.slice(0, 16)) ?? [];
    const shown = new Date(Date.parse(`${instant.slice(0, 16)}${opposite(offset)}`));
    return shown.getUTCHours() >= 8 && shown.getUTCHours() < 21 ? 1 : 0;
  });
}

/** UTC read as if it were the zone's own time with the sign turned is what its clock shows. */
const opposite = (offset: string) => (offset.startsWith('-') ? '+' : '-') + offset.slice(1);

function openByIntl(zone: string): Uint8Array {
  const clock = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', hour: '2-digit', minute: '2-digit' },
  });
  return Uint8Array.from({ length: slots }, (_, n) => {
    const [hour = Number.NaN, minute = Number.NaN] = clock
      .format(from + n * slot)
      .split(':')
      .map(Number);
    if (minute % 30 !== 0) throw new Error(`${zone} has an offset of no half hours`);
    return hour >= 8 && hour < 21 ? 1 : 0;
  });
}

type Verdict = (now: number) => { allowed: boolean; until: number };

/** Of each slot, whether all of it is allowed (1), nothing (0) or only a part (2). */
function allowedIn(verdict: Verdict): Uint8Array {
  const allowed = new Uint8Array(slots);
  for (let at = from; at < until; ) {
    const { allowed: open, until: next } = verdict(at);
    if (next <= at) throw new Error('a verdict that holds for no time');
    const first = (at - from) / slot;
    const last = (Math.min(next, until) - from) / slot;
    if (open) allowed.fill(1, Math.floor(first), Math.ceil(last));
    if (first % 1 !== 0) allowed[Math.floor(first)] = 2;
    if (last % 1 !== 0) allowed[Math.floor(last)] = 2;
    at = next;
  }
  return allowed;
}

const years = new Map<string, Uint8Array>();
function allowedOf(zones: readonly string[]): Uint8Array {
  const key = zones.join(' ');
  const known = years.get(key) ?? allowedIn((now) => verdictIn(zones, lawfulHours, now));
  years.set(key, known);
  return known;
}

/** Slots in which something is allowed although the clock says no. */
const tooEarlyOrLate = (allowed: Uint8Array, clock: Uint8Array) =>
  [...allowed.keys()]
    .filter((n) => allowed[n] !== 0 && clock[n] === 0)
    .map((n) => new Date(from + n * slot).toISOString())
    .slice(0, 3);

test.each(towns)('no minute of a year is outside the hours of %s (%s, %s %s)', (...town) => {
  const [zone, areaCode, state, zipCode] = town;
  const clock = clockOpen(zone);
  expect(Buffer.from(allowedOf([zone])).equals(clock)).toBe(true);
  const callees: [phone: string, state: string | null, zipCode: string | null][] = [
    [`1${areaCode}5550100`, null, null],
    // A number that was taken along from elsewhere, with the address here.
    ['12125550100', state, null],
    ['12125550100', null, zipCode],
    ['12125550100', state, zipCode],
  ];
  for (const callee of callees) {
    const zones = candidateZones(...callee);
    expect({ callee, wrong: tooEarlyOrLate(allowedOf(zones), clock) }).toEqual({
      callee,
      wrong: [],
    });
  }
});

test('a whole year of verdicts of a client is that of the law, minute by minute', () => {
  const hours = callingHours(null);
  const callee = { phone: '19285550100', state: null, zipCode: null };
  const zones = candidateZones(callee.phone, null, null);
  expect(zones.toSorted()).toEqual(['America/Denver', 'America/Phoenix']);
  const both = zones.map(clockOpen);
  const allowed = allowedIn((now) => hours.verdict(callee, now));
  expect([...allowed]).toEqual(
    [...allowed.keys()].map((n) => (both.every((one) => one[n]) ? 1 : 0)),
  );
});
