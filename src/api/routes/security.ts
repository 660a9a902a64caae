import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem, ruleBroken } from '#contract/errors.ts';
import {
  beginPasskeyLogin,
  beginPasskeyProof,
  type FinishLogin,
  factorTexts,
  finishLogin,
} from '#contract/second-factor.ts';
import {
  type Credentials,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  login,
  logout,
  provePassword,
  signInWays,
  testToken,
  wrongCredentials,
} from '#contract/session.ts';
import { asClient, asPlatform } from '#db/database.ts';
import { verifyPassword } from '#db/password.ts';
import { readClientCode } from '#db/queries/client.ts';
import { findKnownBrowser, rememberBrowser } from '#db/queries/known-browser.ts';
import { hasAny, type ManagerId, readFactors, waysOf } from '#db/queries/second-factor.ts';
import * as sessions from '#db/queries/session.ts';
import { forgiveFailures, noteFailure, type Tries } from '#db/queries/sign-in-failure.ts';
import { endStep, findStep } from '#db/queries/sign-in-step.ts';
import { networkOf } from '#domain/address.ts';
import { browserWords } from '#domain/browser-words.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { inTurn } from '../in-turn.ts';
import { browserCookie, setBrowserCookie } from '../known-browser.ts';
import { confirmFactor, confirmPassword } from '../proof.ts';
import { optionsToSign } from '../second-factor/passkeys.ts';
import { findRelyingParty, relyingParty } from '../second-factor/relying-party.ts';
import { isRightFactor } from '../second-factor/verify.ts';
import { secondStep } from '../second-step.ts';
import { originOf } from '../session-origin.ts';
import { recordOf } from '../session-record.ts';
import { refuseTooManyTries } from '../tries.ts';

export function registerSecurityRoutes(app: Bindings, deps: ApiDeps): void {
  const { db, platformDb } = deps;
  route(app, login, async ({ body, request, reply }) => {
    const browser = await findKnownBrowser(platformDb, body, browserCookie(request));
    const tries = { ...body, address: networkOf(request.ip), browser };
    return oneAtATime(tries, () => signIn(deps, { body, tries, request, reply }));
  });

  route(app, finishLogin, ({ body, request, reply }) =>
    finishSignIn(deps, { body, request, reply }),
  );

  route(app, signInWays, () => ({
    mail: deps.mail !== undefined,
    provider: deps.provider?.name ?? null,
  }));

  route(app, beginPasskeyLogin, async ({ body: { token }, request }) => {
    const found = await findStep(platformDb, token);
    if (!found) throw problem('sign_in_expired', factorTexts.expired);
    return optionsToSign(db, found, token, relyingParty(request, deps));
  });

  route(app, testToken, ({ session, request }) => {
    const { clientId, role, fullSsn, mustSetUpFactor } = session;
    return asClient(db, clientId, async (tx) => ({
      ...{ isAuthenticated: true as const, role, fullSsn, mustSetUpFactor },
      clientCode: await readClientCode(tx, clientId),
      factorWays: waysOf(await readFactors(tx, session), findRelyingParty(request, deps)?.id),
    }));
  });

  route(app, provePassword, async ({ session, body, request }) => {
    const { password, ...factor } = body;
    const byFactor = factor.code ?? factor.recoveryCode ?? factor.passkey;
    if (byFactor !== undefined) await confirmFactor(deps, session, [factor, request]);
    else if (password === '') throw ruleBroken('password', 'Password is required!');
    else await confirmPassword(db, session, password);
    return undefined;
  });

  route(app, beginPasskeyProof, ({ session, request }) =>
    optionsToSign(db, session, session.token, relyingParty(request, deps)),
  );

  route(app, listOwnSessions, async ({ session }) => {
    const own = await asClient(db, session.clientId, (tx) => sessions.listSessions(tx, session));
    return own.map((one) => ({ ...one, browser: browserWords(one.browser) }));
  });

  route(app, endOwnSession, ({ session, params, once }) =>
    asClient(db, session.clientId, (tx) =>
      once.respond(tx, async () => {
        const ended = await sessions.endOwnSession(tx, session, params.id);
        return found(ended || undefined, 'session');
      }),
    ),
  );

  route(app, endOtherSessions, ({ session, once }) =>
    asClient(db, session.clientId, (tx) =>
      once.respond(tx, async () => {
        const { clientId, managerId, token } = session;
        await sessions.endSessionsOf(tx, clientId, managerId, token);
        return true as const;
      }),
    ),
  );

  route(app, logout, async ({ session }) => {
    await sessions.endSession(db, session);
    return undefined;
  });
}

interface SignIn {
  body: Credentials;
  tries: Tries;
  request: FastifyRequest;
  reply: FastifyReply;
}

async function signIn(deps: ApiDeps, { body, tries, request, reply }: SignIn) {
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
  const record = await signedIn(deps, found, bearerToken, { request, reply });
  return factors?.required ? { ...record, mustSetUpFactor: true } : record;
}

const readFactorsOf = ({ platformDb }: ApiDeps, manager: ManagerId) =>
  asPlatform(platformDb, (tx) => readFactors(tx, manager));

/** The second step: the token of the first one is good for nothing else. */
async function finishSignIn(
  deps: ApiDeps,
  { body, request, reply }: Pick<SignIn, 'request' | 'reply'> & { body: FinishLogin },
) {
  const { db, platformDb } = deps;
  const { token: holder, ...given } = body;
  const found = await findStep(platformDb, holder);
  if (!found) throw problem('sign_in_expired', factorTexts.expired);
  const browser = await findKnownBrowser(platformDb, found, browserCookie(request));
  const { clientId, managerId } = found;
  if (!(await isRightFactor(deps, { clientId, managerId, holder, given, request, browser }))) {
    const detail = given.passkey ? factorTexts.wrongPasskey : factorTexts.wrong;
    throw problem('wrong_second_factor', detail);
  }
  const from = originOf(request);
  const bearerToken = (await endStep(platformDb, clientId, holder))
    ? await sessions.openProvenSession(db, found, from, true)
    : undefined;
  if (bearerToken === undefined) throw problem('sign_in_expired', factorTexts.expired);
  return signedIn(deps, found, bearerToken, { request, reply });
}

async function signedIn(
  { platformDb }: ApiDeps,
  found: sessions.Credentials,
  bearerToken: string,
  { request, reply }: Pick<SignIn, 'request' | 'reply'>,
) {
  setBrowserCookie(
    request,
    reply,
    await rememberBrowser(platformDb, found, browserCookie(request)),
  );
  return recordOf(found, bearerToken);
}

/**
 * Concurrent attempts must not all pass the failure count before the first one has failed. Each
 * address has its own turn, and each known browser: nobody waits for a stranger elsewhere.
 */
function oneAtATime<T>({ address, browser }: Tries, work: () => Promise<T>): Promise<T> {
  return inTurn(browser ? `browser ${browser.toString('hex')}` : `address ${address}`, work);
}
