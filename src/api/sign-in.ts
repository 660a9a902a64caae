/** Signing in: the password, the second factor, and what both leave in the audit log. */
import type { FastifyRequest } from 'fastify';
import { ProblemError, problem } from '#contract/errors.ts';
import type { OperationShape } from '#contract/http.ts';
import { type FinishLogin, factorTexts, finishLogin } from '#contract/second-factor.ts';
import { type Credentials, login, wrongCredentials } from '#contract/session.ts';
import { actingAs } from '#db/actor.ts';
import { asPlatform } from '#db/database.ts';
import { verifyPassword } from '#db/password.ts';
import { noteAct } from '#db/queries/audit.ts';
import { findKnownBrowser, rememberBrowser } from '#db/queries/known-browser.ts';
import { hasAny, type ManagerId, readFactors } from '#db/queries/second-factor.ts';
import * as sessions from '#db/queries/session.ts';
import { forgiveFailures, noteFailure, type Tries } from '#db/queries/sign-in-failure.ts';
import { endStep, findStep } from '#db/queries/sign-in-step.ts';
import { networkOf } from '#domain/address.ts';
import { managerActor, type Refusals } from './audit.ts';
import type { Asked } from './cookie.ts';
import type { ApiDeps } from './deps.ts';
import { inTurn } from './in-turn.ts';
import { browserCookie, setBrowserCookie } from './known-browser.ts';
import { bearerToken as tokenOf } from './plugins/session.ts';
import { isRightFactor } from './second-factor/verify.ts';
import { secondStep } from './second-step.ts';
import { originOf } from './session-origin.ts';
import { recordOf } from './session-record.ts';
import { refuseTooManyTries } from './tries.ts';

interface SignIn extends Asked {
  body: Credentials;
}

/** The first step, which is the only one without a second factor. */
export async function signIn(deps: ApiDeps, throttled: Refusals, asked: SignIn) {
  const { platformDb } = deps;
  const { body, request } = asked;
  const browser = await findKnownBrowser(platformDb, body, browserCookie(request));
  const tries = { ...body, address: networkOf(request.ip), browser };
  return oneAtATime(tries, async () => {
    try {
      return await byPassword(deps, tries, asked);
    } catch (error) {
      const account = await sessions.findCredentials(platformDb, body.code, body.username);
      await noteRefusedSignIn(deps, throttled, account, error);
      throw error;
    }
  });
}

async function byPassword(deps: ApiDeps, tries: Tries, { body, request, reply }: SignIn) {
  const { db, platformDb, log } = deps;
  await refuseTooManyTries(platformDb, tries);
  const found = await sessions.findCredentials(platformDb, body.code, body.username);
  const right = await verifyPassword(found?.passwordHash, body.password);
  const factors = found?.enabled && right ? await readFactorsOf(deps, found) : undefined;
  if (found && factors && hasAny(factors)) {
    await forgiveFailures(platformDb, tries);
    throw await secondStep(deps, found, factors, request);
  }
  const from = originOf(request);
  const bearerToken =
    found && factors ? await sessions.openProvenSession(db, found, from) : undefined;
  if (!found || bearerToken === undefined) {
    await noteFailure(platformDb, tries);
    log.warn({ address: tries.address }, 'login failed');
    throw problem('wrong_credentials', wrongCredentials);
  }
  await forgiveFailures(platformDb, tries);
  const asked = { operation: login, request, reply, required: factors?.required };
  return signedIn(deps, found, bearerToken, asked);
}

const readFactorsOf = ({ platformDb }: ApiDeps, manager: ManagerId) =>
  asPlatform(platformDb, (tx) => readFactors(tx, manager));

/** The second step: the token of the first one is good for nothing else. */
export async function finishSignIn(
  deps: ApiDeps,
  { body, request, reply }: Asked & { body: FinishLogin },
) {
  const { db, platformDb } = deps;
  const { token: holder, ...given } = body;
  const found = await findStep(platformDb, holder);
  if (!found) throw problem('sign_in_expired', factorTexts.expired);
  const browser = await findKnownBrowser(platformDb, found, browserCookie(request));
  const { clientId, managerId } = found;
  if (!(await isRightFactor(deps, { clientId, managerId, holder, given, request, browser }))) {
    await noteFactorRefused(deps, found);
    const detail = given.passkey ? factorTexts.wrongPasskey : factorTexts.wrong;
    throw problem('wrong_second_factor', detail);
  }
  const from = originOf(request);
  const bearerToken = (await endStep(platformDb, clientId, holder))
    ? await sessions.openProvenSession(db, found, from, true)
    : undefined;
  if (bearerToken === undefined) throw problem('sign_in_expired', factorTexts.expired);
  return signedIn(deps, found, bearerToken, { operation: finishLogin, request, reply });
}

interface SignedIn extends Asked {
  operation: OperationShape;
  /** A second factor is, and the manager has none. */
  required?: boolean | undefined;
}

/** What every way to sign in ends with. */
export async function signedIn(
  deps: ApiDeps,
  found: Parameters<typeof recordOf>[0],
  bearerToken: string,
  { operation, request, reply, required }: SignedIn,
) {
  await noteSignIn(deps, found, [operation, request]);
  await endFormer(deps, request);
  const before = browserCookie(request);
  setBrowserCookie({ request, reply }, await rememberBrowser(deps.platformDb, found, before));
  const record = recordOf(found, bearerToken);
  return required ? { ...record, mustSetUpFactor: true } : record;
}

/** A browser that was logged in says so with its token: of its two sessions the former ends. */
async function endFormer({ platformDb }: ApiDeps, request: FastifyRequest): Promise<void> {
  const token = tokenOf(request.headers.authorization);
  const former = token && (await sessions.sessionOfToken(platformDb, token, false));
  if (former) await sessions.endSession(platformDb, former);
}

/** Who came in, as the last thing before the response. */
function noteSignIn(
  { platformDb }: ApiDeps,
  account: Pick<sessions.Credentials, 'clientId' | 'managerId' | 'name'>,
  [operation, request]: readonly [OperationShape, FastifyRequest],
): Promise<void> {
  const { clientId } = account;
  return actingAs(managerActor(account, { ...originOf(request), operation: operation.name }), () =>
    asPlatform(platformDb, (tx) => noteAct(tx, { clientId, thing: { kind: 'session' } })),
  );
}

/**
 * In the log of the client whose account was named, or in the platform's. What was typed for a username
 * that does not exist is not kept: it may be a password.
 */
async function noteRefusedSignIn(
  { platformDb }: ApiDeps,
  throttled: Refusals,
  account: sessions.Credentials | undefined,
  error: unknown,
) {
  // One that asks for a second factor is not over.
  if (!(error instanceof ProblemError) || error.code === 'second_factor_required') return;
  const { code: refused } = error;
  const { clientId = 0, managerId, username } = account ?? {};
  if (refused === 'too_many_tries' && !throttled.isNew(`${clientId} ${managerId ?? 0}`)) return;
  const thing = { kind: 'session', id: managerId?.toString(), name: username };
  await asPlatform(platformDb, (tx) => noteAct(tx, { clientId, thing, refused }));
}

function noteFactorRefused({ platformDb }: ApiDeps, account: sessions.Credentials): Promise<void> {
  const { clientId, managerId, username } = account;
  const thing = { kind: 'session', id: managerId.toString(), name: username };
  return asPlatform(platformDb, (tx) =>
    noteAct(tx, { clientId, thing, refused: 'wrong_second_factor' }),
  );
}

/**
 * Concurrent attempts must not all pass the failure count before the first one has failed. Each
 * address has its own turn, and each known browser: nobody waits for a stranger elsewhere.
 */
function oneAtATime<T>({ address, browser }: Tries, work: () => Promise<T>): Promise<T> {
  return inTurn(browser ? `browser ${browser.toString('hex')}` : `address ${address}`, work);
}
