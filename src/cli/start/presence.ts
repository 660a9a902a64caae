/** Reports in the database that this process is running, with its version, roles and keys, until it stops. */
import { randomUUID } from 'node:crypto';
import { asPlatform, type Database } from '#db/database.ts';
import { dropProcess, writeProcess } from '#db/queries/process.ts';
import { Refusal } from '../command.ts';
import type { KeyWatch } from './key-watch.ts';

/** Real seconds after which a silent process counts as gone: a few reports of db/trouble.ts. */
const livesFor = 10;

export interface Presence {
  /** Called every two seconds. @throws when the database does not accept it */
  report(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPresence(
  db: Database,
  me: { host: string; version: string; roles: readonly string[] },
  keys?: KeyWatch,
): Promise<Presence> {
  const self = { ...me, processId: randomUUID(), pid: process.pid };
  const report = async () => {
    const known = keys?.known();
    const sealing = await asPlatform(db, async (tx) => {
      const found = await keys?.asked(tx);
      await writeProcess(tx, known ? { ...self, keys: known } : self, livesFor);
      return found;
    });
    if (sealing) await keys?.follow(sealing);
  };
  // db/trouble.ts reports an unreachable database.
  await report().catch((error) => {
    if (error instanceof Refusal) throw error;
  });
  return {
    report,
    async stop() {
      await asPlatform(db, (tx) => dropProcess(tx, self.processId)).catch(() => {});
    },
  };
}
