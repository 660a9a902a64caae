import { easternZone } from '#domain/wall-time.ts';
import {
  differencesFromNode,
  type ZoneDifference,
  zoneData,
  zoneDataWarning,
  zoneDataWords,
} from '#domain/zone-rules/zone-data.ts';
import { type Finding, fine, hint, wrong } from './finding.ts';

/** How old the zone rules are, and where those of this Node differ. */
export function timeZones(
  now = Date.now(),
  ofNode = process.versions.tz ?? 'unknown',
  differences = differencesFromNode(now),
): Finding[] {
  const data = zoneData(now);
  const warning = zoneDataWarning(data);
  const age = warning ? hint('Time zones', warning) : fine('Time zones', zoneDataWords(data));
  const findings = [age];
  const eastern = differences.find(({ zone }) => zone === easternZone);
  if (eastern) {
    findings.push(
      wrong(
        'Time zones',
        `Node's data (${ofNode}) and Carillon's differ in Eastern time: ${difference(eastern)}. Schedules and the days of reports follow Node's. Install a newer Node, or a newer Carillon if its data is the older one.`,
      ),
    );
  }
  const others = differences.filter((one) => one !== eastern);
  if (others.length === 0) return findings;
  const list = others.map(difference).join('; ');
  return [
    ...findings,
    hint(
      'Time zones',
      `Node's data (${ofNode}) differs from Carillon's: ${list}. Calls and texts wait until both allow them.`,
    ),
  ];
}

/** "America/Winnipeg from 2026-11-22 on (Carillon's -5:00, Node's -6:00)" */
function difference({ zone, from, ours, node }: ZoneDifference): string {
  const day = new Date(from).toISOString().slice(0, 10);
  return `${zone} from ${day} on (Carillon's ${offset(ours)}, Node's ${offset(node)})`;
}

function offset(ms: number): string {
  const minutes = Math.abs(ms) / 60_000;
  const sign = ms < 0 ? '-' : '+';
  return `${sign}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
