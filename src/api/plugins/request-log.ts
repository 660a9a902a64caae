import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Milliseconds after which a response is logged as a warning. */
const slow = 1_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** It failed because of trouble that is logged once for all requests. */
    loggedElsewhere: boolean;
  }
}

/**
 * One line for each finished request: no query, no headers, no body, and only the pattern and the
 * ids of its address, so that no token, password or personal data reaches the log. Health checks
 * and the polls of open screens are left out unless they fail.
 */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('loggedElsewhere', false);
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status, elapsedTime } = reply;
    const route = routeOf(request);
    const line = {
      method: request.method,
      route,
      ...idsOf(request),
      ...soundOf(request),
      status,
      ms: Math.round(elapsedTime),
      address: request.ip,
      clientId: request.session?.clientId,
      managerId: request.session?.managerId,
    };
    if (request.loggedElsewhere) request.log.debug(line, 'responded');
    else if (status >= 500) request.log.error(line, 'responded');
    else if (elapsedTime > slow && !isTransfer(request, reply)) request.log.warn(line, 'responded');
    else if (isRoutine(route)) request.log.debug(line, 'responded');
    else request.log.info(line, 'responded');
  });
}

/** Null for an unknown address: its text may be anything. */
function routeOf({ routeOptions }: FastifyRequest): string | null {
  return routeOptions.config?.contractPath ?? routeOptions.url ?? null;
}

/** Whole numbers of at most nine digits: never a telephone number or typed text. */
function idsOf({ params }: FastifyRequest): { ids?: Record<string, number> } {
  const ids = Object.entries((params ?? {}) as Record<string, unknown>)
    .filter(([, value]) => typeof value === 'string' && /^\d{1,9}$/.test(value))
    .map(([name, value]) => [name, Number(value)]);
  return ids.length > 0 ? { ids: Object.fromEntries(ids) } : {};
}

/** Which sound of a call, by numbers alone: with its signature anybody could fetch it. */
function soundOf({ params }: FastifyRequest): { sound?: string } {
  const { file } = (params ?? {}) as { file?: string };
  const [, claim] = /^([a-z]+(?:\.\d+)+)\.[\w-]{32}\.wav$/.exec(file ?? '') ?? [];
  return claim === undefined ? {} : { sound: `${claim}.wav` };
}

/** Its duration depends on the sender's or reader's connection. */
function isTransfer(request: FastifyRequest, reply: FastifyReply): boolean {
  return request.isMultipart() || reply.hasHeader('content-disposition');
}

/** Without the query. */
export function pathOf(request: FastifyRequest): string {
  return request.url.replace(/[?#].*$/, '');
}

function isRoutine(route: string | null): boolean {
  return /^\/(health|\*|sounds|api\/livemonitoring)(\/|$)/.test(route ?? '');
}
