/** What asks for the password again, for a few minutes after it was verified. */
import type { FastifyRequest } from 'fastify';
import { problem, ruleBroken } from '#contract/errors.ts';
import { managerTexts } from '#contract/manager.ts';
import { factorTexts } from '#contract/second-factor.ts';
import { provePassword } from '#contract/session.ts';
import type { FactorInput } from '#contract/sign-in-step.ts';
import { asClient, type Database, type Tx } from '#db/database.ts';
import { verifyPassword } from '#db/password.ts';
import { noteAct } from '#db/queries/audit.ts';
import { mayStillManage, passwordHashOf } from '#db/queries/manager.ts';
import { renewProven } from '#db/queries/session.ts';
import { forgiveFailures, noteFailure } from '#db/queries/sign-in-failure.ts';
import type { ApiDeps } from './deps.ts';
import { inTurn } from './in-turn.ts';
import type { Session } from './plugins/session.ts';
import { isRightFactor } from './second-factor/verify.ts';
import { refuseTooManyTries } from './tries.ts';

/** With a stolen token nobody takes over the account, or exports what it must not. */
export function refuseUnproven({ proven }: Session): void {
  if (!proven) throw problem('password_required', 'Enter your password to continue.');
}

/**
 * For what administrators alone may do, in the transaction of its effect: the manager may have been
 * disabled, deleted or demoted since the request was let in.
 *
 * @param otherId whom it is about
 */
export async function refuseGone(
  tx: Tx,
  { clientId, managerId }: Session,
  otherId: number,
): Promise<void> {
  if (await mayStillManage(tx, clientId, managerId, otherId)) return;
  throw problem('unauthenticated', 'Log in to continue.');
}

/** Who is to answer a passkey's challenge: the session, whose token may be renewed meanwhile. */
export const holderOf = ({ sessionId }: Session): string => `session ${sessionId}`;

/** After a proof: the session goes on under a new token. */
export async function renewed(db: Database, session: Session): Promise<{ bearerToken: string }> {
  const bearerToken = await renewProven(db, session);
  if (bearerToken === undefined) throw problem('unauthenticated', 'Log in to continue.');
  return { bearerToken };
}

/** The own second factor, which proves as much as the password. */
export async function confirmFactor(
  deps: ApiDeps,
  session: Session,
  [given, request]: readonly [FactorInput, FastifyRequest],
): Promise<void> {
  const { clientId, managerId } = session;
  const attempt = { clientId, managerId, holder: holderOf(session), given, request };
  const note = (refused?: string) =>
    asClient(deps.db, clientId, (tx) =>
      noteAct(tx, { clientId, operation: provePassword.name, ...(refused ? { refused } : {}) }),
    );
  if (!(await isRightFactor(deps, attempt))) {
    await note('wrong_second_factor');
    const passkey = given.passkey !== undefined;
    throw ruleBroken(
      passkey ? 'passkey' : given.code === undefined ? 'recoveryCode' : 'code',
      passkey ? factorTexts.wrongPasskey : factorTexts.wrong,
    );
  }
  await note();
}

/**
 * The own current password; with a stolen token it cannot be guessed faster than at sign-in. Returns
 * the hash that it was verified against: the password may be another one by the time of an effect.
 */
export function confirmPassword(
  db: Database,
  session: Session,
  password: string,
): Promise<string | undefined> {
  const { clientId, managerId } = session;
  // Of the session's manager, from wherever: a thief may come from many addresses.
  const account = { code: `client ${clientId}`, username: `manager ${managerId}` };
  const tries = { ...account, address: `${account.code} ${account.username}` };
  return inTurn(`own password ${managerId}`, async () => {
    await refuseTooManyTries(db, tries);
    const hash = await asClient(db, clientId, (tx) => passwordHashOf(tx, clientId, managerId));
    if (!(await verifyPassword(hash, password))) {
      await noteFailure(db, tries);
      await asClient(db, clientId, (tx) => noteAct(tx, { clientId, refused: 'wrong_password' }));
      throw ruleBroken('password', managerTexts.currentPassword);
    }
    await forgiveFailures(db, tries);
    await asClient(db, clientId, (tx) => noteAct(tx, { clientId, operation: provePassword.name }));
    return hash;
  });
}
