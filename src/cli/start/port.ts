import { createServer } from 'node:net';
import { Refusal } from '../command.ts';

/** @throws Refusal when nothing can listen there; checked before the long work of a first start */
export async function assertPortFree(host: string, port: number): Promise<void> {
  const code = await tryListen(host, port);
  if (code === undefined) return;
  throw new Refusal(portProblem(host, port, code));
}

/**
 * Checks that two free addresses can be used together. Asks the system, which knows what names and
 * 0.0.0.0 mean.
 *
 * @throws Refusal
 */
export async function assertPortsApart(
  { host, port }: { host: string; port: number },
  metrics: { host: string; port: number; isSet: boolean } | undefined,
): Promise<void> {
  if (!metrics?.isSet || metrics.port !== port) return;
  let code: string | undefined;
  await tryListen(host, port, async () => {
    code = await tryListen(metrics.host, port);
  });
  if (code === 'EADDRINUSE') {
    throw new Refusal('CARILLON_PORT and CARILLON_METRICS name the same port.');
  }
}

/**
 * The system's code (EADDRINUSE …) when listening fails.
 *
 * @param meanwhile runs while it listens there
 */
export function tryListen(
  host: string,
  port: number,
  meanwhile: () => Promise<void> = async () => {},
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port }, () => {
      meanwhile().then(() => server.close(() => resolve(undefined)), reject);
    });
  });
}

export function portProblem(host: string, port: number, code: string): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is in use by another program. Stop it, or choose another port with CARILLON_PORT.`;
  }
  if (code === 'EACCES') {
    return `This user may not listen on port ${port}. Choose a port above 1023 with CARILLON_PORT.`;
  }
  return `Carillon cannot listen on ${host}:${port} (${code}). See CARILLON_HOST and CARILLON_PORT.`;
}
