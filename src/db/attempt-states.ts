/**
 * SQL: where an attempt stands that has not ended. The conditions are those of the partial indexes of
 * `attempt`, to the letter: the planner takes an index only for a condition that it can prove.
 */
const columnsOf = (attempt: string) => (attempt === '' ? '' : `${attempt}.`);

/** It is being submitted, or its call is in progress. A number is in one such attempt at a time. */
export function inFlight(attempt = ''): string {
  const of = columnsOf(attempt);
  return `${of}finished_at IS NULL AND ${of}receipt_until IS NULL`;
}

/** The carrier accepted its text, and the receipt has not come. */
export function awaitsReceipt(attempt = ''): string {
  return `${columnsOf(attempt)}finished_at IS NULL AND ${isAccepted(attempt)}`;
}

/** The carrier accepted its text, which may have ended since. */
export function isAccepted(attempt = ''): string {
  return `${columnsOf(attempt)}receipt_until IS NOT NULL`;
}
