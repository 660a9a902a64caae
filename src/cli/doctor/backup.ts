import { readLastBackup } from '#db/backup/last-backup.ts';
import { sizeOf } from '#db/backup/progress.ts';
import { type Finding, fine, hint } from './finding.ts';

/** Milliseconds after which the last backup counts as old. */
const old = 8 * 24 * 3_600_000;

/** Whether the database was backed up lately, as far as this data folder knows. */
export function lastBackup(dataFolder: string, now: () => number = Date.now): Finding {
  const last = readLastBackup(dataFolder);
  if (!last) {
    return hint(
      'Backup',
      'none has been made with this data folder yet. Make one: "carillon backup FILE".',
    );
  }
  const what = `${last.takenAt}, ${sizeOf(last.bytes)}, ${last.file}`;
  const days = Math.floor((now() - Date.parse(last.takenAt)) / 86_400_000);
  if (now() - Date.parse(last.takenAt) < old) return fine('Backup', what);
  return hint('Backup', `the last one is ${days} days old: ${what}`);
}
