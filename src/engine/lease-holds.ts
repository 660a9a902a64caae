/**
 * Until when this engine's leases surely hold, told by a clock that nobody sets: the time of day may
 * be put back, and a lease must not look longer by that.
 */
import type { CampaignKey } from '#db/queries/lease.ts';
import { steadyClock } from './steady-clock.ts';

/** One lease without a gap: what was claimed under it may be handed over while it is sure. */
export interface LeaseHold {
  isSure(): boolean;
}

/** A lease under one fence. */
export interface HeldLease extends CampaignKey {
  fence: number;
}

export interface LeaseHolds {
  of(lease: HeldLease): LeaseHold;
  /**
   * These leases stand, by an answer of the database that is just in.
   *
   * @param asked `now` before the question: the database counts from later on
   * @param prolonged those that were taken or prolonged by this very transaction. One that is new here
   * and not among them was taken by a transaction whose answer was lost: nobody knows here since when.
   */
  stand(leases: readonly HeldLease[], asked: number, prolonged: readonly HeldLease[]): void;
  /** Let go of, or just about to be: nothing more is handed over under it. */
  end(lease: HeldLease): void;
  /** Milliseconds of a clock that only goes on; its zero means nothing. */
  now(): number;
}

/** Nothing is handed over in the last part of a lease: that takes its time. */
const marginPerSecond = 125;

export function createLeaseHolds(
  leaseSeconds: number,
  now: () => number = steadyClock(),
): LeaseHolds {
  const margin = leaseSeconds * marginPerSecond;
  const holds = new Map<string, LeaseHold & { until: number; fence: number }>();
  const keyOf = ({ clientId, campaignId }: CampaignKey) => `${clientId}-${campaignId}`;

  function begin(lease: HeldLease, until: number): void {
    const hold = { until, fence: lease.fence, isSure: () => now() < hold.until - margin };
    holds.set(keyOf(lease), hold);
  }

  return {
    now,
    of(lease) {
      const hold = holds.get(keyOf(lease));
      return hold?.fence === lease.fence ? hold : unsure;
    },
    stand(leases, asked, prolonged) {
      const until = asked + leaseSeconds * 1_000;
      const standing = new Set(leases.map(keyOf));
      for (const [key, hold] of holds) {
        if (standing.has(key)) continue;
        hold.until = Number.NEGATIVE_INFINITY;
        holds.delete(key);
      }
      for (const lease of prolonged) {
        const hold = holds.get(keyOf(lease));
        // Prolonged after it ran out: an opt-out may have counted on that, so what was claimed before is not
        // handed over any more.
        if (hold?.fence !== lease.fence || now() >= hold.until) begin(lease, until);
        else hold.until = until;
      }
    },
    end(lease) {
      const hold = holds.get(keyOf(lease));
      if (hold?.fence === lease.fence) hold.until = Number.NEGATIVE_INFINITY;
    },
  };
}

const unsure: LeaseHold = { isSure: () => false };
