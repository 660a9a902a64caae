import {
  callListStatus,
  callListTexts,
  closeCallList,
  downloadRejected,
  listCallLists,
  putCallListFirst,
  putCallListInTurn,
  renameCallList,
  renewCallList,
} from '#contract/call-list.ts';
import { problem, ruleBroken } from '#contract/errors.ts';
import { asClient, withStatementMs } from '#db/database.ts';
import {
  closeList,
  listCallLists as listAll,
  lockCallList,
  putListFirst,
  putListInTurn,
  renameList,
} from '#db/queries/call-list.ts';
import { renewList } from '#db/queries/call-list-renew.ts';
import { cancelNewList } from '#db/queries/call-list-upload.ts';
import { listBecameReady, lockCampaign } from '#db/queries/campaign-run.ts';
import { rejectedCsv } from '#imports/rejected-csv.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';

/** A list of millions is copied in one statement. */
const reuseMs = 30 * 60_000;

export function registerCallListRoutes(app: Bindings, { db }: ApiDeps): void {
  route(app, listCallLists, ({ session: { clientId } }) =>
    asClient(db, clientId, (tx) => listAll(tx, clientId)),
  );

  route(app, closeCallList, async ({ session: { clientId }, params: { id } }) => {
    await asClient(db, clientId, async (tx) => {
      const { statusId } = found(await lockCallList(tx, clientId, id), 'contact list');
      if (statusId === callListStatus.new) await cancelNewList(tx, clientId, id);
      else if (statusId === callListStatus.open || statusId === callListStatus.loaded) {
        await closeList(tx, clientId, id);
      } else throw problem('conflict', callListTexts.notClosable);
    });
    return true;
  });

  route(app, renameCallList, async ({ session: { clientId }, params: { id }, body: { name } }) => {
    const renamed = await asClient(db, clientId, (tx) => renameList(tx, clientId, id, name));
    return found(renamed || undefined, 'contact list');
  });

  const reorder = (clientId: number, id: number, move: typeof putListFirst) =>
    asClient(db, clientId, async (tx) => {
      const { statusId } = found(await lockCallList(tx, clientId, id), 'contact list');
      if (statusId >= callListStatus.closing) throw problem('conflict', callListTexts.notInTurn);
      await move(tx, clientId, id);
      return true as const;
    });

  route(app, putCallListFirst, ({ session: { clientId }, params: { id } }) =>
    reorder(clientId, id, putListFirst),
  );

  route(app, putCallListInTurn, ({ session: { clientId }, params: { id } }) =>
    reorder(clientId, id, putListInTurn),
  );

  route(app, renewCallList, async ({ session: { clientId }, params: { id }, body }) => {
    const filters = {
      notCalled: body.filterOptionNotCalled,
      calledAnswered: body.filterOptionCalledAnswered,
      calledNotAnswered: body.filterOptionCalledNotAnswered,
    };
    if (!Object.values(filters).some(Boolean)) {
      throw ruleBroken('filterOptionNotCalled', callListTexts.renewFilter);
    }
    const { campaignId, newCalllistName: name } = body;
    await asClient(withStatementMs(db, reuseMs), clientId, async (tx) => {
      const list = found(await lockCallList(tx, clientId, id), 'contact list');
      found(await lockCampaign(tx, clientId, campaignId), 'campaign');
      if (list.statusId !== callListStatus.closed) {
        throw problem('conflict', callListTexts.notReusable);
      }
      if (list.contactsDeleted) throw problem('conflict', callListTexts.contactsDeleted);
      const made = await renewList(tx, clientId, { callListId: id, campaignId, name, filters });
      if (made === undefined) throw problem('nothing_to_call', callListTexts.renewFailed);
      await listBecameReady(tx, clientId, campaignId);
    });
    return true;
  });

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
