import { problem } from '#contract/errors.ts';
import { finishOidc, oidcPath, oidcTexts, startOidc, startOidcProof } from '#contract/oidc.ts';
import { asPlatform } from '#db/database.ts';
import { noteAct } from '#db/queries/audit.ts';
import { accountOfUser, openUserSession } from '#db/queries/manager-subject.ts';
import { ProviderError } from '#oidc/provider.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { setAttempt, takeAttempt } from '../oidc-attempt.ts';
import { proveByUser } from '../oidc-proof.ts';
import { secondStep } from '../second-step.ts';
import { originOf } from '../session-origin.ts';
import { signedIn } from '../sign-in.ts';

export function registerOidcRoutes(app: Bindings, deps: ApiDeps): void {
  const { platformDb, vault, log } = deps;
  const returnAddress = () => `${deps.publicUrl ?? ''}${oidcPath}`;
  const providerOf = () => {
    if (deps.provider) return deps.provider;
    throw problem('conflict', oidcTexts.off);
  };
  const asked = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { kind } = error;
      log.warn({ kind, reason: error.message }, 'sign-in by provider failed');
      if (kind === 'unreachable') throw problem('provider_unreachable', oidcTexts.unreachable);
      throw problem('sign_in_refused', oidcTexts.refused);
    }
  };

  route(app, startOidc, async ({ body, request, reply }) => {
    const { address, attempt } = await asked(providerOf().begin(returnAddress()));
    setAttempt(vault, { request, reply }, { ...attempt, code: body.code });
    return { address };
  });

  route(app, startOidcProof, async ({ session, request, reply }) => {
    const { clientId, managerId, sessionId } = session;
    const since = Date.now();
    const { address, attempt } = await asked(providerOf().begin(returnAddress(), { again: true }));
    const proves = { clientId, managerId, sessionId, since };
    setAttempt(vault, { request, reply }, { ...attempt, code: '', proves });
    return { address };
  });

  route(app, finishOidc, async ({ body, request, reply }) => {
    const provider = providerOf();
    const begun = takeAttempt(vault, { request, reply });
    if (!begun) throw problem('sign_in_refused', oidcTexts.stale);
    const returned = new URL(returnAddress());
    returned.search = body.search;
    const user = await asked(provider.finish(returned, begun));
    if (begun.proves) return proveByUser(deps, user, begun.proves, request);
    const account = await accountOfUser(platformDb, user, begun.code || undefined);
    if (typeof account === 'string') {
      log.warn({ why: account }, 'sign-in by provider refused');
      await asPlatform(platformDb, (tx) =>
        noteAct(tx, {
          ...{ clientId: 0, thing: { kind: 'session', name: user.email } },
          ...{ facts: { why: account }, refused: 'sign_in_refused' },
        }),
      );
      const why = account === 'none' && user.email === undefined ? 'unverified' : account;
      throw problem('sign_in_refused', oidcTexts[why]);
    }
    const opened = await openUserSession(platformDb, account, user, originOf(request));
    if (!opened) throw problem('sign_in_refused', oidcTexts.none);
    const { factors, token } = opened;
    if (token === undefined) throw await secondStep(deps, account, factors, request);
    const { required } = factors;
    return signedIn(deps, account, token, { operation: finishOidc, request, reply, required });
  });
}
