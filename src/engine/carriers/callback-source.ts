/** What a carrier reported to the API by HTTP: stored rows, for one engine's port at a time. */
import { randomUUID } from 'node:crypto';
import type { CallbackSource } from '#carriers/kind.ts';
import { asPlatform, type Database } from '#db/database.ts';
import { findCallbacks, removeCallbacks, takeCallbacks } from '#db/queries/carrier-callback.ts';

export function callbackSource(db: Database, carrierName: string): CallbackSource {
  /** Of this opening of the carrier: what an earlier one did not finish is given out again. */
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
