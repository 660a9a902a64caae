/** The data keys as a command or a process begins to work with them. */
import type { Config } from '#config.ts';
import { asPlatform, type Database } from '#db/database.ts';
import { createVault, type Vault } from '#db/encryption.ts';
import type { KeyRing } from '#db/key-ring.ts';
import type { SealState } from '#db/key-set.ts';
import { numberKeyOf } from '#db/number-key.ts';
import { claimFirstKey, readSealing } from '#db/queries/data-key.ts';
import { Refusal } from '../command.ts';
import { type KeySource, keySource, makeRing, readRing } from './key-file.ts';

export type KeySettings = Pick<Config, 'dataFolder' | 'keyFile'>;

/**
 * The ring of keys, and which of them seals: the database says. At the first start a key is made. A
 * wrong or lost key stops the start instead of mixing two keys unnoticed. From here on the connection
 * knows numbers by their hashes.
 *
 * @throws Refusal when there are no keys, or the one that seals is missing
 */
export async function loadSealState(settings: KeySettings, db: Database): Promise<SealState> {
  const source = keySource(settings);
  const known = await asPlatform(db, readSealing);
  const ring = readRing(source) ?? firstRing(source, known.keyId);
  const [newest] = ring.keys;
  const sealing =
    known.keyId ?? (await asPlatform(db, (tx) => claimFirstKey(tx, newest?.id ?? '')));
  if (!ring.keys.some(({ id }) => id === sealing))
    throw new Refusal(wrongKey(source, ring, sealing));
  db.connection.numberKey = numberKeyOf(ring.lookups.numbers);
  const { opensUnbound } = known.keyId === null ? await asPlatform(db, readSealing) : known;
  return { ring, sealing, opensUnbound };
}

/** For a command: it works with the keys of this moment, and reads the file again for a newer one. */
export async function openVault(settings: KeySettings, db: Database): Promise<Vault> {
  const state = await loadSealState(settings, db);
  return createVault(state, {
    reread: () => {
      const ring = readRing(keySource(settings));
      return ring && { ...state, ring };
    },
  });
}

/** Which key is missing, and what to do. */
export function wrongKey({ path }: KeySource, { keys }: KeyRing, sealing: string): string {
  const cure = 'Put the right carillon.key back from your backup.';
  if (keys.length === 1) {
    return `The key in ${path} is not the key of this database, which is ${sealing}. ${cure}`;
  }
  return `The key ${sealing}, which seals in this database, is missing in ${path}. ${cure}`;
}

function firstRing(source: KeySource, sealing: string | null): KeyRing {
  if (sealing === null) return makeRing(source);
  throw new Refusal(
    `${source.path} is missing. The personal data in this database cannot be read without it (key ${sealing}). Put it back from your backup, or copy it from the machine where Carillon ran first.`,
  );
}
