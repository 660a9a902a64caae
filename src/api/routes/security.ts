import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '#contract/errors.ts';
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
import { asClient } from '#db/database.ts';
import { verifyPassword } from '#db/password.ts';
import { readClientCode } from '#db/queries/client.ts';
import { findKnownBrowser, rememberBrowser } from '#db/queries/known-browser.ts';
import * as sessions from '#db/queries/session.ts';
import { forgiveFailures, noteFailure, type Tries } from '#db/queries/sign-in-failure.ts';
import { networkOf } from '#domain/address.ts';
import { browserWords } from '#domain/browser-words.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { inTurn } from '../in-turn.ts';
import { browserCookie, setBrowserCookie } from '../known-browser.ts';
import { confirmPassword } from '../proof.ts';
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

  route(app, testToken, async ({ session: { clientId, role, fullSsn } }) => ({
    isAuthenticated: true as const,
    role,
    fullSsn,
    clientCode: await asClient(db, clientId, (tx) => readClientCode(tx, clientId)),
  }));

  route(app, signInWays, () => ({
    mail: deps.mail !== undefined,
    provider: deps.provider?.name ?? null,
  }));

  route(app, provePassword, async ({ session, body }) => {
    await confirmPassword(db, session, body.password);
    return undefined;
  });

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

async function signIn({ db, platformDb, log }: ApiDeps, { body, tries, request, reply }: SignIn) {
  await refuseTooManyTries(platformDb, tries);
  const found = await sessions.findCredentials(platformDb, body.code, body.username);
  const right = await verifyPassword(found?.passwordHash, body.password);
  const from = originOf(request);
  const bearerToken =
    found?.enabled && right ? await sessions.openProvenSession(db, found, from) : undefined;
  if (!found || bearerToken === undefined) {
    await noteFailure(platformDb, tries);
    log.warn({ address: tries.address }, 'login failed');
    throw problem('wrong_credentials', wrongCredentials);
  }
  await forgiveFailures(platformDb, tries);
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
