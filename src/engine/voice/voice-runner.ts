/** The runner of a Broadcast or Linkback campaign: its work is calls. */
import { campaignType } from '#contract/campaign.ts';
import { cannotRunTexts } from '#db/queries/campaign-run.ts';
import type { Lease, RunSettings } from '#db/queries/lease.ts';
import { ownNumberProblem } from '#domain/dialing.ts';
import { runReasons } from '#domain/run-reason.ts';
import type { VoiceCarrier } from '../../carriers/port.ts';
import { type CampaignRunner, createCampaignRunner } from '../campaign-runner.ts';
import type { RunnerDeps } from '../deps.ts';
import { createCallBook } from './call-book.ts';
import { campaignShows } from './caller-id.ts';
import { createDialer } from './dialer.ts';

const notes = {
  takeover: { code: 'engine_ended', what: 'call' },
  lostAnswer: { code: 'database_away', what: 'call' },
  shutdown: { code: 'shut_down', what: 'call' },
  log: 'calls with an unknown outcome',
} as const;

export function createVoiceRunner(
  deps: RunnerDeps,
  lease: Lease,
  first: RunSettings,
): CampaignRunner {
  const carrier: VoiceCarrier | undefined = deps.carriers.get(first.carrier);
  return createCampaignRunner(deps, lease, first, (side) => {
    const book = createCallBook(deps, lease, carrier, side.settings);
    const dialer = createDialer(deps, lease, carrier, book, side);
    return {
      notes,
      has: book.has,
      size: book.size,
      endSilent: () => book.endSilent(deps.heardUntil()),
      async settle() {
        await book.record();
        await dialer.settle();
      },
      cannotStart: (settings) => cannotStart(settings, carrier),
      begun: (settings) => book.breaker.begin(settings.trunkFailures),
      run: async (settings) =>
        cannotRun(settings, carrier) ??
        (await book.breaker.stop()) ??
        (await dialer.dial(settings)),
      orphaned: (attemptId, at) => carrier?.hangUp(attemptId, at),
      spared: book.agents.elsewhere,
      hold: book.holdAgentCalls,
      mayPass: book.mayPass,
      callAgents: () => void book.agents.call().catch(() => {}),
      forget: () => book.forget(deps.clock.now(), notes.shutdown),
    };
  });
}

function cannotStart(settings: RunSettings, carrier: VoiceCarrier | undefined): string | undefined {
  if (settings.clientDisabled) return runReasons.clientDisabled;
  if (!carrier?.connected()) return cannotRunTexts.carrierAway;
  return carrier.cannotShow?.(campaignShows(settings));
}

const noMessage = runReasons.noCustomerMessage;

/** A number of before the rule, or of a country that the operator took back. */
function agentsCannot({ linkbackNumber, countries }: RunSettings): string | undefined {
  const problem = ownNumberProblem(linkbackNumber, countries);
  return problem && runReasons.agentNumber(problem);
}

function cannotRun(settings: RunSettings, carrier: VoiceCarrier | undefined): string | undefined {
  if (settings.clientDisabled) return runReasons.clientDisabled;
  if (!carrier?.connected()) return carrier?.waitsFor?.() ?? runReasons.carrierAway;
  const notShown = carrier.cannotShow?.(campaignShows(settings));
  if (notShown !== undefined) return notShown;
  if (settings.campaignType !== campaignType.linkback) return undefined;
  return agentsCannot(settings) ?? (settings.customerMessage ? undefined : noMessage);
}
