import { getHold } from '#contract/hold.ts';
import type { Reason } from '#contract/reason.ts';
import { asPlatform } from '#db/database.ts';
import { readHold } from '#db/queries/hold.ts';
import { readStopOf } from '#db/queries/operator-stop.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { holdReason, operatorStopReason } from '#domain/reasons.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';

export function registerHoldRoutes(app: Bindings, { platformDb }: ApiDeps): void {
  route(app, getHold, async ({ session: { clientId } }) => {
    const { hold, stop } = await asPlatform(platformDb, async (tx) => ({
      hold: await readHold(tx),
      stop: await readStopOf(tx, clientId),
    }));
    return {
      hold: hold && { code: hold.code, since: hold.since, ...explained(holdReason(hold)) },
      stop: stop && {
        scope: stop.scope,
        since: new Date(stop.since).toISOString(),
        ...explained(operatorStopReason(stop)),
      },
    };
  });
}

function explained(reason: Reason) {
  return { reason: reasonSentence(reason), reasonCode: reason };
}
