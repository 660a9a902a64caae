import { createServer } from 'node:net';
import { Refusal } from '../command.ts';

/** Throws a sentence when nothing can listen there; asked before the long work of a first start. */
export async function assertPortFree(host: string, port: number): Promise<void> {
  const code = await tryListen(host, port);
  if (code === undefined) return;
  throw new Refusal(portProblem(host, port, code));
}

/** The system's code (EADDRINUSE …) when listening fails. */
export function tryListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port }, () => server.close(() => resolve(undefined)));
  });
}

export function portProblem(host: string, port: number, code: string): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Stop it, or choose another one with CARILLON_PORT.`;
  }
  if (code === 'EACCES') {
    return `This user may not listen on port ${port}. Choose one above 1023 with CARILLON_PORT.`;
  }
  return `Carillon cannot listen on ${host}:${port} (${code}). See CARILLON_HOST and CARILLON_PORT.`;
}
