/** The runner of a Broadcast or Linkback campaign: its work is calls. */

import type { VoiceCarrier } from '#carriers/port.ts';
import { campaignType } from '#contract/campaign.ts';
import type { Reason } from '#contract/reason.ts';
import type { Lease, RunSettings } from '#db/queries/lease.ts';
import { ownNumberFault } from '#domain/dialing.ts';
import { LeasedCampaign } from '../campaign-runner.ts';
import type { RunnerDeps } from '../deps.ts';
import { ActiveCalls } from './active-calls.ts';
import { campaignShows } from './caller-id.ts';
import { CampaignDialer } from './dialer.ts';

const notes = {
  takeover: { code: 'engine_ended', what: 'call' },
  lostConnection: { code: 'database_unavailable', what: 'call' },
  shutdown: { code: 'shut_down', what: 'call' },
  log: 'calls with an unknown outcome',
} as const;

export function createVoiceRunner(
  deps: RunnerDeps,
  lease: Lease,
  first: RunSettings,
): LeasedCampaign {
  const carrier: VoiceCarrier | undefined = deps.carriers.get(first.carrier);
  return new LeasedCampaign(deps, lease, first, (side) => {
    const calls = new ActiveCalls(deps, lease, carrier, side.settings);
    const dialer = new CampaignDialer(deps, lease, carrier, calls, side);
    return {
      notes,
      has: (attemptId) => calls.has(attemptId),
      size: () => calls.size(),
      endSilent: () => calls.endSilent(deps.polledUntil()),
      async settle() {
        await calls.record();
        await dialer.settle();
      },
      cannotStart: (settings) => cannotStart(settings, carrier),
      begun: (settings) => calls.breaker.begin(settings.trunkFailures),
      run: async (settings) =>
        cannotRun(settings, carrier) ??
        (await calls.breaker.stop()) ??
        (await calls.brake.stop()) ??
        (await dialer.dial(settings)),
      orphaned: (attemptId, at) => carrier?.hangUp(attemptId, at),
      keptElsewhere: (agents) => calls.agents.elsewhere(agents),
      hold: () => calls.holdAgentCalls(),
      async stopping() {
        calls.agents.windDown(true);
      },
      mayPass() {
        // Agents who wait for nobody are called again by the next engine.
        calls.agents.windDown(false);
        return calls.mayPass();
      },
      callAgents: () => void calls.agents.call().catch(() => {}),
      forget: () => calls.forget(deps.clock.now(), notes.shutdown),
    };
  });
}

function cannotStart(settings: RunSettings, carrier: VoiceCarrier | undefined): Reason | undefined {
  if (settings.clientDisabled) return { code: 'client_disabled' };
  if (!carrier?.connected()) return { code: 'carrier_disconnected' };
  return carrier.cannotShow?.(campaignShows(settings));
}

const noMessage: Reason = { code: 'waits_for_customer_message' };

/** A number from before this rule, or of a country that the operator removed. */
function agentsCannot({ linkbackNumber, countries }: RunSettings): Reason | undefined {
  const fault = ownNumberFault(linkbackNumber, countries);
  return fault && { code: 'linkback_number_not_callable', ...fault };
}

function cannotRun(settings: RunSettings, carrier: VoiceCarrier | undefined): Reason | undefined {
  if (settings.clientDisabled) return { code: 'client_disabled' };
  if (!carrier?.connected())
    return carrier?.waitsFor?.() ?? { code: 'waits_for_carrier', channel: 'voice' };
  const notShown = carrier.cannotShow?.(campaignShows(settings));
  if (notShown !== undefined) return notShown;
  if (settings.campaignType !== campaignType.linkback) return undefined;
  return agentsCannot(settings) ?? (settings.customerMessage ? undefined : noMessage);
}
