/** How old the zone rules are that Carillon carries, and where the Node that runs it differs. */

import { counted } from '../plural.ts';
import { carriedClock, carriedZones, nodeClock } from './zone-clock.ts';
import { tzReleased, tzVersion } from './zone-rules.gen.ts';

const day = 24 * 3_600_000;
/** Governments decide at short notice: four releases of 2026 changed a zone of the plan. */
export const oldAfterDays = 60;

export interface ZoneData {
  /** As the tz database counts its releases, `2026f`. */
  version: string;
  /** `YYYY-MM-DD`. */
  released: string;
  /** Whole days since then. */
  ageDays: number;
  old: boolean;
}

/** @param now epoch ms of the real clock; a simulated one does not show the data's age */
export function zoneData(now: number): ZoneData {
  const ageDays = Math.max(0, Math.floor((now - Date.parse(tzReleased)) / day));
  return { version: tzVersion, released: tzReleased, ageDays, old: ageDays > oldAfterDays };
}

/** "2026f of 2026-10-27, 26 days old" */
export function zoneDataWords({ version, released, ageDays }: ZoneData): string {
  return `${version} of ${released}, ${counted(ageDays, 'day')} old`;
}

/** What to do about old data; undefined while it is recent enough. */
export function zoneDataWarning(data: ZoneData): string | undefined {
  if (!data.old) return undefined;
  return `The time zone data (${zoneDataWords(data)}) is older than ${oldAfterDays} days: a clock change since then would be missed. Update Carillon, or see "Time zones and area codes" in docs/operating.md.`;
}

export interface ZoneDifference {
  zone: string;
  /** When the two first show different times (epoch ms). */
  from: number;
  /** Offsets from UTC at that instant, ms. */
  ours: number;
  node: number;
}

/** Zones in which Node shows another time than our rules, at `now` or within 400 days from it. */
export function differencesFromNode(now: number): ZoneDifference[] {
  return carriedZones.flatMap((zone) => firstDifference(zone, now) ?? []);
}

function firstDifference(zone: string, now: number): ZoneDifference | undefined {
  const clock = carriedClock(zone, now);
  if (!clock) return undefined;
  const node = nodeClock(zone);
  const until = now + 400 * day;
  const instants = [now, ...clock.changesBetween(now, until), ...node.changesBetween(now, until)];
  const from = instants
    .sort((a, b) => a - b)
    .find((at) => clock.offsetAt(at) !== node.offsetAt(at));
  if (from === undefined) return undefined;
  return { zone, from, ours: clock.offsetAt(from), node: node.offsetAt(from) };
}
