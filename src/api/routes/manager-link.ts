import { problem, ruleBroken } from '#contract/errors.ts';
import {
  createManagerLink,
  getManagerLink,
  linkTexts,
  mailReset,
  readManagerLink,
  redeemManagerLink,
} from '#contract/manager-link.ts';
import { actingAs } from '#db/actor.ts';
import { asClient, asPlatformFor } from '#db/database.ts';
import { hashNewPassword } from '#db/password.ts';
import { readClientNames } from '#db/queries/client.ts';
import { findManager } from '#db/queries/manager.ts';
import * as links from '#db/queries/manager-link.ts';
import { noteFailure } from '#db/queries/sign-in-failure.ts';
import { networkOf } from '#domain/address.ts';
import { managerActor } from '../audit.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { inTurn } from '../in-turn.ts';
import { mailLink } from '../link-mail.ts';
import { refuseGone, refuseUnproven } from '../proof.ts';
import { originOf } from '../session-origin.ts';
import { refuseTooManyTries } from '../tries.ts';

export function registerManagerLinkRoutes(app: Bindings, deps: ApiDeps): void {
  const { db, platformDb, now, mail } = deps;
  route(app, createManagerLink, async ({ session, params }) => {
    const { clientId, managerId } = session;
    if (params.id === managerId) throw ruleBroken('id', linkTexts.own);
    // Whoever has the link has the account.
    refuseUnproven(session);
    const made = await asClient(db, clientId, async (tx) => {
      await refuseGone(tx, session, params.id);
      const manager = found(await findManager(tx, clientId, params.id), 'manager');
      const names = await readClientNames(tx, clientId);
      const link = await links.renewLink(tx, clientId, params.id, {
        mail: mail ? 'waiting' : 'off',
      });
      if (!link) throw problem('conflict', linkTexts.disabled);
      return { link, manager, names };
    });
    const { name: clientName, code: clientCode } = made.names;
    mailLink(deps, { ...made.manager, clientName, clientCode }, made.link);
    return made.link;
  });

  route(app, getManagerLink, ({ session: { clientId }, params }) =>
    asClient(db, clientId, async (tx) => {
      found(await findManager(tx, clientId, params.id), 'manager');
      return (await links.findLink(tx, clientId, params.id)) ?? null;
    }),
  );

  route(app, mailReset, async ({ body, request }) => {
    if (!mail) throw problem('conflict', linkTexts.noMail);
    // Each try counts, as failed sign-ins do, whether there is such an account or not.
    const account = { code: `reset ${body.code}`, username: body.email };
    const tries = { ...account, address: networkOf(request.ip) };
    await inTurn(`reset ${tries.address}`, async () => {
      await refuseTooManyTries(platformDb, tries);
      await noteFailure(platformDb, tries);
    });
    // After the response, whose time must not differ for an address that has an account.
    mailResets(deps, body).catch((error) => deps.log.error({ err: error }, 'reset not mailed'));
    return undefined;
  });

  const accountOf = async (token: string) => {
    const account = await links.accountOfLink(platformDb, token);
    if (!account) throw problem('link_ended', linkTexts.ended);
    return account;
  };

  route(app, readManagerLink, async ({ body }) => {
    const { kind, name, username, email, clientName, clientCode } = await accountOf(body.token);
    return { kind, name, username, email, clientName, clientCode };
  });

  route(app, redeemManagerLink, async ({ body: { token, newPassword }, request }) => {
    const account = await accountOf(token);
    const { clientName: name, clientCode: code } = account;
    // A password that is refused leaves the link as it is.
    const passwordHash = await hashNewPassword(newPassword, account, { name, code });
    const use = { token, passwordHash, now: now() };
    // Whoever has the link is the manager, for the audit log, too.
    const actor = managerActor(account, {
      ...originOf(request),
      operation: redeemManagerLink.name,
    });
    const isUsed = await actingAs(actor, () => links.redeemLink(platformDb, account, use));
    if (!isUsed) throw problem('link_ended', linkTexts.ended);
    return undefined;
  });
}

async function mailResets(deps: ApiDeps, asked: { code: string; email: string }): Promise<void> {
  for (const account of await links.accountsToMail(deps.platformDb, asked)) {
    const { clientId, managerId } = account;
    const link = await asPlatformFor(deps.platformDb, clientId, (tx) =>
      // Of two requests at once, both found the account.
      links.renewLink(tx, clientId, managerId, { mail: 'waiting', spared: true }),
    );
    if (link) mailLink(deps, account, link);
  }
}
