import { readLastBackup } from '#db/backup/last-backup.ts';
import type { Metrics } from '#domain/metrics.ts';

/** Publishes the age of the last backup that was made with this data folder; nothing without one. */
export function publishBackup(metrics: Metrics, dataFolder: string): void {
  metrics.gaugesOf(
    'carillon_last_backup_age_seconds',
    'Age of the last backup that was made with this data folder.',
    () => {
      const last = readLastBackup(dataFolder);
      if (!last) return [];
      return [{ labels: {}, value: Math.round((Date.now() - Date.parse(last.takenAt)) / 1_000) }];
    },
  );
}
