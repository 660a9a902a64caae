/** Reports in the database that this process is running, with its version and roles, until it stops. */
import { randomUUID } from 'node:crypto';
import { asPlatform, type Database } from '#db/database.ts';
import { dropProcess, writeProcess } from '#db/queries/process.ts';

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
): Promise<Presence> {
  const self = { ...me, processId: randomUUID(), pid: process.pid };
  const report = () => asPlatform(db, (tx) => writeProcess(tx, self, livesFor));
  // db/trouble.ts reports an unreachable database.
  await report().catch(() => {});
  return {
    report,
    async stop() {
      await asPlatform(db, (tx) => dropProcess(tx, self.processId)).catch(() => {});
    },
  };
}
