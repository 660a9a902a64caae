import { problem, ruleBroken } from '#contract/errors.ts';
import { numberTexts, readNumber, readNumberHistory } from '#contract/number.ts';
import type { StoredReason } from '#contract/reason.ts';
import { asClientSnapshot, asPlatform } from '#db/database.ts';
import { readHold } from '#db/queries/hold.ts';
import { storedPhone } from '#domain/phone.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { holdReason } from '#domain/reasons.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { cursorOf, historyOf, numberStory } from '../number-story.ts';
import { stopsOf } from '../stops.ts';

export function registerNumberRoutes(app: Bindings, { db, platformDb, now }: ApiDeps): void {
  route(app, readNumber, async ({ session: { clientId }, params }) => {
    const phone = phoneOf(params.phone);
    const story = await asClientSnapshot(db, clientId, (tx) =>
      numberStory(tx, clientId, phone, now()),
    );
    const { hold, stops } = await asPlatform(platformDb, async (tx) => ({
      hold: await readHold(tx),
      stops: await stopsOf(tx, clientId),
    }));
    const held = (hold ? [holdReason(hold)] : []).map(
      (reason): Held => ({
        reason: reasonSentence(reason),
        reasonCode: reason,
      }),
    );
    const stopped = stops.map(({ reason, reasonCode }) => ({ reason, reasonCode }));
    return { ...found(story, 'number'), stopped: held.concat(stopped) };
  });

  route(app, readNumberHistory, async ({ session: { clientId }, params, query }) => {
    const phone = phoneOf(params.phone);
    const before = cursorOf(query.before);
    if (!before) throw problem('malformed', 'This is not a position in the history of a number.');
    return asClientSnapshot(db, clientId, (tx) => historyOf(tx, clientId, phone, before));
  });
}

interface Held {
  reason: string;
  reasonCode: StoredReason;
}

/** @throws rule_broken for a number that the plan does not have */
function phoneOf(text: string): string {
  const phone = storedPhone(text);
  if (phone === undefined) throw ruleBroken('phone', numberTexts.invalid);
  return phone;
}
