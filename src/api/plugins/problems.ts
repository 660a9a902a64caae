/** Every error as `application/problem+json` with a code of the one table (spec 3 section 3). */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type {
  ConnectionError,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify';
import { type ErrorCode, ProblemError, problem } from '#contract/errors.ts';
import { isUnstorableText, withoutRowValues } from '#db/errors.ts';
import { heldUp } from '../held-up.ts';
import { isTrouble, troubleProblem } from '../trouble.ts';
import { requestIdHeader } from './request-id.ts';
import { bareHeaders } from './security-headers.ts';

export function explainProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => sendProblem(error, request, reply));
}

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = asProblem(error, request);
  request.loggedElsewhere = isTrouble(known);
  if (known.retryAfter !== undefined)
    reply.header('retry-after', String(Math.ceil(known.retryAfter)));
  if (known.status === 401) reply.header('www-authenticate', 'Bearer');
  return (
    reply
      // Of the file that it was to be: a browser would save the problem under its name.
      .removeHeader('content-disposition')
      .code(known.status)
      .header('cache-control', 'no-store')
      // Set before for all but an address that cannot be read.
      .header(requestIdHeader, request.id)
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify({ ...known.toBody(), requestId: request.id }))
  );
}

export function noSuchPath(): ProblemError {
  return problem('not_found', 'There is nothing at this address.');
}

function asProblem(error: unknown, request: FastifyRequest): ProblemError {
  if (error instanceof ProblemError) {
    if (error.cause !== undefined) request.log.info({ err: error }, 'request refused');
    return error;
  }
  if (isCutOff(error, request)) {
    return problem('malformed', 'The request ended before it was complete.', { cause: error });
  }
  const trouble = troubleProblem(error);
  if (trouble) {
    request.log.debug(
      { reason: String(error) },
      'request failed because the database is in trouble',
    );
    return trouble;
  }
  const held = heldUp(error);
  if (held) {
    request.log.warn({ reason: String(error) }, 'request failed because the database was busy');
    return held;
  }
  if (isUnstorableText(error)) return problem('malformed', 'Text cannot contain NUL characters.');
  return ofFastify(error, request) ?? unknown(error, request);
}

/** The sender's connection ended within the body: no one receives this response. */
function isCutOff(error: unknown, { raw }: FastifyRequest): boolean {
  if (!(error instanceof Error) || raw.complete || !raw.destroyed) return false;
  return (error as NodeJS.ErrnoException).code === 'ECONNRESET';
}

/** Fastify's own refusals, by their code or else by their status. */
const ofFastifyCode: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['malformed', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['wrong_media_type', 'Send the body as application/json.'],
  FST_REQ_FILE_TOO_LARGE: ['too_large', 'The file is over the limit of 120 MiB.'],
  FST_PARTS_LIMIT: ['too_large', 'The form has too many parts.'],
  FST_FILES_LIMIT: ['too_large', 'The form has too many files.'],
  FST_FIELDS_LIMIT: ['too_large', 'The form has too many fields.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['wrong_media_type', 'Send the body as multipart/form-data.'],
  FST_MP_PREMATURE_CLOSE: ['malformed', 'The form ended before it was complete.'],
};

function ofFastify(error: unknown, request: FastifyRequest): ProblemError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, statusCode = 0 } = error as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const kibibytes = (request.routeOptions.bodyLimit ?? 0) / 1024;
    const limit = kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`;
    return problem('too_large', `The body is over the limit of ${limit}.`, { cause: error });
  }
  const row = ofFastifyCode[code ?? ''];
  if (row) return problem(...row, { cause: error });
  const brokenForm =
    error.message.includes('multipart') || error.message.includes('terminated early');
  if (brokenForm) return problem('malformed', 'The form is malformed.', { cause: error });
  if (statusCode < 400 || statusCode >= 500) return undefined;
  return problem(statusCode === 404 ? 'not_found' : 'malformed', 'The request could not be read.', {
    cause: error,
  });
}

/** Unexpected: the cause goes to the log under an incident id, and nowhere else. */
function unknown(error: unknown, request: FastifyRequest): ProblemError {
  const incident = randomUUID();
  request.log.error({ err: withoutRowValues(error), incident }, 'unexpected error');
  return problem(
    'internal',
    `Something went wrong on the server. Give your operator this number: incident ${incident}.`,
  );
}

/** An address that cannot even be read (`/%zz`) reaches no route and no error handler. */
export function refuseBadUrl(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  sendProblem(
    problem('malformed', 'The address could not be read.', { cause: error }),
    request,
    reply,
  );
}

/** Node would refuse an unknown Expect header with an empty response; RFC 9110 lets servers ignore it. */
export function ignoreExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Bytes that are not HTTP affect only their connection, which is closed. */
export function refuseInvalidHttp(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = randomUUID();
  const refusal = problem('malformed', 'The request could not be read.').toBody();
  const body = JSON.stringify({ ...refusal, requestId });
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${requestIdHeader}: ${requestId}`,
    ...bareHeaders,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
