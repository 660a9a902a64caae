import { formatNumber } from '#web/lib/format.ts';
import type { ResultPart } from './counts.ts';

/** The figures of a ring or bar, for screen readers. */
export function inWords(parts: readonly ResultPart[]): string {
  return parts
    .map(({ label, value, percent }) => `${label} ${formatNumber(value)}, ${percent}`)
    .join('; ');
}
