/** The data keys of an installation as "carillon key" shows and judges them. */
import { asPlatform, type Database } from '#db/database.ts';
import { type KeyRing, sealedIdBytes } from '#db/key-ring.ts';
import { type KeyHolder, type KnownKey, listKeyHolders, listKeys } from '#db/queries/data-key.ts';
import type { SealCount } from '#db/reseal/counts.ts';
import { type Context, Refusal } from './command.ts';
import { wrongKey } from './start/data-key.ts';
import { type KeySource, keySource, readRing } from './start/key-file.ts';

export interface KeyState {
  source: KeySource;
  ring: KeyRing;
  /** Of the database, the one that seals first. */
  known: KnownKey[];
  holders: KeyHolder[];
}

/** @throws Refusal when there are no keys yet */
export async function readKeyState({ config }: Context, db: Database): Promise<KeyState> {
  const source = keySource(config);
  const ring = readRing(source);
  const stored = await asPlatform(db, async (tx) => ({
    known: await listKeys(tx),
    holders: await listKeyHolders(tx),
  }));
  if (!ring || stored.known.length === 0) {
    throw new Refusal(
      `There are no keys in ${source.path} yet. "carillon start" makes the first one.`,
    );
  }
  const [sealing] = stored.known;
  if (sealing && !ring.keys.some(({ id }) => id === sealing.keyId)) {
    throw new Refusal(wrongKey(source, ring, sealing.keyId));
  }
  return { source, ring, ...stored };
}

/** As sealed values name it. */
export const shortId = (keyId: string) => keyId.slice(0, 2 * sealedIdBytes);

/** How many values a key sealed, by place. */
export interface SealsOf {
  [place: string]: number;
}

export const sealsOf = (counts: readonly SealCount[], key: string): SealsOf =>
  Object.fromEntries(
    counts.filter((one) => one.key === key).map(({ place, count }) => [place, count]),
  );

export const sumOf = (seals: SealsOf) => Object.values(seals).reduce((sum, n) => sum + n, 0);

/** "1,204 in list_entry, 3 in carrier". */
export const placesText = (seals: SealsOf) =>
  Object.entries(seals)
    .map(([place, n]) => `${n.toLocaleString('en-US')} in ${place}`)
    .join(', ');

export const holderName = ({ host, pid }: KeyHolder) => `process ${pid} on ${host}`;
