import type { FastifyInstance, FastifyRequest } from 'fastify';

/**
 * One line for each answered request: no query, no headers, no body, so that no token, password
 * or personal data reaches the log. Questions of machines about health, and those that open screens
 * repeat every second, are left out when all is well.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status, elapsedTime } = reply;
    const line = {
      method: request.method,
      path: pathOf(request),
      status,
      ms: Math.round(elapsedTime),
      clientId: request.session?.clientId,
      managerId: request.session?.managerId,
    };
    // 501 is a call that comes later, no fault.
    if (status >= 500 && status !== 501) request.log.error(line, 'answered');
    else if (isRoutine(line.path)) request.log.debug(line, 'answered');
    else request.log.info(line, 'answered');
  });
}

export function pathOf(request: FastifyRequest): string {
  return withoutSoundToken(request.url.replace(/[?#].*$/, ''));
}

/** Who has the address of a call's sound may hear it: its signature stays out of the log. */
function withoutSoundToken(path: string): string {
  return path.replace(/^(\/sounds\/.*)\.[\w-]{32}(?![\w-])/, '$1');
}

function isRoutine(path: string): boolean {
  return path === '/metrics' || /^\/(health|assets|sounds|api\/livemonitoring)(\/|$)/.test(path);
}
