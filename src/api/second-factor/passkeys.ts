/** Passkeys (WebAuthn): made, and used as a second factor. The person is always verified. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { problem } from '#contract/errors.ts';
import { factorTexts } from '#contract/second-factor.ts';
import type { MadePasskey, SignedByPasskey } from '#contract/sign-in-step.ts';
import { asClient, type Database } from '#db/database.ts';
import {
  keepChallenge,
  listPasskeys,
  type NewPasskey,
  type StoredPasskey,
  takeChallenge,
  usePasskey,
} from '#db/queries/passkey.ts';
import type { ManagerId } from '#db/queries/second-factor.ts';
import type { RelyingParty } from './relying-party.ts';

const mostOfManager = 20;
/** Ed25519, ES256 and RS256: what devices make. The library's newer ones are experimental in Node. */
const algorithms = [-8, -7, -257];
type Transports = NonNullable<
  Parameters<typeof generateRegistrationOptions>[0]['excludeCredentials']
>[number]['transports'];

const asDescriptor = ({ credentialId, transports }: StoredPasskey) => ({
  id: credentialId.toString('base64url'),
  transports: transports as NonNullable<Transports>,
});

interface Named extends ManagerId {
  name: string;
  username: string;
}

/** @param holder the token of the session */
export async function optionsToMake(
  db: Database,
  manager: Named,
  holder: string,
  party: RelyingParty,
) {
  const { clientId, managerId, name, username } = manager;
  const own = await asClient(db, clientId, (tx) => listPasskeys(tx, manager));
  if (own.length >= mostOfManager) throw problem('conflict', factorTexts.tooMany);
  const options = await generateRegistrationOptions({
    rpName: 'Carillon',
    rpID: party.id,
    userID: new Uint8Array(Buffer.from(`${clientId}-${managerId}`)),
    userName: username,
    userDisplayName: name,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: own.filter(({ host }) => host === party.id).map(asDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
  await asClient(db, clientId, (tx) =>
    keepChallenge(tx, manager, [holder, 'add'], options.challenge),
  );
  return { ...options };
}

/** @throws ProblemError when the browser's response is not for the challenge of this session */
export async function verifyMade(
  db: Database,
  manager: ManagerId,
  holder: string,
  { party, passkey, name }: { party: RelyingParty; passkey: MadePasskey; name: string },
): Promise<NewPasskey> {
  const challenge = await asClient(db, manager.clientId, (tx) =>
    takeChallenge(tx, manager, [holder, 'add']),
  );
  if (challenge === undefined) throw problem('conflict', factorTexts.setupExpired);
  const made = await verifyRegistrationResponse({
    response: passkey as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined);
  if (!made?.verified) throw problem('rule_broken', factorTexts.wrongPasskey);
  const { id, publicKey, counter, transports = [] } = made.registrationInfo.credential;
  return {
    name,
    host: party.id,
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    counter,
    transports,
  };
}

/** @param holder the token of the session, or of the step of a sign-in */
export async function optionsToSign(
  db: Database,
  manager: ManagerId,
  holder: string,
  party: RelyingParty,
) {
  const own = await asClient(db, manager.clientId, (tx) => listPasskeys(tx, manager));
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    allowCredentials: own.filter(({ host }) => host === party.id).map(asDescriptor),
  });
  await asClient(db, manager.clientId, (tx) =>
    keepChallenge(tx, manager, [holder, 'verify'], options.challenge),
  );
  return { ...options };
}

/** Whether one of the manager's own passkeys signed the challenge, which then is used up. */
export async function isSigned(
  db: Database,
  manager: ManagerId,
  holder: string,
  { party, passkey }: { party: RelyingParty; passkey: SignedByPasskey },
): Promise<boolean> {
  const { clientId } = manager;
  const { challenge, stored } = await asClient(db, clientId, async (tx) => ({
    challenge: await takeChallenge(tx, manager, [holder, 'verify']),
    stored: (await listPasskeys(tx, manager)).find(
      ({ credentialId, host }) =>
        host === party.id && credentialId.toString('base64url') === passkey.id,
    ),
  }));
  if (challenge === undefined || !stored) return false;
  const signed = await verifyAuthenticationResponse({
    response: passkey as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(stored.publicKey),
      counter: stored.counter,
    },
  }).catch(() => undefined);
  if (!signed?.verified) return false;
  const { newCounter } = signed.authenticationInfo;
  return asClient(db, clientId, (tx) => usePasskey(tx, manager, stored.id, newCounter));
}
