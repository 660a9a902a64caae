import {
  downloadCampaignNumbers,
  listCampaignNumbers,
  type NumberPart,
} from '#contract/campaign-numbers.ts';
import { problem } from '#contract/errors.ts';
import { neverReasons } from '#contract/forecast.ts';
import { asClient, asClientSnapshot } from '#db/database.ts';
import { readFunnelCampaign } from '#db/queries/campaign-funnel.ts';
import { totalOf } from '#db/queries/campaign-numbers-total.ts';
import { type Bindings, route } from '../binding.ts';
import { cursorOf, pageOf } from '../campaign-number-pages.ts';
import { numbersCsv } from '../campaign-numbers-csv.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';

/** @throws ProblemError malformed for a reason that no number is never called for */
function refuseUnknownReason({ part, reason }: { part: NumberPart; reason?: string | undefined }) {
  if (part !== 'never' || reason === undefined) return;
  if ((neverReasons as readonly string[]).includes(reason)) return;
  throw problem('malformed', 'No forecast gives this reason. Use one from its neverCallable.');
}

export function registerCampaignNumberRoutes(app: Bindings, { db, now }: ApiDeps): void {
  route(app, listCampaignNumbers, async ({ session: { clientId }, params: { id }, query }) => {
    const { after, at, clientId: _, ...figure } = query;
    const instant = at === undefined ? now() : new Date(at);
    refuseUnknownReason(figure);
    const question = { ...figure, campaignId: id, now: instant };
    const from = cursorOf(after);
    if (!from) throw problem('malformed', 'This is not a position in the numbers of a campaign.');
    return asClientSnapshot(db, clientId, async (tx) => {
      found(await readFunnelCampaign(tx, clientId, id), 'campaign');
      const page = await pageOf(tx, clientId, question, from);
      const total = after === undefined ? await totalOf(tx, clientId, question) : null;
      return { campaignId: id, at: instant.toISOString(), total, ...page };
    });
  });

  route(
    app,
    downloadCampaignNumbers,
    async ({ session: { clientId }, params: { id }, query, reply }) => {
      const { at, clientId: _, ...figure } = query;
      refuseUnknownReason(figure);
      found(await asClient(db, clientId, (tx) => readFunnelCampaign(tx, clientId, id)), 'campaign');
      const instant = at === undefined ? now() : new Date(at);
      const file = await numbersCsv(db, clientId, { ...figure, campaignId: id, now: instant });
      reply.header('content-disposition', `attachment; filename="numbers ${figure.part}.csv"`);
      return file;
    },
  );
}
