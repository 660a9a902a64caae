import { problem, ruleBroken } from '#contract/errors.ts';
import {
  createManagerLink,
  getManagerLink,
  linkTexts,
  readManagerLink,
  redeemManagerLink,
} from '#contract/manager-link.ts';
import { asClient } from '#db/database.ts';
import { hashNewPassword } from '#db/password.ts';
import { findManager } from '#db/queries/manager.ts';
import * as links from '#db/queries/manager-link.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { refuseUnproven } from '../proof.ts';

export function registerManagerLinkRoutes(app: Bindings, deps: ApiDeps): void {
  const { db, platformDb, now } = deps;
  route(app, createManagerLink, async ({ session, params }) => {
    const { clientId, managerId } = session;
    if (params.id === managerId) throw ruleBroken('id', linkTexts.own);
    // Whoever has the link has the account.
    refuseUnproven(session);
    return asClient(db, clientId, async (tx) => {
      found(await findManager(tx, clientId, params.id), 'manager');
      const link = await links.renewLink(tx, clientId, params.id);
      if (!link) throw problem('conflict', linkTexts.disabled);
      return link;
    });
  });

  route(app, getManagerLink, ({ session: { clientId }, params }) =>
    asClient(db, clientId, async (tx) => {
      found(await findManager(tx, clientId, params.id), 'manager');
      return (await links.findLink(tx, clientId, params.id)) ?? null;
    }),
  );

  const accountOf = async (token: string) => {
    const account = await links.accountOfLink(platformDb, token);
    if (!account) throw problem('link_ended', linkTexts.ended);
    return account;
  };

  route(app, readManagerLink, async ({ body }) => {
    const { kind, name, username, email, clientName, clientCode } = await accountOf(body.token);
    return { kind, name, username, email, clientName, clientCode };
  });

  route(app, redeemManagerLink, async ({ body: { token, newPassword } }) => {
    const account = await accountOf(token);
    const { clientName: name, clientCode: code } = account;
    // A password that is refused leaves the link as it is.
    const passwordHash = await hashNewPassword(newPassword, account, { name, code });
    const use = { token, passwordHash, now: now() };
    if (!(await links.redeemLink(platformDb, account, use))) {
      throw problem('link_ended', linkTexts.ended);
    }
    return undefined;
  });
}
