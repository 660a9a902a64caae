import { statfsSync } from 'node:fs';
import type { Metrics } from '#domain/metrics.ts';

/** Publishes the free space on the disk of the data folder; the embedded database is on it, too. */
export function publishDisk(metrics: Metrics, dataFolder: string): void {
  const of = (read: (disk: { bsize: number; bavail: number; blocks: number }) => number) => () => {
    try {
      return [{ labels: {}, value: read(statfsSync(dataFolder)) }];
    } catch {
      // A disk that is gone has no figure; an alert fires on its absence.
      return [];
    }
  };
  metrics.gaugesOf(
    'carillon_disk_free_bytes',
    'Free space on the disk of the data folder.',
    of(({ bsize, bavail }) => bsize * bavail),
  );
  metrics.gaugesOf(
    'carillon_disk_size_bytes',
    'Size of the disk of the data folder.',
    of(({ bsize, blocks }) => bsize * blocks),
  );
}
