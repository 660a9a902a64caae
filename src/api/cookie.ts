/** Cookies for our own pages alone: no script reads them, and no other site's page sends them. */
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Asked {
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Under https browsers take a cookie of this prefix only with Secure, for the whole host and from the
 * host itself, so that neither plain http nor a neighboring host can plant one. Plain http has no such.
 */
const nameOf = (name: string, { protocol }: FastifyRequest) =>
  protocol === 'https' ? `__Host-${name}` : name;

/** The value, if it is one of base64url. */
export function readCookie(name: string, request: FastifyRequest): string | undefined {
  const prefix = `${nameOf(name, request)}=`;
  const found = request.headers.cookie
    ?.split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(prefix));
  const value = found?.slice(prefix.length);
  return value !== undefined && /^[\w-]+$/.test(value) ? value : undefined;
}

/** @param keptFor seconds; 0 deletes it */
export function setCookie(
  name: string,
  value: string,
  keptFor: number,
  { request, reply }: Asked,
): void {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${nameOf(name, request)}=${value}; Path=/; Max-Age=${keptFor}; HttpOnly; SameSite=Strict${secure}`,
  );
}
