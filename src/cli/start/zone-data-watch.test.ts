import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createMetrics } from '#domain/metrics.ts';
import { tzReleased } from '#domain/zone-rules/zone-rules.gen.ts';
import { until } from '../../../test/harness/until.ts';
import { watchZoneData } from './zone-data-watch.ts';

const day = 24 * 3_600_000;

test('zone data that grows old while Carillon runs is reported again and again, with its age', async () => {
  let age = 60;
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const metrics = createMetrics();
  const now = () => Date.parse(tzReleased) + age * day;
  const watch = watchZoneData({ log, metrics }, now, 1);
  onTestFinished(() => watch.stop());
  expect(metrics.render()).toContain('carillon_zone_data_age_days 60');
  expect(logged).toEqual([]);
  age = 61;
  await until(() => logged.length > 2 || undefined);
  expect(logged.at(-1)).toContain('61 days old) is older than 60 days');
  expect(metrics.render()).toContain('carillon_zone_data_age_days 61');
});
