import { getHold } from '#contract/hold.ts';
import type { Reason } from '#contract/reason.ts';
import { asPlatform } from '#db/database.ts';
import { readHold } from '#db/queries/hold.ts';
import { platformTime } from '#db/queries/simulation.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { holdReason } from '#domain/reasons.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { stopsOf } from '../stops.ts';

export function registerHoldRoutes(app: Bindings, { platformDb }: ApiDeps): void {
  route(app, getHold, async ({ session: { clientId } }) => {
    const { hold, stops, since } = await asPlatform(platformDb, async (tx) => {
      const hold = await readHold(tx);
      const since = hold && (await platformTime(tx, hold.since));
      return { hold, stops: await stopsOf(tx, clientId), since };
    });
    return {
      hold: hold && {
        code: hold.code,
        since: since ?? hold.since,
        ...explained(holdReason(hold)),
      },
      stops,
    };
  });
}

function explained(reason: Reason) {
  return { reason: reasonSentence(reason), reasonCode: reason };
}
