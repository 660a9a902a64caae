/** Tells in the database that this process is at work, with its version and roles, until it stops. */
import { randomUUID } from 'node:crypto';
import { asPlatform, type Database } from '#db/database.ts';
import { dropProcess, writeProcess } from '#db/queries/process.ts';

/** Real seconds after which a silent process counts as gone: some words of db/trouble.ts. */
const livesFor = 10;

export interface Presence {
  /** To be called every two seconds. @throws when the database does not take it */
  tell(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPresence(
  db: Database,
  me: { host: string; version: string; roles: readonly string[] },
): Promise<Presence> {
  const self = { ...me, processId: randomUUID(), pid: process.pid };
  const tell = () => asPlatform(db, (tx) => writeProcess(tx, self, livesFor));
  // A database that is away is told of by db/trouble.ts.
  await tell().catch(() => {});
  return {
    tell,
    async stop() {
      await asPlatform(db, (tx) => dropProcess(tx, self.processId)).catch(() => {});
    },
  };
}
