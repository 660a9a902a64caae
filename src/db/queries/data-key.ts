/** Which data key seals, and which processes know which (docs/decisions/078-key-rotation.md). Runs as the platform. */
import type { Tx } from '../database.ts';
import { enqueue } from '../job-queue.ts';
import { noteAct } from './audit.ts';

export interface KnownKey {
  keyId: string;
  sealsSince: Date;
  /** Null: sealing everything again with it goes on. */
  resealedAt: Date | null;
  unreadable: number;
  droppedAt: Date | null;
}

/** The turn of a key that was dropped before it sealed: it is no key of the list, and never will be. */
const neverSealed = 0;

/** Those that sealed or seal; the first one seals. Empty before the first start. */
export function listKeys(tx: Tx): Promise<KnownKey[]> {
  return tx.rows<KnownKey>(
    `SELECT key_id AS "keyId", seals_since AS "sealsSince", resealed_at AS "resealedAt", unreadable,
       dropped_at AS "droppedAt"
     FROM data_key WHERE turn > ${neverSealed} ORDER BY turn DESC`,
  );
}

/**
 * SQL: an array of the ids of keys that sealed values may have, the one that seals first. Everything was
 * sealed again with the last one that has an end; what was sealed since has a newer one.
 */
export const neededKeysSql = `SELECT coalesce(array_agg(key_id ORDER BY turn DESC), '{}')
  FROM data_key WHERE dropped_at IS NULL AND turn >= coalesce(
    (SELECT max(turn) FROM data_key WHERE resealed_at IS NOT NULL), 0)`;

export interface Sealing {
  keyId: string | null;
  opensUnbound: boolean;
}

const sealingSql = '(SELECT key_id FROM data_key ORDER BY turn DESC LIMIT 1)';

/** The key that seals now; null before the first start. */
export async function readSealing(tx: Tx): Promise<Sealing> {
  const row = await tx.row<Sealing>(
    `SELECT opens_unbound AS "opensUnbound", ${sealingSql} AS "keyId" FROM installation`,
  );
  return row ?? { keyId: null, opensUnbound: false };
}

/** The same for whoever may not read the installation: a client's import. */
export async function readSealingKey(tx: Tx): Promise<Pick<Sealing, 'keyId'>> {
  const row = await tx.row<Pick<Sealing, 'keyId'>>(`SELECT ${sealingSql} AS "keyId"`);
  return row ?? { keyId: null };
}

/** The first key of an installation: nothing was sealed before it. Returns the one that seals now. */
export async function claimFirstKey(tx: Tx, keyId: string): Promise<string> {
  const row = await tx.row<{ keyId: string }>(
    `UPDATE installation SET key_fingerprint = coalesce(key_fingerprint, $1),
       opens_unbound = opens_unbound AND key_fingerprint IS NOT NULL
     RETURNING key_fingerprint AS "keyId"`,
    [keyId],
  );
  await tx.run(
    `INSERT INTO data_key (key_id, resealed_at) SELECT $1, clock_timestamp()
     WHERE NOT EXISTS (SELECT FROM data_key) ON CONFLICT DO NOTHING`,
    [row?.keyId ?? keyId],
  );
  return row?.keyId ?? keyId;
}

/**
 * Held shared by who asks which key seals and acts on it before its commit, and alone by who changes
 * it: a process that began unseen learns the new key before it opens anything.
 */
const lockName = `hashtext('carillon sealing key')`;
export const shareSealing = (tx: Tx) => tx.run(`SELECT pg_advisory_xact_lock_shared(${lockName})`);

/** Alone, for who must know that no key begins to seal before its commit; false while others hold it. */
export async function trySealingAlone(tx: Tx): Promise<boolean> {
  const lock = await tx.row<{ got: boolean }>(
    `SELECT pg_try_advisory_xact_lock(${lockName}) AS got`,
  );
  return lock?.got ?? false;
}

/** One command at a time changes the key file. */
export const lockKeyFile = (tx: Tx) =>
  tx.run(`SELECT pg_advisory_xact_lock(hashtext('carillon key file'))`);

export interface KeyHolder {
  host: string;
  pid: number;
  /** Of its key file; empty for a process of a version that does not report them. */
  keys: string[];
  sealsWith: string | null;
  /** Values that it could not open since it started. */
  unreadable: number;
}

/** The live processes. */
export function listKeyHolders(tx: Tx): Promise<KeyHolder[]> {
  return tx.rows<KeyHolder>(
    `SELECT host, pid, keys, seals_with AS "sealsWith", unreadable FROM process
     WHERE until > clock_timestamp() ORDER BY host, pid`,
  );
}

/**
 * The key seals from here on, unless a live process does not know it yet. One that sealed before and
 * was replaced, or was dropped, never seals again. It waits for no lock, behind which reports of processes would wait.
 *
 * @param newest asked under the lock, so that of two rotations the later one wins
 * @returns false while it has to be tried again
 */
export async function beginSealing(tx: Tx, newest: () => string | undefined): Promise<boolean> {
  const keyId = (await trySealingAlone(tx)) ? newest() : undefined;
  if (keyId === undefined) return false;
  if (await tx.row('SELECT 1 FROM data_key WHERE key_id = $1', [keyId])) return true;
  if ((await listKeyHolders(tx)).some(({ keys }) => !keys.includes(keyId))) return false;
  await tx.run('INSERT INTO data_key (key_id) VALUES ($1)', [keyId]);
  await tx.run('UPDATE installation SET key_fingerprint = $1', [keyId]);
  await enqueue(tx, 'reseal', 'reseal', {});
  const thing = { kind: 'dataKey', id: keyId };
  await noteAct(tx, { clientId: 0, thing, facts: { seals: true } });
  return true;
}

/** Everything that opens has been sealed with this key. */
export async function endResealing(tx: Tx, keyId: string, unreadable: number): Promise<void> {
  await tx.run(
    'UPDATE data_key SET resealed_at = clock_timestamp(), unreadable = $2 WHERE key_id = $1',
    [keyId, unreadable],
  );
  await tx.run('UPDATE installation SET opens_unbound = false WHERE opens_unbound');
}

/** Something turned up that another key sealed. */
export async function resumeResealing(tx: Tx, keyId: string): Promise<void> {
  await tx.run('UPDATE data_key SET resealed_at = NULL WHERE key_id = $1', [keyId]);
  await enqueue(tx, 'reseal', 'reseal', {});
}

/** @returns when a key may be dropped at the earliest, and whether that has come */
export async function readDropTime(
  tx: Tx,
  keyId: string,
  hours: number,
): Promise<{ from: Date; hasCome: boolean } | undefined> {
  return tx.row(
    `SELECT resealed_at + make_interval(hours => $2) AS from,
       resealed_at + make_interval(hours => $2) <= clock_timestamp() AS "hasCome"
     FROM data_key WHERE key_id = $1 AND resealed_at IS NOT NULL`,
    [keyId, hours],
  );
}

/** One that never sealed is noted, too, so that no process that still has it makes it seal. */
export async function noteDropped(tx: Tx, keyId: string): Promise<void> {
  await tx.run(
    `INSERT INTO data_key (key_id, turn, dropped_at) OVERRIDING SYSTEM VALUE
     VALUES ($1, ${neverSealed}, clock_timestamp())
     ON CONFLICT (key_id) DO UPDATE SET dropped_at = excluded.dropped_at`,
    [keyId],
  );
  await noteAct(tx, {
    clientId: 0,
    thing: { kind: 'dataKey', id: keyId },
    facts: { dropped: true },
  });
}
