import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Milliseconds from which on an answer is a matter for whoever watches over the log. */
const slow = 1_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** It met trouble that is told of once for all requests. */
    toldElsewhere: boolean;
  }
}

/**
 * One line for each answered request: no query, no headers, no body, and of its address the pattern with
 * ids alone, so that no token, password or personal data reaches the log. Questions of machines about
 * health, and those that open screens repeat every second, are left out when all is well.
 */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('toldElsewhere', false);
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
    // 501 is a call that comes later, no fault.
    if (request.toldElsewhere) request.log.debug(line, 'answered');
    else if (status >= 500 && status !== 501) request.log.error(line, 'answered');
    else if (elapsedTime > slow && !isTransfer(request, reply)) request.log.warn(line, 'answered');
    else if (isRoutine(route)) request.log.debug(line, 'answered');
    else request.log.info(line, 'answered');
  });
}

/** Null for what is no address of ours: its text is a stranger's. */
function routeOf({ routeOptions }: FastifyRequest): string | null {
  return routeOptions.config?.contractPath ?? routeOptions.url ?? null;
}

/** Whole numbers of at most nine digits: no telephone number, and nothing that somebody typed. */
function idsOf({ params }: FastifyRequest): { ids?: Record<string, number> } {
  const ids = Object.entries((params ?? {}) as Record<string, unknown>)
    .filter(([, value]) => typeof value === 'string' && /^\d{1,9}$/.test(value))
    .map(([name, value]) => [name, Number(value)]);
  return ids.length > 0 ? { ids: Object.fromEntries(ids) } : {};
}

/** Which sound of a call, by numbers alone: who has its signature may hear it. */
function soundOf({ params }: FastifyRequest): { sound?: string } {
  const { file } = (params ?? {}) as { file?: string };
  const [, claim] = /^([a-z]+(?:\.\d+)+)\.[\w-]{32}\.wav$/.exec(file ?? '') ?? [];
  return claim === undefined ? {} : { sound: `${claim}.wav` };
}

/** Its time is that of its sender's or reader's line. */
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
