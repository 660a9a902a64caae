/**
 * `erasures.log` of a witness folder: what was erased, as keyed hashes. It is kept for good, because a
 * backup that is restored may be older than any journal (decision 073).
 */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asClient, type Database } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import type { ErasureEntry } from '#db/journal.ts';
import { eraseAgain, missingErasures } from '#db/queries/person-erase-again.ts';
import { realMs } from '#domain/milliseconds.ts';
import type { WitnessFolder } from './folder.ts';

const fileIn = (folder: string) => join(folder, 'erasures.log');

/**
 * On disk when it returns: the erasure commits right after it. Begins with a line end, because a full disk or a crash
 * may have left half a line of another erasure, which would take this one with it. Half a line is not cut off: other
 * processes append to this file, too.
 *
 * @throws the file system's error, or one for a part that was not written
 */
export function appendErasures(slotFolder: string, entries: readonly ErasureEntry[]): void {
  const lines = entries.map(
    ({ clientId, hash, hashed, key, at, wholeAccount }) =>
      `E ${clientId} ${hash} ${hashed ? 'hash' : 'number'} ${key} ${Math.round(at)} ${wholeAccount ? 'account' : 'alone'}\n`,
  );
  const bytes = Buffer.from(`\n${lines.join('')}`);
  const file = openSync(fileIn(dirname(slotFolder)), 'a', 0o600);
  try {
    // The rest is not written later: another process may have appended meanwhile.
    if (writeSync(file, bytes) < bytes.length) throw new Error('The disk is full.');
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Lines of earlier versions do not say whether the account was meant: they count as if it was. */
const line =
  /^E (\d{1,9}) (#[0-9a-f]{32}) (hash|number) ([0-9a-f-]{36}) (\d{1,16})( account| alone)?$/;

interface KeptErasures {
  entries: ErasureEntry[];
  /** Unreadable lines: an erasure that was refused, or one that is lost. */
  damaged: number;
}

export function readErasures({ path }: Pick<WitnessFolder, 'path'>): KeptErasures {
  let text: string;
  try {
    text = readFileSync(fileIn(path), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { entries: [], damaged: 0 };
    throw error;
  }
  const lines = text.split('\n').filter((one) => one !== '');
  const entries = lines.flatMap((one): ErasureEntry[] => {
    const [, clientId, hash = '', kept, key = '', at, meant] = line.exec(one) ?? [];
    if (clientId === undefined) return [];
    const told = { hashed: kept === 'hash', wholeAccount: meant !== ' alone' };
    return [
      { kind: 'erasure', clientId: Number(clientId), hash, key, at: realMs(Number(at)), ...told },
    ];
  });
  return { entries, damaged: lines.length - entries.length };
}

/**
 * Erases again what this database forgot, as after a restore of an older backup.
 *
 * @returns how many erasures were missing, and how many lines could not be read
 */
export async function repeatErasures(
  db: Database,
  vault: Vault,
  folder: WitnessFolder,
  clients: ReadonlySet<number>,
): Promise<{ missing: number; damaged: number }> {
  const { entries, damaged } = readErasures(folder);
  const known = entries.filter(({ clientId }) => clients.has(clientId));
  let missing = 0;
  for (const clientId of new Set(known.map((one) => one.clientId))) {
    const own = known.filter((one) => one.clientId === clientId);
    const keys = await asClient(db, clientId, (tx) =>
      missingErasures(
        tx,
        clientId,
        own.map(({ key }) => key),
      ),
    );
    const forgotten = own.filter(({ key }) => keys.has(key));
    if (forgotten.length > 0) await eraseAgain(db, vault, clientId, forgotten);
    missing += forgotten.length;
  }
  return { missing, damaged };
}
