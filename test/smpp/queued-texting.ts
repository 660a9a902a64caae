import type { StoredNote } from '../../src/contract/note.ts';
import type { VirtualClock } from '../../src/domain/clock.ts';
import { carrierQueue } from '../harness/carrier-queue.ts';
import type { TestDatabase } from '../harness/database.ts';
import { smscOf } from './open-route.ts';
import type { SmscWish } from './smsc.ts';
import { type TextingWish, textingBySmpp } from './texting-world.ts';

export type QueuedWish = Partial<TextingWish> & { smsc?: SmscWish };

const firstPhone = 12_122_500_000;

/** Texts from one number, by the test's clock, at an SMSC that sends one a second. */
export async function queuedTexting(db: TestDatabase, time: VirtualClock, wish: QueuedWish) {
  const queue = carrierQueue(time.now);
  const smsc = await smscOf({ fate: () => ({}), ...wish.smsc, queue, now: time.now });
  const texting = await textingBySmpp(db, smsc, { entries: 76, firstPhone, time, ...wish });
  const life = await texting.begin();
  /** Ticks, advances the SMSC's queue, and leaves a moment of real time for the wire. */
  const until = (done: () => Promise<boolean> | boolean) =>
    life.until(async () => {
      smsc.passTime();
      await new Promise((resolve) => setTimeout(resolve, 5));
      return done();
    });
  const notes = () =>
    texting.ask<{ result: string; note: StoredNote | null; n: number }>(
      `SELECT result, carrier_note AS note, count(*)::int AS n FROM attempt
       WHERE finished_at IS NOT NULL GROUP BY 1, 2 ORDER BY 3 DESC`,
    );
  return { ...texting, queue, smsc, life, until, notes };
}
