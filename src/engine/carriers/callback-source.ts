/** What a carrier told the API by HTTP, as its port takes it: stored rows, for one engine at a time. */
import { randomUUID } from 'node:crypto';
import type { CallbackSource } from '#carriers/kind.ts';
import { asPlatform, type Database } from '#db/database.ts';
import { findCallbacks, removeCallbacks, takeCallbacks } from '#db/queries/carrier-callback.ts';

export function callbackSource(db: Database, carrierName: string): CallbackSource {
  /** Of this opening of the carrier: what an earlier one took and did not finish is told again. */
  const taker = randomUUID();
  return {
    take: (most, under, { leftFor = 0, urgent = false } = {}) =>
      asPlatform(db, (tx) =>
        takeCallbacks(tx, carrierName, { taker, most, under, leftFor, urgent }),
      ),
    find: (within) => asPlatform(db, (tx) => findCallbacks(tx, carrierName, within)),
    done: (ids) => asPlatform(db, (tx) => removeCallbacks(tx, ids)),
  };
}
