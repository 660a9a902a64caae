import { createHash, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asPlatform, type Database } from '#db/database.ts';
import { ringOfKey } from '#db/key-ring.ts';
import { numberKeyOf } from '#db/number-key.ts';
import { claimKeyFingerprint, readKeyFingerprint } from '#db/queries/installation.ts';
import { Refusal } from '../command.ts';

export const keyFile = (dataFolder: string) => join(dataFolder, 'carillon.key');

/**
 * The 32 bytes that encrypt SSN and date of birth, from carillon.key of the data folder; made at
 * the first start. The database keeps a fingerprint, so that a wrong or lost key stops the start
 * instead of mixing two keys in one table. From here on the connection knows numbers by their hashes.
 */
export async function loadDataKey(dataFolder: string, db: Database): Promise<Buffer> {
  const path = keyFile(dataFolder);
  const expected = await asPlatform(db, readKeyFingerprint);
  const key = readKey(path) ?? makeKey(path, expected);
  const fingerprint = fingerprintOf(key);
  if (
    fingerprint !==
    (expected ?? (await asPlatform(db, (tx) => claimKeyFingerprint(tx, fingerprint))))
  ) {
    throw new Refusal(
      `The key in ${path} is not the key of this database. Put the right carillon.key back from your backup.`,
    );
  }
  db.connection.numberKey = numberKeyOf(ringOfKey(key).lookups.numbers);
  return key;
}

/** Distinguishes keys without revealing them. */
export function fingerprintOf(key: Buffer): string {
  return createHash('sha256').update('carillon key ').update(key).digest('hex').slice(0, 16);
}

/** Undefined when there is no file. */
export function readKey(path: string): Buffer | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (/^[0-9a-f]{64}$/.test(text)) return Buffer.from(text, 'hex');
  throw new Refusal(
    `${path} is damaged: it must hold 64 hexadecimal digits. Put it back from your backup.`,
  );
}

function makeKey(path: string, expected: string | null): Buffer {
  if (expected !== null) {
    throw new Refusal(
      `${path} is missing. The personal data in this database cannot be read without it. Put it back from your backup, or copy it from the machine where Carillon ran first.`,
    );
  }
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  try {
    // A link appears complete; a process that was faster keeps its key.
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const key = readKey(path);
  if (!key) throw new Refusal(`${path} could not be created.`);
  return key;
}
