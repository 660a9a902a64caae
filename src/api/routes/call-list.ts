import {
  callListStatus,
  callListTexts,
  closeCallList,
  countAwaitedReplies,
  countRenewal,
  downloadRejected,
  listCallLists,
  putCallListFirst,
  putCallListInTurn,
  renameCallList,
  renewCallList,
} from '#contract/call-list.ts';
import { problem, ruleBroken } from '#contract/errors.ts';
import { asClient, type Tx, withStatementMs } from '#db/database.ts';
import { countAwaited } from '#db/queries/awaited-reply.ts';
import {
  closeList,
  type ListState,
  listCallLists as listAll,
  lockCallList,
  putListFirst,
  putListInTurn,
  readCallList,
  renameList,
} from '#db/queries/call-list.ts';
import { countRenewable, renewList } from '#db/queries/call-list-renew.ts';
import { cancelNewList } from '#db/queries/call-list-upload.ts';
import { listBecameReady, lockCampaign } from '#db/queries/campaign-run.ts';
import { refuseFullLists } from '#db/queries/list-quota.ts';
import { askSoon } from '#db/queries/scrub-list.ts';
import { rejectedCsv } from '#imports/rejected-csv.ts';
import { type Bindings, route } from '../binding.ts';
import { changing } from '../changing.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import type { Once } from '../once.ts';

/** A list of millions is copied in one statement. */
const reuseMs = 30 * 60_000;

export function registerCallListRoutes(app: Bindings, { db, vault, now }: ApiDeps): void {
  route(app, listCallLists, ({ session: { clientId } }) =>
    asClient(db, clientId, (tx) => listAll(tx, clientId)),
  );

  route(app, closeCallList, async ({ session: { clientId }, params: { id }, body, once }) => {
    const close = async (tx: Tx) => {
      const { statusId } = found(await lockCallList(tx, clientId, id), 'contact list');
      const { open, loaded } = callListStatus;
      const isNew = statusId === callListStatus.new;
      if (!isNew && statusId !== open && statusId !== loaded)
        throw problem('conflict', callListTexts.notClosable);
      refuseUnlessSeen(isNew, body?.seenStatusId);
      if (isNew) await cancelNewList(tx, clientId, id);
      else await closeList(tx, clientId, id);
      return true as const;
    };
    return asClient(db, clientId, (tx) => once.respond(tx, () => close(tx)));
  });

  route(app, renameCallList, ({ session, params: { id }, body, once }) => {
    const { clientId } = session;
    const change = { name: body.name, by: changing(session, now, body) };
    return asClient(db, clientId, (tx) =>
      once.respond(tx, async () =>
        found((await renameList(tx, clientId, id, change)) || undefined, 'contact list'),
      ),
    );
  });

  const reorder = (
    { once, clientId, id }: { once: Once; clientId: number; id: number },
    move: typeof putListFirst,
  ) => {
    const work = async (tx: Tx) => {
      const { statusId } = found(await lockCallList(tx, clientId, id), 'contact list');
      if (statusId >= callListStatus.closing) throw problem('conflict', callListTexts.notInTurn);
      await move(tx, clientId, id);
      return true as const;
    };
    return asClient(db, clientId, (tx) => once.respond(tx, () => work(tx)));
  };

  route(app, putCallListFirst, ({ session: { clientId }, params: { id }, once }) =>
    reorder({ once, clientId, id }, putListFirst),
  );

  route(app, putCallListInTurn, ({ session: { clientId }, params: { id }, once }) =>
    reorder({ once, clientId, id }, putListInTurn),
  );

  route(app, renewCallList, async ({ session: { clientId }, params: { id }, body, once }) => {
    const filters = {
      notCalled: body.filterOptionNotCalled,
      calledAnswered: body.filterOptionCalledAnswered,
      calledNotAnswered: body.filterOptionCalledNotAnswered,
    };
    if (!Object.values(filters).some(Boolean)) {
      throw ruleBroken('filterOptionNotCalled', callListTexts.renewFilter);
    }
    const { campaignId, newCalllistName: name } = body;
    const renew = async (tx: Tx) => {
      const list = found(await lockCallList(tx, clientId, id), 'contact list');
      found(await lockCampaign(tx, clientId, campaignId), 'campaign');
      refuseUnlessReusable(list);
      await refuseFullLists(tx, clientId);
      const wish = { callListId: id, campaignId, name, filters };
      const made = await renewList(tx, vault, clientId, wish);
      if (made === undefined) throw problem('nothing_to_call', callListTexts.renewFailed);
      await listArrived(tx, clientId, campaignId);
      return true as const;
    };
    const patient = withStatementMs(db, reuseMs);
    return asClient(patient, clientId, (tx) => once.respond(tx, () => renew(tx)));
  });

  registerQuestions(app, db);
}

/** What a close or a reuse would do, before it is done. */
function registerQuestions(app: Bindings, db: ApiDeps['db']): void {
  route(app, countAwaitedReplies, ({ session: { clientId }, params: { id } }) =>
    asClient(db, clientId, async (tx) => {
      found(await readCallList(tx, clientId, id), 'contact list');
      return { awaitedReplies: await countAwaited(tx, clientId, id) };
    }),
  );

  route(app, countRenewal, ({ session: { clientId }, params: { id } }) =>
    asClient(db, clientId, async (tx) => {
      refuseUnlessReusable(found(await readCallList(tx, clientId, id), 'contact list'));
      return countRenewable(tx, clientId, id);
    }),
  );
}

/** A cancel keeps nothing, a close keeps the numbers: who asked for one does not get the other. */
function refuseUnlessSeen(isNew: boolean, seenStatusId: number | undefined): void {
  if (seenStatusId === undefined || (seenStatusId === callListStatus.new) === isNew) return;
  const { notLoadedYet, loadedMeanwhile } = callListTexts;
  throw problem('changed_meanwhile', isNew ? notLoadedYet : loadedMeanwhile);
}

async function listArrived(tx: Tx, clientId: number, campaignId: number): Promise<void> {
  await listBecameReady(tx, clientId, campaignId);
  await askSoon(tx, clientId);
}

/** The rows of a list's file that were not loaded. */
export function registerRejectedRowsRoute(app: Bindings, { db }: ApiDeps): void {
  route(app, downloadRejected, async ({ session: { clientId }, params: { id }, reply }) => {
    const list = found(
      await asClient(db, clientId, (tx) => lockCallList(tx, clientId, id)),
      'contact list',
    );
    if (list.contactsDeleted) throw problem('conflict', callListTexts.contactsDeleted);
    const name = `${list.name} rejected.csv`;
    const plain = name.replaceAll(/[^\w .()-]/g, '_');
    reply.header(
      'content-disposition',
      `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    );
    return rejectedCsv(db, clientId, id);
  });
}

function refuseUnlessReusable({ statusId, contactsDeleted }: ListState): void {
  if (statusId !== callListStatus.closed) throw problem('conflict', callListTexts.notReusable);
  if (contactsDeleted) throw problem('conflict', callListTexts.contactsDeleted);
}
