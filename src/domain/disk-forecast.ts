/** When the disk will be full, by what calls and texts used lately and what retention frees. */

export interface DiskUse {
  /** Calls and texts a day, of the last 7 days and of the last 30. */
  perDay: { days: 7 | 30; calls: number }[];
  /** Bytes that one takes: its record, attempt and entry, with their indexes. */
  bytesPerCall: number;
  /** Bytes of all that is stored of calls now, and the days since the oldest of them. */
  stored: { bytes: number; days: number };
  /** Days after which a call is deleted; null: never. */
  keptDays: number | null;
  /** Free on the disk; null if unknown. */
  freeBytes: number | null;
}

export interface DiskForecast {
  /** The faster of the two paces. */
  days: 7 | 30;
  callsPerDay: number;
  bytesPerDay: number;
  /**
   * Whole days until the disk is full; Infinity when retention keeps up; null if the free space is
   * unknown.
   */
  fullIn: number | null;
}

/** Undefined without a call in the last 30 days. */
export function forecastDisk(use: DiskUse): DiskForecast | undefined {
  const fastest = use.perDay.toSorted((a, b) => b.calls - a.calls)[0];
  if (!fastest || fastest.calls <= 0) return undefined;
  const bytesPerDay = fastest.calls * use.bytesPerCall;
  const fullIn = use.freeBytes === null ? null : daysUntil(use.freeBytes, bytesPerDay, use);
  return { days: fastest.days, callsPerDay: fastest.calls, bytesPerDay, fullIn };
}

/**
 * First nothing is deleted, until the oldest call reaches its retention; then what is stored now
 * goes as evenly as it came; after that, as much goes per day as comes.
 */
function daysUntil(free: number, grows: number, { stored, keptDays }: DiskUse): number {
  if (keptDays === null) return Math.floor(free / grows);
  const untilFirstGoes = Math.max(0, keptDays - stored.days);
  if (free < grows * untilFirstGoes) return Math.floor(free / grows);
  const goes = stored.bytes / Math.max(1, Math.min(stored.days, keptDays));
  const left = free - grows * untilFirstGoes;
  const net = grows - goes;
  const more = net > 0 ? left / net : Number.POSITIVE_INFINITY;
  // Between the day on which today's data begins to be deleted and the day on which all of it is.
  return more <= keptDays - untilFirstGoes
    ? Math.floor(untilFirstGoes + more)
    : Number.POSITIVE_INFINITY;
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** "1.2 KB", by thousands. */
export function describeBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}
