/** Verifies a second factor, at the second step of a sign-in and wherever the password is asked for again. */
import type { FastifyRequest } from 'fastify';
import type { FactorInput } from '#contract/sign-in-step.ts';
import { asClient } from '#db/database.ts';
import { type ManagerId, secretOf, takeRecoveryCode, takeStep } from '#db/queries/second-factor.ts';
import { forgiveFailures, noteFailure, type Tries } from '#db/queries/sign-in-failure.ts';
import { networkOf } from '#domain/address.ts';
import type { ApiDeps } from '../deps.ts';
import { inTurn } from '../in-turn.ts';
import { refuseTooManyTries } from '../tries.ts';
import { hashOfRecoveryCode, openSecret } from './authenticator.ts';
import { isSigned } from './passkeys.ts';
import { relyingParty } from './relying-party.ts';
import { stepOfCode } from './totp.ts';

export interface FactorAttempt extends ManagerId {
  /** The token of the session, or of the step of a sign-in. */
  holder: string;
  given: FactorInput;
  request: FastifyRequest;
  /** Of a browser that signed in to this account before. */
  browser?: Buffer | undefined;
}

/**
 * Whether the second factor is right, which uses it up. Wrong ones count for the account from
 * wherever they come, because who gets here knows the password; a known browser has its own count.
 *
 * @throws ProblemError too_many_tries
 */
export function isRightFactor(deps: ApiDeps, attempt: FactorAttempt): Promise<boolean> {
  const { platformDb } = deps;
  const { clientId, managerId, request, browser } = attempt;
  const account = { code: `client ${clientId}`, username: `second factor ${managerId}` };
  const all: Tries[] = [{ ...account, address: `${account.code} ${account.username}`, browser }];
  // An address that tries many accounts.
  if (!browser) all.push({ ...account, address: networkOf(request.ip) });
  return inTurn(`second factor ${clientId} ${managerId}`, async () => {
    for (const tries of all) await refuseTooManyTries(platformDb, tries);
    const right = await verify(deps, attempt);
    for (const tries of all) {
      await (right ? forgiveFailures(platformDb, tries) : noteFailure(platformDb, tries));
    }
    if (!right) deps.log.warn({ address: networkOf(request.ip) }, 'second factor failed');
    return right;
  });
}

async function verify(deps: ApiDeps, attempt: FactorAttempt): Promise<boolean> {
  const { db, vault } = deps;
  const { code, recoveryCode, passkey } = attempt.given;
  if (code !== undefined) return isRightCode(deps, attempt, code);
  if (recoveryCode !== undefined) {
    const hash = hashOfRecoveryCode(vault, attempt, recoveryCode);
    return asClient(db, attempt.clientId, (tx) => takeRecoveryCode(tx, attempt, hash));
  }
  if (!passkey) return false;
  const party = relyingParty(attempt.request, deps);
  return isSigned(db, attempt, attempt.holder, { party, passkey });
}

function isRightCode(
  { db, vault, realNow = Date.now }: ApiDeps,
  manager: ManagerId,
  code: string,
): Promise<boolean> {
  return asClient(db, manager.clientId, async (tx) => {
    const sealed = await secretOf(tx, manager);
    if (!sealed) return false;
    const secret = openSecret(vault, manager, sealed);
    const step = secret && stepOfCode(secret, code.replaceAll(/\s/g, ''), realNow());
    return step !== undefined && takeStep(tx, manager, sealed, step);
  });
}
