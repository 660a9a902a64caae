/** The cookie of a sign-in that began here: only this browser ends it. Sealed, because others may plant one. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Vault } from '#db/encryption.ts';
import type { Attempt } from '../oidc/provider.ts';

const cookieName = 'carillon_oidc';
const sealedFor = 'OpenID Connect sign-in';
/** Seconds that a person has at the provider. */
const keptFor = 600;

export interface BegunSignIn extends Attempt {
  /** The client's code, if one was typed. */
  code: string;
}

export function setAttempt(
  vault: Vault,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  begun: BegunSignIn,
): void {
  const text = JSON.stringify({ ...begun, ends: Date.now() + keptFor * 1_000 });
  const value = vault.sealBytes(Buffer.from(text), sealedFor).toString('base64url');
  reply.header('set-cookie', cookie(request, value, keptFor));
}

/** Undefined when there is none, or it is too old; it can be taken once. */
export function takeAttempt(
  vault: Vault,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): BegunSignIn | undefined {
  const value = /(?:^|;\s*)carillon_oidc=([\w-]+)(?:;|$)/.exec(request.headers.cookie ?? '')?.[1];
  if (value === undefined) return undefined;
  reply.header('set-cookie', cookie(request, '', 0));
  try {
    const text = vault.openBytes(Buffer.from(value, 'base64url'), sealedFor).toString();
    const { ends, ...begun } = JSON.parse(text) as BegunSignIn & { ends: number };
    return ends > Date.now() ? begun : undefined;
  } catch {
    return undefined;
  }
}

function cookie(request: FastifyRequest, value: string, seconds: number): string {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  return `${cookieName}=${value}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}
