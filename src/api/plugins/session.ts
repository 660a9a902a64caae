/** The bearer token of a request (spec 3 section 2). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '#contract/errors.ts';
import { unattendedHeader } from '#contract/http.ts';
import type { Database } from '#db/database.ts';
import { type SessionRow, sessionOfToken } from '#db/queries/session.ts';

/** The manager of the request: taken from the token only. */
export interface Session extends SessionRow {
  /** The token of the request. */
  token: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Present once an operation that needs a token was let in. */
    session: Session | undefined;
    /** An operation is done that may change something of the client. */
    changes: boolean;
  }
}

export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Lets a request in or responds 401, before its body is read. */
export function authentication(app: FastifyInstance, db: Database): Authenticate {
  app.decorateRequest('session', undefined);
  app.decorateRequest('changes', false);
  return async (request) => {
    const token = bearerToken(request.headers.authorization);
    const isUse = request.headers[unattendedHeader.toLowerCase()] === undefined;
    const session = token === undefined ? undefined : await sessionOfToken(db, token, isUse);
    if (token === undefined || !session) throw problem('unauthenticated', 'Log in to continue.');
    request.session = { ...session, token };
  };
}

/** The token of an Authorization header. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +([\w-]{20,100})$/i.exec(header ?? '')?.[1];
}
