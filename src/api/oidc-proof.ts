/** A session whose manager logs in at the provider again, instead of entering the password again (decision 071). */
import type { FastifyRequest } from 'fastify';
import { problem } from '#contract/errors.ts';
import { oidcTexts } from '#contract/oidc.ts';
import { provePassword } from '#contract/session.ts';
import { actingAs } from '#db/actor.ts';
import { asClient } from '#db/database.ts';
import { noteAct } from '#db/queries/audit.ts';
import { readOwnClient } from '#db/queries/client.ts';
import { accountOfUser } from '#db/queries/manager-subject.ts';
import { renewProven } from '#db/queries/session.ts';
import type { Identity } from '../oidc/provider.ts';
import { managerActor } from './audit.ts';
import type { ApiDeps } from './deps.ts';
import type { BegunSignIn } from './oidc-attempt.ts';
import { originOf } from './session-origin.ts';
import { recordOf } from './session-record.ts';

/** Real milliseconds by which the provider's clock may be behind ours. */
const clockError = 30_000;

/** @throws ProblemError sign_in_refused */
export async function proveByUser(
  { db, platformDb }: ApiDeps,
  user: Identity,
  { clientId, managerId, sessionId, since }: NonNullable<BegunSignIn['proves']>,
  request: FastifyRequest,
) {
  const { code } = await asClient(db, clientId, (tx) => readOwnClient(tx, clientId));
  const account = await accountOfUser(platformDb, user, code);
  if (typeof account === 'string' || account.managerId !== managerId) {
    throw problem('sign_in_refused', oidcTexts.other_account);
  }
  // A provider that let in by its own cookie has asked nobody.
  if (user.authenticated === undefined || user.authenticated < since - clockError) {
    throw problem('sign_in_refused', oidcTexts.old);
  }
  const token = await renewProven(platformDb, { clientId, sessionId });
  if (token === undefined) throw problem('sign_in_refused', oidcTexts.stale);
  const operation = provePassword.name;
  await actingAs(managerActor(account, { ...originOf(request), operation }), () =>
    asClient(db, clientId, (tx) => noteAct(tx, { clientId, operation })),
  );
  return { ...recordOf(account, token), proved: true as const };
}
