/** Each process takes erased numbers out of its own data folder, wherever they were erased. */
import { asPlatform, type Database } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import { realMs } from '#domain/milliseconds.ts';
import { readErased, redactFolder } from './redact-files.ts';

/** Between two looks for new erasures. */
const lookEvery = realMs(10_000);

export function createRedaction(
  db: Database,
  { vault, dataFolder }: { vault: Vault; dataFolder: string },
  stopping: AbortSignal,
) {
  let at = performance.now();
  let done = 0;
  return {
    /** Does nothing until the next look is due, or nothing was erased since the last one. */
    async whenDue(): Promise<void> {
      if (performance.now() < at) return;
      at = performance.now() + lookEvery;
      const row = await asPlatform(db, (tx) =>
        tx.row<{ count: number }>('SELECT count(*)::int AS count FROM erasure'),
      );
      const count = row?.count ?? 0;
      if (count === done) return;
      const isErased = await readErased(db, vault.lookupKey('numbers'));
      if (isErased) await redactFolder(dataFolder, isErased, stopping);
      done = count;
    },
  };
}
