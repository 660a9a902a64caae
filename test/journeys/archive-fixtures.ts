/** Report archives as rows: for the screens that list them. */
import type { Reason } from '../../src/contract/reason.ts';
import { asClient, type Database } from '../../src/db/database.ts';
import type { TestClient } from '../harness/clients.ts';

export interface ArchiveFixture {
  status_id: number;
  file_name: string;
  created: string;
  number_of_records?: number;
  progress?: number;
  reason?: Reason;
  download_count?: number;
  last_download?: string;
}

/** Archives in every status, without files: no job processes them. */
export const everyStatus: ArchiveFixture[] = [
  { status_id: 1, file_name: 'starting.csv', created: '2026-11-20T15:00:06Z' },
  {
    status_id: 2,
    file_name: 'in-progress.csv',
    created: '2026-11-20T15:00:05Z',
    progress: 43.7,
    number_of_records: 48_213,
  },
  {
    status_id: 3,
    file_name: 'ready.csv',
    created: '2026-11-20T15:00:04Z',
    progress: 100,
    number_of_records: 1_204_981,
    download_count: 12,
    last_download: '2026-11-20T23:07:09Z',
  },
  {
    status_id: 4,
    file_name: 'error.csv',
    created: '2026-11-20T15:00:03Z',
    reason: { code: 'report_no_room' },
  },
  { status_id: 5, file_name: 'canceled.csv', created: '2026-11-20T04:59:59Z' },
];

export async function addArchives(
  db: Database,
  { clientId, manager }: TestClient,
  archives: ArchiveFixture[],
): Promise<void> {
  await asClient(db, clientId, async (tx) => {
    for (const archive of archives) {
      const row = { client_id: clientId, manager_id: manager.managerId, ...archive };
      const parameters = Object.keys(row).map((_, at) => `$${at + 1}`);
      await tx.run(
        `INSERT INTO report_archive (${Object.keys(row)}) VALUES (${parameters})`,
        Object.values(row),
      );
    }
  });
}
