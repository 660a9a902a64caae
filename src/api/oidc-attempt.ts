/** The cookie of a sign-in that began here: only this browser ends it. Sealed, because others may plant one. */
import type { Vault } from '#db/encryption.ts';
import type { Attempt } from '../oidc/provider.ts';
import { type Asked, readCookie, setCookie } from './cookie.ts';

const cookieName = 'carillon_oidc';
const sealedFor = 'OpenID Connect sign-in';
/** Seconds that a person has at the provider. */
const keptFor = 600;

export interface BegunSignIn extends Attempt {
  /** The client's code, if one was typed. */
  code: string;
  /** The session whose manager is to prove who they are; absent for a sign-in. */
  proves?: { clientId: number; managerId: number; sessionId: number; since: number };
}

export function setAttempt(vault: Vault, asked: Asked, begun: BegunSignIn): void {
  const text = JSON.stringify({ ...begun, ends: Date.now() + keptFor * 1_000 });
  const value = vault.sealBytes(Buffer.from(text), sealedFor).toString('base64url');
  setCookie(cookieName, value, keptFor, asked);
}

/** Undefined when there is none, or it is too old; it can be taken once. */
export function takeAttempt(vault: Vault, asked: Asked): BegunSignIn | undefined {
  const value = readCookie(cookieName, asked.request);
  if (value === undefined) return undefined;
  setCookie(cookieName, '', 0, asked);
  try {
    const text = vault.openBytes(Buffer.from(value, 'base64url'), sealedFor).toString();
    const { ends, ...begun } = JSON.parse(text) as BegunSignIn & { ends: number };
    return ends > Date.now() ? begun : undefined;
  } catch {
    return undefined;
  }
}
