import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError, problem } from '#contract/errors.ts';
import {
  type Credentials,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  login,
  logout,
  provePassword,
  testToken,
  wrongCredentials,
} from '#contract/session.ts';
import { type Actor, actingAs } from '#db/actor.ts';
import { asClient, asPlatform } from '#db/database.ts';
import { verifyPassword } from '#db/password.ts';
import { noteAct } from '#db/queries/audit.ts';
import { readClientCode } from '#db/queries/client.ts';
import { findKnownBrowser, rememberBrowser } from '#db/queries/known-browser.ts';
import * as sessions from '#db/queries/session.ts';
import { forgiveFailures, noteFailure, type Tries } from '#db/queries/sign-in-failure.ts';
import { networkOf } from '#domain/address.ts';
import { browserWords } from '#domain/browser-words.ts';
import { actorOf, managerActor, Refusals } from '../audit.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { inTurn } from '../in-turn.ts';
import { browserCookie, setBrowserCookie } from '../known-browser.ts';
import { confirmPassword } from '../proof.ts';
import { refuseTooManyTries } from '../tries.ts';

export function registerSecurityRoutes(app: Bindings, deps: ApiDeps): void {
  const { db, platformDb } = deps;
  const throttled = new Refusals(platformDb);
  route(app, login, async ({ body, request, reply }) => {
    const browser = await findKnownBrowser(platformDb, body, browserCookie(request));
    const tries = { ...body, address: networkOf(request.ip), browser };
    return oneAtATime(tries, async () => {
      try {
        return await signIn(deps, { body, tries, request, reply });
      } catch (error) {
        const account = await sessions.findCredentials(platformDb, body.code, body.username);
        await noteRefusedSignIn(deps, throttled, account, error);
        throw error;
      }
    });
  });

  route(app, testToken, async ({ session: { clientId, role, fullSsn } }) => ({
    isAuthenticated: true as const,
    role,
    fullSsn,
    clientCode: await asClient(db, clientId, (tx) => readClientCode(tx, clientId)),
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
    const { clientId } = session;
    await asClient(db, clientId, (tx) => noteAct(tx, { clientId, thing: { kind: 'session' } }));
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
  const from = { browser: userAgent(request), address: request.ip };
  const bearerToken =
    found?.enabled && right ? await sessions.openProvenSession(db, found, from) : undefined;
  if (!found || bearerToken === undefined) {
    await noteFailure(platformDb, tries);
    log.warn({ address: tries.address }, 'login failed');
    throw problem('wrong_credentials', wrongCredentials);
  }
  await forgiveFailures(platformDb, tries);
  await noteSignIn(deps, found, actorOf(request, login.name));
  setBrowserCookie(
    request,
    reply,
    await rememberBrowser(platformDb, found, browserCookie(request)),
  );
  const { clientId, managerId, name, username, role, fullSsn } = found;
  return {
    id: managerId,
    clientId,
    name,
    userName: username,
    bearerToken,
    isAuthenticated: true as const,
    role,
    fullSsn,
  };
}

function noteSignIn({ platformDb }: ApiDeps, account: sessions.Credentials, from: Actor) {
  const { clientId } = account;
  return actingAs(managerActor(account, from), () =>
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
  if (!(error instanceof ProblemError)) return;
  const { code: refused } = error;
  const { clientId = 0, managerId, username } = account ?? {};
  if (refused === 'too_many_tries' && !throttled.isNew(`${clientId} ${managerId ?? 0}`)) return;
  const thing = { kind: 'session', id: managerId?.toString(), name: username };
  await asPlatform(platformDb, (tx) => noteAct(tx, { clientId, thing, refused }));
}

const userAgent = ({ headers }: FastifyRequest) => (headers['user-agent'] ?? '').slice(0, 300);

/**
 * Concurrent attempts must not all pass the failure count before the first one has failed. Each
 * address has its own turn, and each known browser: nobody waits for a stranger elsewhere.
 */
function oneAtATime<T>({ address, browser }: Tries, work: () => Promise<T>): Promise<T> {
  return inTurn(browser ? `browser ${browser.toString('hex')}` : `address ${address}`, work);
}
