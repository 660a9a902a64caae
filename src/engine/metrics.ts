import type { Metrics } from '#domain/metrics.ts';

type Counter = ReturnType<Metrics['counter']>;

export interface EngineMetrics {
  attempts: Counter;
  /** Label result. */
  results: Counter;
}

export function engineMetrics(metrics: Metrics, callsInProgress: () => number): EngineMetrics {
  metrics.gaugeOf('carillon_calls_in_progress', 'Calls placed and not ended.', callsInProgress);
  return {
    attempts: metrics.counter('carillon_attempts_total', 'Calls and texts handed to a carrier.'),
    results: metrics.counter(
      'carillon_results_total',
      'Calls and texts that ended and are recorded.',
    ),
  };
}
