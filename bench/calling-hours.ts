/**
 * The calling hours of every area code, checked against second sources: 14 days around both clock
 * changes, every 20 minutes. What clocks show comes from glibc's `date` and a compiled tz database,
 * not from our rules nor from Node; the zones of a code from our table, from NANPA and from
 * libphonenumber in turn. Every code that differs is printed with its reason; one without a reason
 * makes the bench fail.
 *
 *   node bench/calling-hours.ts [folder=/usr/share/zoneinfo] [firstChange=2026-11-01] [secondChange=2027-03-14]
 *
 * The folder must hold the release that we carry: `apt-get download tzdata`, `dpkg -x`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callingHours } from '../src/domain/calling-hours.ts';
import { areaCodeOf, areaCodes } from '../src/domain/numbering-plan/area-code.ts';
import { tzVersion } from '../src/domain/zone-rules/zone-rules.gen.ts';
import {
  type Difference,
  libraryDifferences,
  nanpaDifferences,
  zonesOfLetters,
} from '../test/numbering-plan/differences.ts';
import { libraryAreas, nanpaJanuary } from '../test/numbering-plan/second-sources.ts';
import { machineLine } from './engine-site.ts';

const [folder = '/usr/share/zoneinfo', ...changes] = process.argv.slice(2);
const days = 24 * 3_600_000;
const instants = (changes.length === 2 ? changes : ['2026-11-01', '2027-03-14']).flatMap((day) =>
  Array.from(
    { length: (14 * days) / 1_200_000 },
    (_, n) => Date.parse(day) - 7 * days + n * 1_200_000,
  ),
);

const version = /^# version (\w+)/.exec(readFileSync(join(folder, 'tzdata.zi'), 'utf8'))?.[1];
console.log(machineLine());
console.log(
  `tz ${tzVersion} carried, ${version} in ${folder}, ${process.versions.tz} in Node ${process.version}`,
);
if (version !== tzVersion) throw new Error('The folder must hold the release that we carry.');

/** Zones whose rules Node has in an older release: both must allow, so that we are stricter there. */
const olderInNode: Difference[] = [
  {
    ...{ kind: 'more', codes: '204 306 431 474 584 639 807' },
    why: 'Node 24.21.0 has Manitoba change its clocks still (tz 2026c); both results count.',
  },
  {
    kind: 'more',
    codes: '867',
    why: 'Node 24.21.0 has Inuvik change its clocks still (tz 2026c).',
  },
];

const sources = [
  {
    name: 'our table',
    zones: areaCodes.map(({ code, zones }) => [code, zones] as const),
    known: [],
  },
  {
    name: 'NANPA',
    zones: nanpaJanuary
      .filter((area) => area.states.length > 0)
      .map((area) => [area.code, zonesOfLetters(area)] as const),
    known: nanpaDifferences,
  },
  {
    name: 'libphonenumber',
    zones: libraryAreas.map(({ code, zones }) => [code, zones] as const),
    known: libraryDifferences,
  },
];

const began = performance.now();
const ours = new Map<string, Uint8Array>();
const byZone = new Map<string, Uint8Array>();
let unexplained = 0;
for (const { name, zones, known } of sources) {
  const rows = zones.filter(([, names]) => names.length > 0);
  console.log(
    `\nZones of ${name}: ${rows.length} codes, ${rows.length * instants.length} questions`,
  );
  const reasons = reasonsOf([...known, ...olderInNode]);
  const differing = new Set<string>();
  for (const [code, names] of rows) {
    const counts = compare(oursOf(code), openBy(names));
    for (const kind of ['more', 'fewer'] as const) {
      if (counts[kind] === 0) continue;
      differing.add(code);
      const why = reasons.get(`${code} ${kind}`);
      if (!why) unexplained += 1;
      const words = kind === 'more' ? 'stricter' : 'LOOSER  ';
      console.log(
        `  ${code} ${words} ${String(counts[kind]).padStart(4)} times: ${why ?? 'UNEXPLAINED'}`,
      );
    }
  }
  console.log(`  ${differing.size} codes differ.`);
}
console.log(
  `\n${unexplained} differences without a reason, ${((performance.now() - began) / 1000).toFixed(0)} s.`,
);
if (unexplained > 0) process.exitCode = 1;

function reasonsOf(known: Difference[]): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const { kind, codes, why } of known) {
    for (const code of codes.split(' ')) {
      const before = reasons.get(`${code} ${kind}`);
      reasons.set(`${code} ${kind}`, before ? `${before} ${why}` : why);
    }
  }
  return reasons;
}

/** `more`: instants at which we forbid what the source allows; `fewer`: the other way round. */
function compare(our: Uint8Array, their: Uint8Array): Record<Difference['kind'], number> {
  const counts = { more: 0, fewer: 0 };
  for (const [n, open] of our.entries()) {
    if (open === their[n]) continue;
    counts[open === 1 ? 'fewer' : 'more'] += 1;
  }
  return counts;
}

function oursOf(code: string): Uint8Array {
  const known = ours.get(code);
  if (known) return known;
  const hours = callingHours(null);
  const callee = { phone: `1${code}5550100`, state: null, zipCode: null };
  if (!areaCodeOf(callee.phone)) throw new Error(`${code} is not in our table`);
  const open = Uint8Array.from(instants, (now) => (hours.verdict(callee, now).allowed ? 1 : 0));
  ours.set(code, open);
  return open;
}

/** Of each instant, whether `date` shows 8:00 to 20:59 in all of these zones. */
function openBy(zones: readonly string[]): Uint8Array {
  const each = zones.map((zone) => {
    const known = byZone.get(zone) ?? askDate(zone);
    byZone.set(zone, known);
    return known;
  });
  return instants.reduce((open, _, n) => {
    open[n] = each.every((one) => one[n] === 1) ? 1 : 0;
    return open;
  }, new Uint8Array(instants.length));
}

function askDate(zone: string): Uint8Array {
  const shown = execFileSync('date', ['-f', '-', '+%H'], {
    encoding: 'utf8',
    env: { ...process.env, TZDIR: folder, TZ: zone },
    input: instants.map((instant) => `@${instant / 1000}\n`).join(''),
  });
  const hours = shown.trim().split('\n').map(Number);
  if (hours.length !== instants.length) throw new Error(`date said ${hours.length} hours`);
  return Uint8Array.from(hours, (hour) => (hour >= 8 && hour < 21 ? 1 : 0));
}
