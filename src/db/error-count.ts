import type { Metrics } from '#domain/metrics.ts';
import { isDatabaseUnreachable } from './errors.ts';

/**
 * Counts failed database transactions: `connection` while it is unreachable, else the class of
 * PostgreSQL's error, the first two characters of its code (53: no room or memory; 40: conflicts,
 * which are repeated). Errors of our own code inside a transaction do not count.
 */
export function countDatabaseErrors(metrics: Metrics): (error: unknown) => void {
  const errors = metrics.counter(
    'carillon_database_errors_total',
    'Database transactions that failed, by PostgreSQL error class.',
    { of: ['class'], most: 30 },
  );
  return (error) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (isDatabaseUnreachable(error)) errors.add({ class: 'connection' });
    else if (/^[0-9A-Z]{5}$/.test(code)) errors.add({ class: code.slice(0, 2) });
  };
}
