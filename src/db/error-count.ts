import type { Metrics } from '#domain/metrics.ts';
import { isDatabaseAway } from './errors.ts';

/**
 * Counts the transactions that the database did not carry out: `connection` while it is away, else the
 * class of PostgreSQL's error, the first two signs of its code (53: no room or memory; 40: conflicts,
 * which are repeated). What our own code throws inside of a transaction is no error of the database.
 */
export function countDatabaseErrors(metrics: Metrics): (error: unknown) => void {
  const errors = metrics.counter(
    'carillon_database_errors_total',
    "Transactions that the database did not carry out, by the class of PostgreSQL's error.",
    { of: ['class'], most: 30 },
  );
  return (error) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (isDatabaseAway(error)) errors.add({ class: 'connection' });
    else if (/^[0-9A-Z]{5}$/.test(code)) errors.add({ class: code.slice(0, 2) });
  };
}
