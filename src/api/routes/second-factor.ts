/** A manager's own second factor, and the client's rule (decision 069). */
import { problem, ruleBroken } from '#contract/errors.ts';
import * as factor from '#contract/second-factor.ts';
import { asClient, type Tx } from '#db/database.ts';
import { noteAct } from '#db/queries/audit.ts';
import { findManager } from '#db/queries/manager.ts';
import { insertPasskey, listPasskeys, removePasskey } from '#db/queries/passkey.ts';
import * as factors from '#db/queries/second-factor.ts';
import { endSessionsOf } from '#db/queries/session.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import type { Session } from '../plugins/session.ts';
import { holderOf, refuseGone, refuseUnproven } from '../proof.ts';
import {
  hashOfRecoveryCode,
  newRecoveryCodes,
  newSecret,
  openSecret,
  sealSecret,
} from '../second-factor/authenticator.ts';
import { optionsToMake, verifyMade } from '../second-factor/passkeys.ts';
import { findRelyingParty, relyingParty } from '../second-factor/relying-party.ts';
import { authenticatorUri, base32, stepOfCode } from '../second-factor/totp.ts';

export function registerSecondFactorRoutes(app: Bindings, deps: ApiDeps): void {
  const { db } = deps;
  route(app, factor.readSecondFactor, ({ session, request }) =>
    asClient(db, session.clientId, async (tx) => {
      const { required, authenticator, recoveryCodes } = await factors.readFactors(tx, session);
      const passkeys = await listPasskeys(tx, session);
      return {
        required,
        recoveryCodes,
        authenticator: authenticator && {
          added: authenticator.added.toISOString(),
          lastUsed: authenticator.lastUsed?.toISOString() ?? null,
        },
        passkeys: passkeys.map(({ id, name, host, added, lastUsed }) => ({
          ...{ id, name, host, added: added.toISOString() },
          lastUsed: lastUsed?.toISOString() ?? null,
        })),
        passkeysWork: findRelyingParty(request, deps) !== undefined,
      };
    }),
  );
  registerSetup(app, deps);
  registerRemoval(app, deps);
  registerRule(app, deps);
}

function registerSetup(app: Bindings, deps: ApiDeps): void {
  const { db, vault, realNow = Date.now } = deps;
  route(app, factor.beginAuthenticator, async ({ session }) => {
    refuseUnproven(session);
    const { clientId } = session;
    const secret = newSecret();
    return asClient(db, clientId, async (tx) => {
      await lockOwn(tx, session);
      await factors.beginAuthenticator(tx, session, sealSecret(vault, session, secret));
      const account = (await findManager(tx, clientId, session.managerId))?.email;
      return {
        secret: base32(secret),
        uri: authenticatorUri(secret, account ?? session.username),
      };
    });
  });

  route(app, factor.confirmAuthenticator, async ({ session, body }) => {
    refuseUnproven(session);
    return asClient(db, session.clientId, async (tx) => {
      await lockOwn(tx, session);
      const sealed = await factors.newSecretOf(tx, session);
      if (!sealed) throw problem('conflict', factor.factorTexts.setupExpired);
      const secret = openSecret(vault, session, sealed);
      if (!secret) throw problem('conflict', factor.factorTexts.setupExpired);
      const step = stepOfCode(secret, body.code.replaceAll(/\s/g, ''), realNow());
      if (step === undefined) throw ruleBroken('code', factor.factorTexts.wrong);
      return added(tx, deps, session, () => factors.confirmAuthenticator(tx, session, step));
    });
  });

  route(app, factor.beginPasskey, ({ session, request }) => {
    refuseUnproven(session);
    return optionsToMake(db, session, holderOf(session), relyingParty(request, deps));
  });

  route(app, factor.addPasskey, async ({ session, body, request }) => {
    refuseUnproven(session);
    const given = { ...body, party: relyingParty(request, deps) };
    const passkey = await verifyMade(db, session, holderOf(session), given);
    return asClient(db, session.clientId, async (tx) => {
      await lockOwn(tx, session);
      return added(tx, deps, session, () => insertPasskey(tx, session, passkey));
    });
  });

  route(app, factor.renewRecoveryCodes, async ({ session }) => {
    refuseUnproven(session);
    return asClient(db, session.clientId, async (tx) => {
      await lockOwn(tx, session);
      if (!factors.hasAny(await factors.readFactors(tx, session))) {
        throw problem('conflict', factor.factorTexts.none);
      }
      return { recoveryCodes: await makeRecoveryCodes(tx, deps, session) };
    });
  });
}

/**
 * The first second factor comes with recovery codes, and ends the sessions that were opened without
 * one, but for this.
 */
async function added(
  tx: Tx,
  deps: ApiDeps,
  session: Session,
  add: () => Promise<void>,
): Promise<{ recoveryCodes: string[] }> {
  const isFirst = !factors.hasAny(await factors.readFactors(tx, session));
  await add();
  if (!isFirst) return { recoveryCodes: [] };
  await endSessionsOf(tx, session.clientId, session.managerId, session.sessionId);
  return { recoveryCodes: await makeRecoveryCodes(tx, deps, session) };
}

async function makeRecoveryCodes(tx: Tx, { vault }: ApiDeps, session: Session): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashOfRecoveryCode(vault, session, code));
  await factors.setRecoveryCodes(tx, session, hashes);
  const { clientId, managerId } = session;
  const thing = { kind: 'secondFactor', id: managerId.toString() };
  await noteAct(tx, { clientId, operation: factor.renewRecoveryCodes.name, thing });
  return codes;
}

function registerRemoval(app: Bindings, { db }: ApiDeps): void {
  route(app, factor.removeAuthenticator, ({ session }) => {
    refuseUnproven(session);
    return asClient(db, session.clientId, async (tx) => {
      await lockOwn(tx, session);
      found((await factors.removeAuthenticator(tx, session)) || undefined, 'authenticator app');
      return removed(tx, session);
    });
  });

  route(app, factor.removePasskey, ({ session, params }) => {
    refuseUnproven(session);
    return asClient(db, session.clientId, async (tx) => {
      await lockOwn(tx, session);
      found((await removePasskey(tx, session, params.id)) || undefined, 'passkey');
      return removed(tx, session);
    });
  });
}

/** Undoes the removal of the last one where the client requires one; recovery codes go with it. */
async function removed(tx: Tx, session: Session): Promise<true> {
  const left = await factors.readFactors(tx, session);
  if (factors.hasAny(left)) return true;
  if (left.required) throw problem('conflict', factor.factorTexts.last);
  await factors.removeAllFactors(tx, session);
  return true;
}

function registerRule(app: Bindings, { db }: ApiDeps): void {
  route(app, factor.requireSecondFactor, ({ session, body, once }) => {
    refuseUnproven(session);
    return asClient(db, session.clientId, (tx) =>
      once.respond(tx, async () => {
        await refuseGone(tx, session, session.managerId);
        if (body.required && !factors.hasAny(await factors.readFactors(tx, session))) {
          throw problem('conflict', factor.factorTexts.ownFirst);
        }
        await factors.setRequired(tx, session.clientId, body.required);
        return true as const;
      }),
    );
  });

  route(app, factor.removeManagersFactor, ({ session, params, once }) => {
    refuseUnproven(session);
    const { clientId, managerId } = session;
    if (params.id === managerId) throw ruleBroken('id', factor.factorTexts.ownRemoval);
    return asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        await refuseGone(tx, session, params.id);
        found(await findManager(tx, clientId, params.id), 'manager');
        await factors.removeAllFactors(tx, { clientId, managerId: params.id });
        await endSessionsOf(tx, clientId, params.id);
        return true as const;
      }),
    );
  });
}

/** The manager may have been disabled or deleted since the request was let in. */
async function lockOwn(tx: Tx, session: Session): Promise<void> {
  if (await factors.lockFactors(tx, session)) return;
  throw problem('unauthenticated', 'Log in to continue.');
}
