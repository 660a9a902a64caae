/**
 * Whether the national do-not-call list is missing or too old for a campaign. A claim reads that by
 * itself, but none is made while all numbers wait for their calling hours, or while no agent is on duty.
 */
import type { Reason } from '#contract/reason.ts';
import { asClient } from '#db/database.ts';
import { readFunnelCampaign } from '#db/queries/campaign-funnel.ts';
import type { Lease } from '#db/queries/lease.ts';
import { later, realMs, type SimMs, toSim } from '#domain/milliseconds.ts';
import { outdatedReason } from '#domain/policy/registry-reason.ts';
import type { RunnerDeps } from './deps.ts';

/** Between two reads. */
const readEvery = realMs(2_000);

export interface RegistryWatch {
  /** What was read last; null: the list holds nothing. */
  reason(): Reason | null;
  /**
   * Reads it, at most every two seconds.
   *
   * @param asks a rule of the client asks for the list's age, and numbers are left
   */
  poll(now: SimMs, asks: boolean): Promise<void>;
}

export function createRegistryWatch({ db, clock }: RunnerDeps, lease: Lease): RegistryWatch {
  const { clientId, campaignId } = lease;
  let known: { until: SimMs; reason: Reason | null } | undefined;

  async function read(now: SimMs): Promise<Reason | null> {
    const campaign = await asClient(db, clientId, (tx) =>
      readFunnelCampaign(tx, clientId, campaignId),
    );
    return campaign?.policy ? outdatedReason(campaign.policy, new Date(now)) : null;
  }

  return {
    reason: () => known?.reason ?? null,
    async poll(now, asks) {
      if (!asks) known = undefined;
      else if (!known || now >= known.until) {
        known = { reason: await read(now), until: later(now, toSim(readEvery, clock.speed)) };
      }
    },
  };
}
