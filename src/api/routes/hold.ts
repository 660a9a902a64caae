import { getHold } from '#contract/hold.ts';
import type { Reason } from '#contract/reason.ts';
import { asPlatform } from '#db/database.ts';
import { readHold } from '#db/queries/hold.ts';
import { readStopOf } from '#db/queries/operator-stop.ts';
import { platformTime } from '#db/queries/simulation.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { holdReason, operatorStopReason } from '#domain/reasons.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';

export function registerHoldRoutes(app: Bindings, { platformDb }: ApiDeps): void {
  route(app, getHold, async ({ session: { clientId } }) => {
    const { hold, stop, since } = await asPlatform(platformDb, async (tx) => {
      const [hold, stop] = [await readHold(tx), await readStopOf(tx, clientId)];
      const since = {
        hold: hold && (await platformTime(tx, hold.since)),
        stop: stop && (await platformTime(tx, stop.since)),
      };
      return { hold, stop, since };
    });
    return {
      hold: hold && {
        code: hold.code,
        since: since.hold ?? hold.since,
        ...explained(holdReason(hold)),
      },
      stop: stop && {
        scope: stop.scope,
        since: since.stop ?? stop.since,
        ...explained(operatorStopReason(stop)),
      },
    };
  });
}

function explained(reason: Reason) {
  return { reason: reasonSentence(reason), reasonCode: reason };
}
