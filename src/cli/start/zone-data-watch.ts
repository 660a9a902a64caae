/** Warns once a day that the zone rules are old: a process may run for months. */
import type { Logger } from 'pino';
import type { Metrics } from '#domain/metrics.ts';
import { zoneData, zoneDataWarning } from '#domain/zone-rules/zone-data.ts';

const day = 24 * 3_600_000;

export interface ZoneDataWatch {
  stop(): Promise<void>;
}

/**
 * @param now epoch ms of the real clock, whatever a simulation's shows
 * @param every milliseconds between two checks
 */
export function watchZoneData(
  { log, metrics }: { log: Pick<Logger, 'warn'>; metrics: Metrics },
  now: () => number = Date.now,
  every = day,
): ZoneDataWatch {
  metrics.gaugeOf(
    'carillon_zone_data_age_days',
    'Days since the release of the time zone data in this version of Carillon.',
    () => zoneData(now()).ageDays,
  );
  const check = () => {
    const data = zoneData(now());
    const old = zoneDataWarning(data);
    if (old) log.warn(data, old);
  };
  check();
  const timer = setInterval(check, every);
  timer.unref();
  return { stop: async () => clearInterval(timer) };
}
