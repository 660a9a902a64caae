import { troubleKinds } from '#contract/reason.ts';
import type { TroubleWatch } from '#db/trouble.ts';
import type { Metrics } from '#domain/metrics.ts';

/**
 * Publishes what /health/ready says, for alerts.
 *
 * @param stage `ok`: it has started, and is not stopping
 */
export function publishReadiness(
  metrics: Metrics,
  stage: () => 'ok' | 'starting' | 'stopping',
  trouble: Pick<TroubleWatch, 'database' | 'journal'>,
): void {
  const met = () => [trouble.database()?.kind, trouble.journal()?.kind];
  metrics.gaugeOf('carillon_ready', '1 while the process can work, as /health/ready says.', () =>
    stage() === 'ok' && met().every((kind) => kind === undefined) ? 1 : 0,
  );
  metrics.gaugeOf(
    'carillon_stopping',
    '1 while the process shuts down: calls in progress may go on for CARILLON_STOP_GRACE.',
    () => (stage() === 'stopping' ? 1 : 0),
  );
  metrics.gaugesOf(
    'carillon_trouble',
    '1 while the process cannot write to the database or its journal, by kind of trouble.',
    () => troubleKinds.map((kind) => ({ labels: { kind }, value: met().includes(kind) ? 1 : 0 })),
  );
}
