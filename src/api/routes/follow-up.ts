import { funnelAge } from '#contract/campaign-funnel.ts';
import { endFollowUp, readFollowUps, readListWays } from '#contract/follow-up-state.ts';
import { asClient, asClientSnapshot } from '#db/database.ts';
import * as end from '#db/queries/follow-up-end.ts';
import { followUpState } from '#db/queries/follow-up-state.ts';
import { listWays } from '#db/queries/follow-up-ways.ts';
import { type Bindings, route } from '../binding.ts';
import { changing } from '../changing.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import type { SharedResponses } from '../shared-responses.ts';

/** Counting attempts takes as long as the funnel, and is shared as it is. */
export function registerFollowUpRoutes(
  app: Bindings,
  { db, now }: ApiDeps,
  shared: SharedResponses,
): void {
  route(app, readFollowUps, async ({ session: { clientId }, params: { id } }) => {
    const work = () => asClientSnapshot(db, clientId, (tx) => followUpState(tx, clientId, id));
    return found(await shared.share(clientId, `follow-ups ${id}`, work, lifetimeAfter), 'campaign');
  });

  route(app, readListWays, async ({ session: { clientId }, params: { id } }) => {
    const work = () => asClientSnapshot(db, clientId, (tx) => listWays(tx, clientId, id));
    return found(await shared.share(clientId, `ways ${id}`, work, lifetimeAfter), 'contact list');
  });

  route(app, endFollowUp, async ({ session, params: { id }, body, once }) => {
    const { clientId } = session;
    const response = await asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        const by = changing(session, now, {});
        const ended = await end.endFollowUp(tx, clientId, id, body.ruleId, by);
        return { campaignId: id, ended: found(ended, 'campaign') };
      }),
    );
    shared.forget(clientId);
    return response;
  });
}

/** @param took milliseconds of the computation */
function lifetimeAfter(took: number): number {
  const { shortest, longest, timesItsWork } = funnelAge;
  return Math.min(longest, Math.max(shortest, took * timesItsWork));
}
