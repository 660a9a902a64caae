import { problem, ruleBroken } from '#contract/errors.ts';
import {
  addManager,
  currentManager,
  deleteManager,
  editManager,
  listManagers,
  type ManagerEdit,
  managerTexts,
} from '#contract/manager.ts';
import { linkTexts } from '#contract/manager-link.ts';
import { asClient, type Database, type Tx } from '#db/database.ts';
import { hashNewPassword } from '#db/password.ts';
import { readClientNames } from '#db/queries/client.ts';
import { forgetBrowsers } from '#db/queries/known-browser.ts';
import * as managers from '#db/queries/manager.ts';
import { endLink, endLinkOfOtherEmail } from '#db/queries/manager-link.ts';
import { endSessionsOf } from '#db/queries/session.ts';
import { type Bindings, route } from '../binding.ts';
import { changing } from '../changing.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import type { Session } from '../plugins/session.ts';
import { confirmPassword, refuseGone, refuseUnproven } from '../proof.ts';

export function registerManagerRoutes(app: Bindings, { db, now }: ApiDeps): void {
  route(app, listManagers, ({ session: { clientId } }) =>
    asClient(db, clientId, (tx) => managers.listManagers(tx, clientId)),
  );

  route(app, currentManager, async ({ session: { clientId }, params }) =>
    found(
      await asClient(db, clientId, (tx) => managers.findManager(tx, clientId, params.id)),
      'manager',
    ),
  );

  route(app, addManager, async ({ session, body, once }) => {
    const { clientId } = session;
    if (body.newPassword !== '') throw ruleBroken('newPassword', linkTexts.colleague);
    refuseUnproven(session);
    return asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        await refuseGone(tx, session, session.managerId);
        const manager = { ...body, passwordHash: undefined };
        await managers.insertManager(tx, clientId, manager, changing(session, now));
        return true as const;
      }),
    );
  });

  route(app, editManager, async ({ session, params, body, once }) => {
    const { clientId } = session;
    const own = params.id === session.managerId;
    if (own) refuseOwnRights(session, body);
    else if (body.newPassword !== '') throw ruleBroken('newPassword', linkTexts.colleague);
    const proves = body.password !== '' || body.newPassword !== '';
    const proven = own && proves ? await confirmPassword(db, session, body.password) : undefined;
    if (!proven) await refuseTakeover(db, session, params.id, body);

    const passwordHash = body.newPassword === '' ? undefined : await hashOf(db, clientId, body);
    const edit = async (tx: Tx) => {
      if (own) await refuseOvertaken(tx, session, proven);
      else await refuseGone(tx, session, params.id);
      const { name, username, email } = body;
      // Only a colleague can change a manager's own status, perhaps at this very moment.
      const active = own ? undefined : body.active;
      const { role, fullSsn } = own ? {} : body;
      const change = { name, username, email, active, passwordHash, role, fullSsn };
      const by = changing(session, now, body);
      const saved = await managers.updateManager(tx, clientId, params.id, change, by);
      found(saved || undefined, 'manager');
      await endLinkOfOtherEmail(tx, clientId, params.id, email);
      if (passwordHash || active === false) {
        await endSessionsOf(tx, clientId, params.id, own ? session.sessionId : undefined);
        await endLink(tx, clientId, params.id);
        await forgetBrowsers(tx, clientId, params.id);
      }
      return true as const;
    };
    return asClient(db, clientId, (tx) => once.respond(tx, () => edit(tx)));
  });

  route(app, deleteManager, async ({ session, params, body, once }) => {
    const { clientId } = session;
    if (params.id === session.managerId) throw ruleBroken('id', managerTexts.deleteSelf);
    return asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        await refuseGone(tx, session, params.id);
        const by = changing(session, now, body);
        const deleted = await managers.deleteManager(tx, clientId, params.id, by);
        found(deleted || undefined, 'manager');
        await endSessionsOf(tx, clientId, params.id);
        await endLink(tx, clientId, params.id);
        await forgetBrowsers(tx, clientId, params.id);
        return true as const;
      }),
    );
  });
}

/** The hash of the new password, which is judged with the names that are being saved. */
async function hashOf(
  db: Database,
  clientId: number,
  manager: Record<'name' | 'username' | 'email' | 'newPassword', string>,
): Promise<string> {
  const client = await asClient(db, clientId, (tx) => readClientNames(tx, clientId));
  return hashNewPassword(manager.newPassword, manager, client);
}

/**
 * A new e-mail address hands an account over, and a right makes one more powerful, so each asks for
 * the own password first.
 */
async function refuseTakeover(
  db: Database,
  session: Session,
  id: number,
  { email, role, fullSsn }: ManagerEdit,
): Promise<void> {
  const { clientId } = session;
  if (session.proven) return;
  const stored = await asClient(db, clientId, (tx) => managers.findManager(tx, clientId, id));
  if (!stored) return;
  const rights =
    (role ?? stored.role) !== stored.role || (fullSsn ?? stored.fullSsn) !== stored.fullSsn;
  if (rights || email !== stored.email) refuseUnproven(session);
}

/** So that one administrator always remains, and nobody grants themselves a right. */
function refuseOwnRights(session: Session, { active, role, fullSsn }: ManagerEdit): void {
  if (active === false) throw ruleBroken('active', managerTexts.disableSelf);
  if ((role ?? session.role) !== session.role) throw ruleBroken('role', managerTexts.ownRights);
  if ((fullSsn ?? session.fullSsn) !== session.fullSsn) {
    throw ruleBroken('fullSsn', managerTexts.ownRights);
  }
}

/**
 * While the password was verified and the new one hashed, a reset may have set another and ended the
 * session: what a thief sent before must not undo it.
 */
async function refuseOvertaken(tx: Tx, session: Session, passwordHash: string | undefined) {
  const { isSignedIn, isPassword } = await managers.lockOwn(tx, session, passwordHash);
  if (!isSignedIn) throw problem('unauthenticated', 'Log in to continue.');
  if (!isPassword) throw ruleBroken('password', managerTexts.currentPassword);
}
