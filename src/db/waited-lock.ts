/** Advisory locks that are waited for with a limit, and not in silence. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';

export interface LockWish {
  /** Its name, hashed by `hashtext`. */
  name: string;
  /**
   * `transaction`: alone, until the transaction ends, also behind a pooler. `shared`: beside others, for
   * as long as the connection lives, which must lead to the server itself.
   */
  mode: 'transaction' | 'shared';
  /** What it is for, as in "another process applies migrations". */
  heldBecause: string;
}

export interface LockWait {
  /** Told once, in a sentence, when it takes longer than a moment. */
  notify?: ((sentence: string) => void) | undefined;
  /** Real milliseconds until it is given up. */
  patienceMs?: number;
}

/** It was not obtained in time; the sentence says who holds it and what to do. */
export class LockHeld extends Error {
  override name = 'LockHeld';
}

const lookEvery = 100;
/** Real milliseconds after which `notify` is told. */
const moment = 3_000;
const usualPatience = 60_000;

const tries = {
  transaction: 'pg_try_advisory_xact_lock',
  shared: 'pg_try_advisory_lock_shared',
};

/** @throws LockHeld */
export async function waitForLock(
  client: ClientBase,
  { name, mode, heldBecause }: LockWish,
  { notify, patienceMs = usualPatience }: LockWait = {},
): Promise<void> {
  const began = performance.now();
  for (let told = false; ; await sleep(lookEvery)) {
    const { rows } = await client.query(`SELECT ${tries[mode]}(hashtext($1)) AS got`, [name]);
    if (rows[0].got === true) return;
    const waited = performance.now() - began;
    if (waited > patienceMs) {
      const { who, pid } = await holderOf(client, name);
      const cure =
        pid === undefined ? '' : ` If it hangs, "SELECT pg_terminate_backend(${pid})" ends it.`;
      throw new LockHeld(
        `Given up after ${Math.round(waited / 1_000)} seconds: ${heldBecause}: ${who}.${cure}`,
      );
    }
    if (told || waited < moment) continue;
    told = true;
    notify?.(`Waiting: ${heldBecause}: ${(await holderOf(client, name)).who}.`);
  }
}

interface Holder {
  /** In words: its process at the server, and what it calls itself. */
  who: string;
  pid?: number;
}

async function holderOf(client: ClientBase, name: string): Promise<Holder> {
  const { rows } = await client.query(
    `SELECT l.pid, a.application_name AS name, a.client_addr::text AS address, a.state
     FROM pg_locks l LEFT JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
       AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND ((l.classid::bigint << 32) | l.objid::bigint) = hashtext($1)::bigint
     LIMIT 1`,
    [name],
  );
  const [row] = rows;
  // Let go of at this moment.
  if (!row) return { who: 'nobody any more' };
  const parts = [row.name, row.address && `from ${row.address}`, row.state].filter(Boolean);
  return { who: `server process ${row.pid} (${parts.join(', ')})`, pid: row.pid };
}
