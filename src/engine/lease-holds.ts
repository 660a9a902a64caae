/**
 * Until when this engine's leases surely hold, by a monotonic clock: the time of day may be set
 * back, and that must not make a lease look longer.
 */

import type { CampaignKey } from '#db/queries/lease.ts';
import { earlier, later, type RealMs, realMs } from '#domain/milliseconds.ts';
import { steadyClock } from './steady-clock.ts';

/** One lease without a gap: what was claimed under it may be submitted while it is sure. */
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
   * The database just confirmed that these leases hold.
   *
   * @param asked `now` before the transaction: the database counts from a later instant
   * @param prolonged those that this transaction took or renewed. One that is new here and not
   * among them was taken by a transaction whose confirmation was lost: it is unknown since when.
   */
  confirm(leases: readonly HeldLease[], asked: RealMs, prolonged: readonly HeldLease[]): void;
  /** Released, or about to be: nothing more is submitted under it. */
  end(lease: HeldLease): void;
  /** A monotonic clock; its zero is arbitrary. */
  now(): RealMs;
}

/** Nothing is submitted in the last part of a lease, because a submission takes time. */
const marginPerSecond = 125;

export function createLeaseHolds(
  leaseSeconds: number,
  now: () => RealMs = steadyClock(),
): LeaseHolds {
  const margin = realMs(leaseSeconds * marginPerSecond);
  const holds = new Map<string, LeaseHold & { until: RealMs; fence: number }>();
  const keyOf = ({ clientId, campaignId }: CampaignKey) => `${clientId}-${campaignId}`;

  function begin(lease: HeldLease, until: RealMs): void {
    const hold = { until, fence: lease.fence, isSure: () => now() < earlier(hold.until, margin) };
    holds.set(keyOf(lease), hold);
  }

  return {
    now,
    of(lease) {
      const hold = holds.get(keyOf(lease));
      return hold?.fence === lease.fence ? hold : unsure;
    },
    confirm(leases, asked, prolonged) {
      const until = later(asked, realMs(leaseSeconds * 1_000));
      const confirmed = new Set(leases.map(keyOf));
      for (const [key, hold] of holds) {
        if (confirmed.has(key)) continue;
        hold.until = realMs(Number.NEGATIVE_INFINITY);
        holds.delete(key);
      }
      for (const lease of prolonged) {
        const hold = holds.get(keyOf(lease));
        // Renewed after it ran out: an opt-out may have relied on its end, so what was claimed
        // before is not submitted any more.
        if (hold?.fence !== lease.fence || now() >= hold.until) begin(lease, until);
        else hold.until = until;
      }
    },
    end(lease) {
      const hold = holds.get(keyOf(lease));
      if (hold?.fence === lease.fence) hold.until = realMs(Number.NEGATIVE_INFINITY);
    },
  };
}

const unsure: LeaseHold = { isSure: () => false };
