import { problem, ruleBroken } from '#contract/errors.ts';
import {
  beginPasskeyLogin,
  beginPasskeyProof,
  factorTexts,
  finishLogin,
} from '#contract/second-factor.ts';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  login,
  logout,
  provePassword,
  signInWays,
  testToken,
} from '#contract/session.ts';
import { asClient } from '#db/database.ts';
import { noteAct } from '#db/queries/audit.ts';
import { readOwnClient } from '#db/queries/client.ts';
import { readFactors, waysOf } from '#db/queries/second-factor.ts';
import * as sessions from '#db/queries/session.ts';
import { findStep } from '#db/queries/sign-in-step.ts';
import { browserWords } from '#domain/browser-words.ts';
import { Refusals } from '../audit.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { confirmFactor, confirmPassword, holderOf, refuseUnproven, renewed } from '../proof.ts';
import { optionsToSign } from '../second-factor/passkeys.ts';
import { findRelyingParty, relyingParty } from '../second-factor/relying-party.ts';
import { finishSignIn, signIn } from '../sign-in.ts';

export function registerSecurityRoutes(app: Bindings, deps: ApiDeps): void {
  const { db, platformDb } = deps;
  const throttled = new Refusals(platformDb);
  route(app, login, ({ body, request, reply }) =>
    signIn(deps, throttled, { body, request, reply }),
  );

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
    return asClient(db, clientId, async (tx) => {
      const { code: clientCode, demo } = await readOwnClient(tx, clientId);
      const origin = findRelyingParty(request, deps)?.id;
      const factorWays = waysOf(await readFactors(tx, session), origin);
      const rights = { isAuthenticated: true as const, role, fullSsn, mustSetUpFactor };
      return { ...rights, clientCode, demo, factorWays };
    });
  });

  route(app, provePassword, async ({ session, body, request }) => {
    const { password, ...factor } = body;
    const byFactor = factor.code ?? factor.recoveryCode ?? factor.passkey;
    if (byFactor !== undefined) await confirmFactor(deps, session, [factor, request]);
    else if (password === '') throw ruleBroken('password', 'Password is required!');
    else await confirmPassword(db, session, password);
    return renewed(db, session);
  });

  route(app, beginPasskeyProof, ({ session, request }) =>
    optionsToSign(db, session, holderOf(session), relyingParty(request, deps)),
  );

  route(app, listOwnSessions, async ({ session }) => {
    const own = await asClient(db, session.clientId, (tx) => sessions.listSessions(tx, session));
    return own.map((one) => ({ ...one, browser: browserWords(one.browser) }));
  });

  route(app, endOwnSession, ({ session, params, once }) => {
    refuseUnproven(session);
    return asClient(db, session.clientId, (tx) =>
      once.respond(tx, async () => {
        const ended = await sessions.endOwnSession(tx, session, params.id);
        return found(ended || undefined, 'session');
      }),
    );
  });

  route(app, endOtherSessions, ({ session, once }) => {
    refuseUnproven(session);
    return asClient(db, session.clientId, (tx) =>
      once.respond(tx, async () => {
        const { clientId, managerId, sessionId } = session;
        await sessions.endSessionsOf(tx, clientId, managerId, sessionId);
        return true as const;
      }),
    );
  });

  route(app, logout, async ({ session }) => {
    await sessions.endSession(db, session);
    const { clientId } = session;
    await asClient(db, clientId, (tx) => noteAct(tx, { clientId, thing: { kind: 'session' } }));
    return undefined;
  });
}
