import {
  countDeskTexts,
  finishDeskTexts,
  finishInboundTexts,
  listDeskTexts,
  readInboundTexts,
  readTextThread,
} from '#contract/inbound-desk.ts';
import { countUnreadTexts } from '#contract/inbound-unread.ts';
import { asClient, asClientSnapshot, type Tx } from '#db/database.ts';
import {
  countDesk,
  countUnread,
  findDeskText,
  finishAtOnce,
  hasTexts,
  markDone,
  markNextDone,
  markNotDone,
  markRead,
  readDeskPage,
} from '#db/queries/inbound-desk.ts';
import { readThread, readThreadHead } from '#db/queries/inbound-thread.ts';
import { startOfEasternDay } from '#domain/wall-time.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { seesMasked, shownText, shownTexts } from '../shown-text.ts';

export function registerInboundDeskRoutes(app: Bindings, { db, now }: ApiDeps): void {
  const dayStart = () => startOfEasternDay(now());

  route(app, listDeskTexts, async ({ session: { clientId, role }, query }) => {
    const question = { ...query, masked: seesMasked(role), dayStart: dayStart() };
    const page = await asClientSnapshot(db, clientId, (tx) => readDeskPage(tx, clientId, question));
    return { ...page, texts: shownTexts(role, page.texts) };
  });

  route(app, countDeskTexts, ({ session: { clientId } }) =>
    asClient(db, clientId, (tx) => countDesk(tx, clientId, dayStart())),
  );

  route(app, countUnreadTexts, async ({ session: { clientId } }) => ({
    unread: await asClient(db, clientId, (tx) => countUnread(tx, clientId)),
  }));

  route(app, readInboundTexts, ({ session: { clientId }, body, once }) => {
    const read = async (tx: Tx) => {
      await refuseUnknown(tx, clientId, body.ids);
      await markRead(tx, clientId, body.ids, now());
      return true as const;
    };
    return asClient(db, clientId, (tx) => once.respond(tx, () => read(tx)));
  });

  route(app, finishInboundTexts, ({ session: { clientId, managerId }, body, once }) => {
    const finish = async (tx: Tx) => {
      await refuseUnknown(tx, clientId, body.ids);
      if (body.done) await markDone(tx, clientId, body.ids, { managerId, now: now() });
      else await markNotDone(tx, clientId, body.ids);
      return true as const;
    };
    return asClient(db, clientId, (tx) => once.respond(tx, () => finish(tx)));
  });

  route(app, finishDeskTexts, async ({ session: { clientId, managerId, role }, body, once }) => {
    const { filter, search, upTo } = body;
    const question = { filter, search, upTo, masked: seesMasked(role), dayStart: dayStart() };
    const by = { managerId, now: now() };
    await asClient(db, clientId, (tx) => refuseUnknown(tx, clientId, [upTo]));
    let done = 0;
    for (let some = finishAtOnce; some === finishAtOnce; done += some) {
      some = await asClient(db, clientId, (tx) => markNextDone(tx, clientId, question, by));
    }
    // Done in several transactions: a try that dies in between goes on where it was.
    return asClient(db, clientId, (tx) => once.respond(tx, async () => ({ done })));
  });

  route(app, readTextThread, ({ session: { clientId, role }, query: { textId, before } }) =>
    asClientSnapshot(db, clientId, async (tx) => {
      const text = found(await findDeskText(tx, clientId, textId), 'inbound text');
      const phone = text.phoneNumber;
      const part = {
        clientId,
        phone,
        before: before === undefined ? ('infinity' as const) : new Date(before),
      };
      const head = await readThreadHead(tx, clientId, phone);
      const { items, earlier } = await readThread(tx, part);
      const shown = items.map((item) => (item.kind === 'theirs' ? shownText(role, item) : item));
      return { text: shownText(role, text), ...head, items: shown, earlier };
    }),
  );
}

/** 404 for texts of another client, and for those that were deleted meanwhile. */
async function refuseUnknown(tx: Tx, clientId: number, ids: readonly number[]): Promise<void> {
  found((await hasTexts(tx, clientId, ids)) || undefined, 'inbound text');
}
