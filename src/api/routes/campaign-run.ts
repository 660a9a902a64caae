import { setAgentsOnDuty } from '#contract/agents.ts';
import {
  approveCampaign,
  checkStart,
  startCampaign,
  stopAllCampaigns,
  stopCampaign,
} from '#contract/campaign.ts';
import { problem } from '#contract/errors.ts';
import type { Reason } from '#contract/reason.ts';
import { asClient } from '#db/database.ts';
import { changeAgentsOnDuty, setAgentsOnDuty as setAgents } from '#db/queries/agents-on-duty.ts';
import { statusName } from '#db/queries/campaign-row.ts';
import {
  type RunState,
  reasonAgainstStart,
  refusalOf,
  requestStop,
  tryStart,
} from '#db/queries/campaign-run.ts';
import { stopAllCampaigns as stopAll } from '#db/queries/campaign-stop-all.ts';
import { approveLaunch } from '#db/queries/launch-approval.ts';
import { readStopOfCampaign } from '#db/queries/operator-stop.ts';
import { reasonOrNull, reasonSentence } from '#domain/reason-sentences.ts';
import { stopReason } from '#domain/reasons.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';

/** Both only store the request in the row, where the engine finds it. */
export function registerCampaignRunRoutes(app: Bindings, { db, now }: ApiDeps): void {
  route(app, startCampaign, async ({ session: { clientId, managerId }, params: { id }, once }) => {
    const outcome = await asClient(db, clientId, (tx) =>
      once.respond(
        tx,
        async () => {
          const state = found(await tryStart(tx, clientId, id, { managerId }, now()), 'campaign');
          return 'reason' in state ? state : responseOf(state);
        },
        (state) => !('reason' in state),
      ),
    );
    if (!('reason' in outcome)) return outcome;
    const { reason } = outcome;
    throw problem(refusalOf(reason), reasonSentence(reason), { reason });
  });

  route(
    app,
    approveCampaign,
    async ({ session: { clientId, managerId }, params: { id }, once }) => {
      const outcome = await asClient(db, clientId, (tx) =>
        once.respond(
          tx,
          async (): Promise<{ reason: Reason } | { campaignId: number }> => {
            const against = found(await approveLaunch(tx, [clientId, id], managerId), 'campaign');
            return against ? { reason: against } : { campaignId: id };
          },
          (state) => !('reason' in state),
        ),
      );
      if (!('reason' in outcome)) return outcome;
      const { reason } = outcome;
      throw problem('cannot_run', reasonSentence(reason), { reason });
    },
  );

  route(app, stopCampaign, async ({ session: { clientId }, params: { id }, once }) =>
    asClient(db, clientId, (tx) =>
      once.respond(tx, async () =>
        responseOf(found(await requestStop(tx, clientId, id, now()), 'campaign')),
      ),
    ),
  );

  route(app, setAgentsOnDuty, async ({ session: { clientId }, params: { id }, body, once }) => {
    const { agentsOnDuty: agents, change = 0 } = body;
    return asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        const set =
          agents === undefined
            ? await changeAgentsOnDuty(tx, clientId, id, { change, now: now() })
            : (await setAgents(tx, clientId, id, { agents, now: now() }))
              ? agents
              : undefined;
        return { campaignId: id, agentsOnDuty: found(set, 'Linkback campaign') };
      }),
    );
  });

  route(app, stopAllCampaigns, async ({ session: { clientId }, once }) => {
    // Each stop has a transaction of its own; a try that dies in between is done again, harmlessly.
    const campaigns = (await stopAll(db, clientId, now())).map(responseOf);
    return asClient(db, clientId, (tx) => once.respond(tx, async () => ({ campaigns })));
  });

  route(app, checkStart, async ({ session: { clientId, managerId }, params: { id } }) => {
    const { against, stop } = await asClient(db, clientId, async (tx) => ({
      against: await reasonAgainstStart(tx, clientId, id, { managerId }),
      stop: await readStopOfCampaign(tx, clientId, id),
    }));
    const reason = found(against, 'campaign');
    const reasonCode = stop && stopReason(stop);
    const waitsFor = reasonCode && { reason: reasonSentence(reasonCode), reasonCode };
    return { campaignId: id, statusReason: reasonOrNull(reason), reason, waitsFor };
  });
}

function responseOf({ campaignId, runStatus, completed }: RunState) {
  return {
    campaignId,
    campaignStatusId: runStatus,
    campaignStatusName: statusName(runStatus, completed),
  };
}
