/** Turns an HTTP request into a WebSocket of the hub, or refuses it with a problem. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { ProblemError, problem } from '#contract/errors.ts';
import { recordingHubPath } from '#contract/message-recording.ts';
import { factorTexts } from '#contract/second-factor.ts';
import type { Database } from '#db/database.ts';
import { sessionOfToken } from '#db/queries/session.ts';
import { heldUp } from '../held-up.ts';
import { isOwnOrigin, type KnownHosts, refuseManyHosts, refuseUnknownHost } from '../host-names.ts';
import type { RefusePlainHttp } from '../plugins/plain-http.ts';
import { requestIdHeader } from '../plugins/request-id.ts';
import { bareHeaders } from '../plugins/security-headers.ts';
import { bearerToken, type Session } from '../plugins/session.ts';
import { troubleProblem } from '../trouble.ts';
import { longestMessage } from './connection.ts';

/** Real milliseconds from the request to the WebSocket. */
const patience = 10_000;

export interface Upgraded {
  socket: WebSocket;
  session: Session;
}

/** @param id of the request: every response has it */
export type Upgrade = (
  id: string,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
) => Promise<Upgraded | ProblemError>;

export function upgrader(db: Database, known: KnownHosts, refusePlain: RefusePlainHttp): Upgrade {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: longestMessage,
  });
  const ids = new WeakMap<IncomingMessage, string>();
  server.on('headers', (headers, request) => {
    headers.push(`${requestIdHeader}: ${ids.get(request)}`);
  });
  // Its own refusals of a bad handshake are no problems, and have no request id.
  server.on('wsClientError', ({ message }, socket, request) =>
    refuse(ids.get(request) ?? '', socket, problem('malformed', `${message}.`)),
  );
  return async (id, request, socket, head) => {
    ids.set(request, id);
    // A client that disconnects while its token is checked must not crash the process.
    socket.on('error', () => socket.destroy());
    const timer = setTimeout(() => socket.destroy(), patience);
    try {
      refusePlain(request);
      refuseOrigin(request, known);
      const session = await sessionFor(db, request);
      return await new Promise<Upgraded>((resolve, reject) => {
        socket.once('close', () => reject(problem('malformed', 'The connection was lost.')));
        server.handleUpgrade(request, socket, head, (opened) =>
          resolve({ socket: opened, session }),
        );
      });
    } catch (error) {
      const refusal = refusalOf(error);
      refuse(id, socket, refusal);
      return refusal;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** A page of somebody else's must not speak here with a token that it came by. */
function refuseOrigin(request: IncomingMessage, known: KnownHosts): void {
  const { headers } = request;
  refuseManyHosts(request);
  refuseUnknownHost(headers.host, known);
  if (isOwnOrigin(headers.origin, headers.host, known)) return;
  throw problem('wrong_origin', 'This page does not belong to Carillon.');
}

/** The path of a request without its query, which may hold a token. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').replace(/[?#].*$/, '');
}

async function sessionFor(db: Database, request: IncomingMessage): Promise<Session> {
  if (pathOf(request).replace(/\/$/, '') !== recordingHubPath) {
    throw problem('not_found', 'There is nothing at this address.');
  }
  return hubSession(db, request.headers.authorization, request.url);
}

/** The session of the header's token, or of the query's: a browser's WebSocket has no headers. */
export async function hubSession(
  db: Database,
  authorization: string | undefined,
  url: string | undefined,
): Promise<Session> {
  const inQuery = new URLSearchParams(url?.split('?')[1] ?? '').get('access_token');
  const token = bearerToken(authorization ?? (inQuery === null ? undefined : `Bearer ${inQuery}`));
  // A page connects by itself: that is no use of the session.
  const session = token === undefined ? undefined : await sessionOfToken(db, token, false);
  if (token === undefined || !session) throw problem('unauthenticated', 'Log in to continue.');
  if (session.mustSetUpFactor) throw problem('second_factor_setup_required', factorTexts.setUp);
  return { ...session, token };
}

function refusalOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  return (
    heldUp(error) ??
    troubleProblem(error) ??
    problem('internal', 'Something went wrong on the server.', { cause: error })
  );
}

function refuse(id: string, socket: Duplex, refusal: ProblemError): void {
  if (!socket.writable) return;
  const body = JSON.stringify({ ...refusal.toBody(), requestId: id });
  const { title } = refusal.toBody();
  const head = [
    `HTTP/1.1 ${refusal.status} ${title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(refusal.status === 401 ? ['WWW-Authenticate: Bearer'] : []),
    `${requestIdHeader}: ${id}`,
    ...bareHeaders,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
