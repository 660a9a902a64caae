/** Entries of commands that change nothing: what was read or tried, not what became of it (decision 068). */
import { asPlatform, type Database } from '#db/database.ts';
import { noteAct } from '#db/queries/audit.ts';
import type { Context } from './command.ts';

interface Noted {
  thing: {
    kind: 'installation' | 'carrier' | 'scrubService' | 'speechEngine';
    id?: string;
    name?: string;
  };
  facts: Record<string, unknown>;
}

/** A database that accepts no writes, or is of an older version, must still be backed up and tested. */
export async function noteCommand(db: Database, context: Context, noted: Noted): Promise<void> {
  try {
    await asPlatform(db, (tx) => noteAct(tx, { clientId: 0, ...noted }));
  } catch (error) {
    context.note(`The audit log has no entry of this command: ${(error as Error).message}`);
  }
}
