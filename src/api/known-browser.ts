/** The cookie of a browser that signed in before. It proves that and nothing else: no request is let in by it. */
import type { FastifyReply, FastifyRequest } from 'fastify';

const cookieName = 'carillon_browser';
/** Seconds; browsers keep no cookie longer than 400 days. */
const keptFor = 400 * 24 * 3600;

export function browserCookie({ headers }: FastifyRequest): string | undefined {
  return /(?:^|;\s*)carillon_browser=([\w-]{43})(?:;|$)/.exec(headers.cookie ?? '')?.[1];
}

/** Without a path: the browser sends it to the operations of this folder, also behind a proxy's path. */
export function setBrowserCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: string,
): void {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${cookieName}=${cookie}; Max-Age=${keptFor}; HttpOnly; SameSite=Strict${secure}`,
  );
}
