/** What the engine counts: in total, and by campaign while it holds one and some minutes longer. */

import { campaignType } from '#contract/campaign.ts';
import type { CampaignKey, RunSettings } from '#db/queries/lease.ts';
import type { GateReason } from '#domain/gate.ts';
import type { Metrics } from '#domain/metrics.ts';
import { type RealMs, realMs } from '#domain/milliseconds.ts';

export interface EngineMetrics {
  /** `count` calls or texts of a campaign were submitted to its carrier. */
  attempted(campaign: CampaignKey, count: number): void;
  /** One of them ended and is recorded. */
  ended(campaign: CampaignKey, result: string): void;
  /** The gate did not allow a number to be called, now or ever. */
  refused(reason: GateReason): void;
  /** The campaigns that this engine holds now. */
  holds(campaigns: readonly HeldCampaign[]): void;
  /** A campaign passed to another engine, so that each has its share. */
  handedOver(): void;
}

type HeldCampaign = CampaignKey &
  Pick<RunSettings, 'fence' | 'campaignType' | 'clientCode' | 'carrier' | 'textCarrier'>;

/** Series by campaign at the same time: enough for three clients with 60 campaigns each. */
export const mostCampaigns = 200;
/** How long a campaign's figures stay after it is released: enough for some scrapes. */
export const keptFor = realMs(10 * 60_000);

/**
 * @param callsInProgress calls placed and not ended
 * @param steady a monotonic clock
 */
export function engineMetrics(
  metrics: Metrics,
  callsInProgress: () => number,
  steady: () => RealMs = () => realMs(performance.now()),
): EngineMetrics {
  const known = new Map<string, { labels: Labels; fence: number; goneAt: RealMs | undefined }>();
  const held = () => [...known.values()].filter(({ goneAt }) => goneAt === undefined).length;
  metrics.gaugeOf('carillon_calls_in_progress', 'Calls in progress.', callsInProgress);
  metrics.gaugeOf('carillon_campaigns_held', 'Campaigns that this engine owns.', held);
  const families = declareCounters(metrics);
  const labelsOf = (campaign: CampaignKey) => known.get(keyOf(campaign))?.labels;

  return {
    attempted(campaign, count) {
      families.attempts.add({}, count);
      const labels = labelsOf(campaign);
      if (labels) families.campaignAttempts.add(labels, count);
    },
    ended(campaign, result) {
      families.results.add({ result });
      const labels = labelsOf(campaign);
      if (labels) families.campaignResults.add({ ...labels, result });
    },
    handedOver() {
      families.handedOver.add({});
    },
    refused(reason) {
      families.refusals.add({ reason });
    },
    holds(campaigns) {
      const now = steady();
      const here = new Map(campaigns.map((one) => [keyOf(one), one]));
      for (const [key, one] of known) {
        if (here.has(key)) continue;
        if (one.goneAt === undefined) families.leases.add({ change: 'gone' });
        one.goneAt ??= now;
        if (now - one.goneAt < keptFor) continue;
        known.delete(key);
        families.campaignAttempts.forget(one.labels);
        families.campaignResults.forget(one.labels);
      }
      for (const [key, campaign] of here) {
        const before = known.get(key);
        if (before?.goneAt !== undefined || before?.fence !== campaign.fence) {
          families.leases.add({ change: 'taken' });
        }
        known.set(key, { labels: labelsFor(campaign), fence: campaign.fence, goneAt: undefined });
      }
    },
  };
}

type Labels = Record<'client' | 'campaign' | 'carrier', string | number>;

function declareCounters(metrics: Metrics) {
  const bound = { of: ['client', 'campaign', 'carrier'], most: mostCampaigns };
  return {
    attempts: metrics.counter('carillon_attempts_total', 'Calls and texts submitted to a carrier.'),
    results: metrics.counter(
      'carillon_results_total',
      'Calls and texts that ended and are recorded, not counting receipts of texts.',
    ),
    campaignAttempts: metrics.counter(
      'carillon_campaign_attempts_total',
      'Calls and texts submitted to a carrier, by campaign.',
      bound,
    ),
    campaignResults: metrics.counter(
      'carillon_campaign_results_total',
      'Calls and texts that ended and are recorded, by campaign.',
      bound,
    ),
    refusals: metrics.counter(
      'carillon_gate_refusals_total',
      'Numbers that were due but not called, by reason.',
    ),
    leases: metrics.counter(
      'carillon_lease_changes_total',
      'Leases of campaigns that this engine took, lost or released.',
    ),
    handedOver: metrics.counter(
      'carillon_campaigns_handed_over_total',
      'Campaigns that this engine handed over to another engine.',
    ),
  };
}

function labelsFor(one: HeldCampaign): Labels {
  const texts = one.campaignType === campaignType.texting;
  const carrier = (texts ? one.textCarrier : one.carrier) || 'none';
  return { client: one.clientCode, campaign: one.campaignId, carrier };
}

const keyOf = ({ clientId, campaignId }: CampaignKey) => `${clientId}-${campaignId}`;
