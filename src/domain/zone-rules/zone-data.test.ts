import { expect, test } from 'vitest';
import { carriedZones, nodeClock } from './zone-clock.ts';
import {
  differencesFromNode,
  oldAfterDays,
  zoneData,
  zoneDataWarning,
  zoneDataWords,
} from './zone-data.ts';
import { tzReleased, tzVersion } from './zone-rules.gen.ts';

const released = Date.parse(tzReleased);
const day = 24 * 3_600_000;

test('the data says its version, its day and its age', () => {
  expect(tzVersion).toMatch(/^20\d\d[a-z]$/);
  const data = zoneData(released + 26 * day + 1);
  expect(data).toEqual({ version: tzVersion, released: tzReleased, ageDays: 26, old: false });
  expect(zoneDataWords(data)).toBe(`${tzVersion} of ${tzReleased}, 26 days old`);
  expect(zoneDataWords(zoneData(released + day))).toContain(', 1 day old');
});

test('a warning comes after 60 days, not on the sixtieth', () => {
  expect(zoneDataWarning(zoneData(released + oldAfterDays * day))).toBeUndefined();
  expect(zoneDataWarning(zoneData(released + (oldAfterDays + 1) * day))).toContain('61 days old');
  expect(oldAfterDays).toBe(60);
});

test('a machine whose clock is behind the release has data of no age', () => {
  expect(zoneData(released - 100 * day)).toMatchObject({ ageDays: 0, old: false });
});

test('the differences from Node are those of the two clocks, reported with their first instant', () => {
  const now = Date.parse('2026-11-22T12:00Z');
  const differences = differencesFromNode(now);
  for (const { zone, from, ours, node } of differences) {
    expect(carriedZones).toContain(zone);
    expect(from).toBeGreaterThanOrEqual(now);
    expect(nodeClock(zone).offsetAt(from)).toBe(node);
    expect(ours).not.toBe(node);
  }
  // Whatever data this Node has, what it says of Manitoba in winter decides.
  const winnipeg = nodeClock('America/Winnipeg').offsetAt(now) !== -5 * 3_600_000;
  expect(differences.some(({ zone }) => zone === 'America/Winnipeg')).toBe(winnipeg);
  // Schedules follow Node in this zone.
  expect(differences.map(({ zone }) => zone)).not.toContain('America/New_York');
});
