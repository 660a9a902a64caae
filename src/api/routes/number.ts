import { problem, ruleBroken } from '#contract/errors.ts';
import { type NumberEvent, numberTexts, readNumber, readNumberHistory } from '#contract/number.ts';
import type { StoredReason } from '#contract/reason.ts';
import type { Role } from '#contract/role.ts';
import { asClientSnapshot, asPlatform } from '#db/database.ts';
import { readHold } from '#db/queries/hold.ts';
import { storedPhone } from '#domain/phone.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { holdReason } from '#domain/reasons.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { cursorOf, historyOf, numberStory } from '../number-story.ts';
import { shownText } from '../shown-text.ts';
import { stopsOf } from '../stops.ts';

export function registerNumberRoutes(app: Bindings, { db, platformDb, now }: ApiDeps): void {
  route(app, readNumber, async ({ session: { clientId, role }, params }) => {
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
    return { ...withShownReplies(role, found(story, 'number')), stopped: held.concat(stopped) };
  });

  route(app, readNumberHistory, async ({ session: { clientId, role }, params, query }) => {
    const phone = phoneOf(params.phone);
    const before = cursorOf(query.before);
    if (!before) throw problem('malformed', 'This is not a position in the history of a number.');
    const past = await asClientSnapshot(db, clientId, (tx) =>
      historyOf(tx, clientId, phone, before),
    );
    return withShownReplies(role, past);
  });
}

interface Held {
  reason: string;
  reasonCode: StoredReason;
}

function withShownReplies<T extends { history: NumberEvent[] }>(role: Role, past: T): T {
  const history = past.history.map((event) =>
    event.kind === 'reply' ? shownText(role, event) : event,
  );
  return { ...past, history };
}

/** @throws rule_broken for a number that the plan does not have */
function phoneOf(text: string): string {
  const phone = storedPhone(text);
  if (phone === undefined) throw ruleBroken('phone', numberTexts.invalid);
  return phone;
}
