/** Advisory locks with a limited and reported wait. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { realMs } from '#domain/milliseconds.ts';
import { OperatorError } from '#domain/operator-error.ts';

export interface LockWish {
  /** Its name, hashed by `hashtext`. */
  name: string;
  /**
   * `transaction`: alone, until the transaction ends, also behind a pooler. `shared`: beside
   * others, for as long as the connection lives, which must go to the server itself.
   */
  mode: 'transaction' | 'shared';
  /** What it is for, as in "another process is applying migrations". */
  heldBecause: string;
}

export interface LockWait {
  /** Called once, with a sentence, when it takes longer than a moment. */
  notify?: ((sentence: string) => void) | undefined;
  /** Real milliseconds until it is given up. */
  patienceMs?: number;
}

/** It was not obtained in time; the message says who holds it and what to do. */
export class LockHeld extends OperatorError {
  override name = 'LockHeld';
}

const pollEvery = 100;
/** Before `notify` is called. */
const moment = realMs(3_000);
const usualPatience = realMs(60_000);

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
  for (let hasNotified = false; ; await sleep(pollEvery)) {
    const { rows } = await client.query(`SELECT ${tries[mode]}(hashtext($1)) AS got`, [name]);
    if (rows[0].got === true) return;
    const waited = performance.now() - began;
    if (waited > patienceMs) {
      const { who, pid } = await holderOf(client, name);
      const cure =
        pid === undefined ? '' : ` If it hangs, "SELECT pg_terminate_backend(${pid})" ends it.`;
      throw new LockHeld(
        `Gave up after ${Math.round(waited / 1_000)} seconds because ${heldBecause} (${who}).${cure}`,
      );
    }
    if (hasNotified || waited < moment) continue;
    hasNotified = true;
    notify?.(`Waiting because ${heldBecause} (${(await holderOf(client, name)).who}).`);
  }
}

interface Holder {
  /** In words: its process at the server, and its application name. */
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
  // Released at this very moment.
  if (!row) return { who: 'no process now' };
  const parts = [row.name, row.address && `from ${row.address}`, row.state].filter(Boolean);
  return { who: `server process ${row.pid} (${parts.join(', ')})`, pid: row.pid };
}
