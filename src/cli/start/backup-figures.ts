import { readLastBackup } from '#db/backup/last-backup.ts';
import type { Metrics } from '#domain/metrics.ts';

/** Publishes how old the last backup is that was made with this data folder. Without one there is no figure. */
export function publishBackup(metrics: Metrics, dataFolder: string): void {
  metrics.gaugesOf(
    'carillon_last_backup_age_seconds',
    'Since the instant that the last backup of this data folder shows.',
    () => {
      const last = readLastBackup(dataFolder);
      if (!last) return [];
      return [{ labels: {}, value: Math.round((Date.now() - Date.parse(last.takenAt)) / 1_000) }];
    },
  );
}
