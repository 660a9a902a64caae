import { problem } from '#contract/errors.ts';
import { login, logout, testToken, wrongCredentials } from '#contract/session.ts';
import { asClient } from '#db/database.ts';
import { verifyPassword } from '#db/password.ts';
import { readClientCode } from '#db/queries/client.ts';
import { endSession, findCredentials, openProvenSession } from '#db/queries/session.ts';
import { noteFailure, type Tries } from '#db/queries/sign-in-failure.ts';
import { networkOf } from '#domain/address.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { inTurn } from '../in-turn.ts';
import { refuseTooManyTries } from '../tries.ts';

export function registerSecurityRoutes(app: Bindings, { db, platformDb, log }: ApiDeps): void {
  route(app, login, ({ body, request }) => {
    const tries = { ...body, address: networkOf(request.ip) };
    return oneAtATime(tries, async () => {
      await refuseTooManyTries(platformDb, tries);
      const found = await findCredentials(platformDb, body.code, body.username);
      const right = await verifyPassword(found?.passwordHash, body.password);
      const bearerToken = found?.enabled && right ? await openProvenSession(db, found) : undefined;
      if (!found || bearerToken === undefined) {
        await noteFailure(platformDb, tries);
        log.warn({ address: tries.address }, 'login failed');
        throw problem('wrong_credentials', wrongCredentials);
      }
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
    });
  });

  route(app, testToken, async ({ session: { clientId, role, fullSsn } }) => ({
    isAuthenticated: true as const,
    role,
    fullSsn,
    clientCode: await asClient(db, clientId, (tx) => readClientCode(tx, clientId)),
  }));

  route(app, logout, async ({ session }) => {
    await endSession(db, session);
    return undefined;
  });
}

/** Concurrent attempts must not all pass the failure count before the first one has failed. */
function oneAtATime<T>({ code, username, address }: Tries, work: () => Promise<T>): Promise<T> {
  const account = `account ${code}\n${username}`.toLowerCase();
  return inTurn(`address ${address}`, () => inTurn(account, work));
}
