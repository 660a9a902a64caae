/** Figures that every process has, whatever its roles: its build, its event loop, its memory. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metrics } from '#domain/metrics.ts';
import { commit, version } from '#version.ts';

export function measureProcess(
  metrics: Metrics,
  roles: readonly string[],
): { stop(): Promise<void> } {
  metrics
    .gauge('carillon_build_info', 'Always 1; the labels show the version and the commit.')
    .set(1, { version, commit: commit ?? '' });
  const role = metrics.gauge('carillon_role', '1 for each role of the process.');
  for (const name of roles) role.set(1, { role: name });
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  metrics.gaugeOf(
    'carillon_event_loop_delay_seconds',
    'Delay of the event loop, 99th percentile since the last scrape.',
    () => {
      const late = delay.percentile(99) / 1e9;
      delay.reset();
      return late;
    },
  );
  metrics.gaugeOf('carillon_memory_bytes', 'Resident memory of the process.', () =>
    process.memoryUsage.rss(),
  );
  return {
    async stop() {
      delay.disable();
    },
  };
}
