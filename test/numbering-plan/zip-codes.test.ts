/** The states and zones of zip codes, over every prefix, against public lists below test/data/zip-codes. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addressZones, statesOfZip } from '../../src/domain/address-zones.ts';
import { callingHours } from '../../src/domain/calling-hours.ts';
import { militaryStates } from '../../src/domain/state-names.ts';

/** The lines of a list, in words. */
function linesOf(name: string): string[][] {
  const file = new URL(`../data/zip-codes/${name}`, import.meta.url);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.filter((line) => !line.startsWith('#')).map((line) => line.split(' '));
}

function numbersOf(range: string): number[] {
  const [first = 0, last = first] = range.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

const prefixes = new Map(
  linesOf('states-of-prefixes.txt').flatMap(([state = '', ...ranges]) =>
    ranges.flatMap(numbersOf).map((prefix) => [prefix, state] as const),
  ),
);
const elsewhere = new Map(
  linesOf('towns-elsewhere.txt').flatMap(([range = '', state = '']) =>
    numbersOf(range).map((zip) => [zip, state] as const),
  ),
);

/** All of 969 lies in several territories, and in countries of their own. */
const severalTowns = 969;

const listed = (zip: number) => {
  const prefix = Math.floor(zip / 100);
  const state = elsewhere.get(zip) ?? (prefix === severalTowns ? undefined : prefixes.get(prefix));
  return state === undefined || Object.hasOwn(militaryStates, state) ? undefined : state;
};

test('every zip code of every prefix in use lies in the state that the lists say', () => {
  const wrong: string[] = [];
  for (let zip = 0; zip < 100_000; zip++) {
    if (!prefixes.has(Math.floor(zip / 100))) continue;
    const text = String(zip).padStart(5, '0');
    const ours = statesOfZip(text).join();
    if (ours !== (listed(zip) ?? '')) wrong.push(`${text}: ${ours}, the lists say ${listed(zip)}`);
  }
  expect(prefixes.size).toBe(933);
  expect(wrong).toEqual([]);
});

test('a prefix that is not in use has the state of those around it, or none', () => {
  const wrong = Array.from({ length: 1_000 }, (_, prefix) => prefix).filter((prefix) => {
    const [ours] = statesOfZip(`${String(prefix).padStart(3, '0')}01`);
    if (prefixes.has(prefix) || ours === undefined) return false;
    const around = [-1, 1].map((step) => {
      let next = prefix;
      while (next >= 0 && next < 1_000 && !prefixes.has(next)) next += step;
      return prefixes.get(next);
    });
    return !around.includes(ours);
  });
  expect(wrong).toEqual([]);
});

test("a state's stricter hours hold in its towns that another prefix serves, and not beside them", () => {
  const evening = Date.parse('2026-11-24T01:30:00Z');
  const may = (state: string, phone: string, zipCode: string) =>
    callingHours({ states: { [state]: { close: '20:00' } } }).verdict(
      { phone, state: null, zipCode },
      evening,
    ).allowed;
  // Half past eight in the evening: Ashburn, Fishers Island and the government's offices.
  expect(may('VA', '12025550100', '20147')).toBe(false);
  expect(may('DC', '17035550100', '20147')).toBe(true);
  expect(may('NY', '18605550100', '06390')).toBe(false);
  expect(may('CT', '16315550100', '06390')).toBe(true);
  expect(may('DC', '13015550100', '56901')).toBe(false);
});

test("Hyder keeps the time of British Columbia, beside Alaska's", () => {
  const alaska = addressZones('AK', null);
  expect(addressZones('AK', '99923')).toEqual([...alaska, 'America/Vancouver']);
  expect(addressZones(null, '99923-0001')).toEqual([...alaska, 'America/Vancouver']);
  expect(addressZones('AK', '99901')).toEqual(alaska);
  // 20:30 in Ketchikan is 21:30 in Hyder.
  const who = { phone: '19075550100', state: 'AK', zipCode: '99923' };
  const verdict = (zipCode: string) =>
    callingHours(null).verdict({ ...who, zipCode }, Date.parse('2026-07-15T04:30:00Z'));
  expect(verdict('99901').allowed).toBe(true);
  expect(verdict('99923').allowed).toBe(false);
});
