/** The runner of a text campaign: its work is texts. */

import type { TextCarrier } from '#carriers/text-port.ts';
import type { Reason } from '#contract/reason.ts';
import { asClient } from '#db/database.ts';
import type { Lease, RunSettings } from '#db/queries/lease.ts';
import { cancelTextsOf } from '#db/queries/text-cancel.ts';
import { Brake } from '../brake.ts';
import { LeasedCampaign } from '../campaign-runner.ts';
import type { RunnerDeps } from '../deps.ts';
import { surelyNow } from '../halt.ts';
import { ActiveTexts } from './active-texts.ts';
import { CampaignSender, type SendSettings } from './sender.ts';

const notes = {
  takeover: { code: 'engine_ended', what: 'text' },
  lostConnection: { code: 'database_unavailable', what: 'text' },
  shutdown: { code: 'shut_down', what: 'text' },
  log: 'texts with an unknown outcome',
} as const;

export function createTextRunner(
  deps: RunnerDeps,
  lease: Lease,
  first: RunSettings,
): LeasedCampaign {
  const carrier = deps.textCarriers?.get(first.textCarrier);
  return new LeasedCampaign(deps, lease, first, (side) => {
    const texts = new ActiveTexts(deps, lease, first.textCarrier);
    const sender = new CampaignSender(deps, lease, carrier, texts, side);
    const brake = new Brake(deps, lease, side.settings);
    let canceled = false;
    return {
      notes,
      has: (attemptId) => texts.has(attemptId),
      size: () => texts.size(),
      settle: () => sender.settle(),
      isSubmitting: () => texts.size() > 0,
      responded: () => sender.responded(),
      cannotStart: (settings) => reasonAgainst(settings, carrier, { code: 'carrier_disconnected' }),
      async stopping() {
        if (canceled) return;
        const now = surelyNow(deps);
        await asClient(deps.db, lease.clientId, (tx) =>
          cancelTextsOf(tx, lease, now === null ? null : new Date(now)),
        );
        canceled = true;
      },
      run: async (settings) => {
        canceled = false;
        return (
          reasonAgainst(settings, carrier, { code: 'waits_for_carrier', channel: 'text' }) ??
          (await brake.stop()) ??
          (await sender.send(settings as SendSettings))
        );
      },
      forget: () => texts.forget(),
    };
  });
}

/** Undefined when it has everything that `SendSettings` needs. */
function reasonAgainst(
  { clientDisabled, textMessage, sendersNumber }: RunSettings,
  carrier: TextCarrier | undefined,
  disconnected: Reason,
): Reason | undefined {
  if (clientDisabled) return { code: 'client_disabled' };
  if (!carrier?.connected()) return disconnected;
  if (textMessage === null) return { code: 'no_text_message' };
  if (sendersNumber === null) return { code: 'no_sender' };
  return undefined;
}
