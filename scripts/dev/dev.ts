/**
 * `npm run dev`: the console with hot reload, and the server with engine and jobs, which a change of
 * its sources restarts. Data stands where that of `npm start` does. Ctrl-C ends everything.
 */
import { createServer as createHttpServer, type Server } from 'node:http';
import { join, relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type ViteDevServer } from 'vite';
import { root } from '../install.mjs';
import { ServerProcess } from './server-process.ts';

/** Vite's own; the next free one where somebody has it. */
const firstPort = 5173;
/** Editors write a file in several steps, and git many files. */
const settle = 100;

const note = (line: string) => process.stderr.write(`${line}\n`);

/** The tests and the console are no part of the running server. */
function isOfServer(file: string): boolean {
  const path = relative(root, file).replaceAll(sep, '/');
  return path.startsWith('src/') && !path.startsWith('src/web/') && !/\.test\.tsx?$/.test(path);
}

/** Whether this address is the server's: what vite.config.ts hands on to it. */
function isHandedOn(vite: ViteDevServer, url: string): boolean {
  return Object.keys(vite.config.server.proxy ?? {}).some((path) => url.startsWith(path));
}

/** Vite inside a server of ours: its own one ends the process at a signal, before Carillon has ended. */
async function serveConsole(server: ServerProcess): Promise<{ http: Server; vite: ViteDevServer }> {
  const http = createHttpServer();
  const vite = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    configLoader: 'native',
    clearScreen: false,
    appType: 'spa',
    server: { middlewareMode: { server: http }, ws: { server: http } },
  });
  http.on('request', async (request, response) => {
    // A page that asks during a restart waits for it instead of showing an error.
    if (isHandedOn(vite, request.url ?? '')) await server.ready();
    vite.middlewares(request, response);
  });
  await listen(http, firstPort);
  return { http, vite };
}

async function listen(http: Server, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  http.once('error', reject).once('listening', resolve).listen(port, 'localhost');
  try {
    await promise;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || port > firstPort + 20)
      throw error;
    await listen(http, port + 1);
  } finally {
    http.removeListener('error', reject).removeListener('listening', resolve);
  }
}

function restartOnChange(vite: ViteDevServer, server: ServerProcess): void {
  let waiting = false;
  vite.watcher.on('all', async (_event, file) => {
    if (waiting || !isOfServer(file)) return;
    waiting = true;
    note(`${relative(root, file)} changed: the server restarts.`);
    await sleep(settle);
    waiting = false;
    await server.restart();
  });
}

async function dev(): Promise<number> {
  const server = new ServerProcess({
    args: [join(root, 'src', 'main.ts'), 'start', '--no-console', ...process.argv.slice(2)],
    // A restart waits for no call in progress.
    env: { CARILLON_STOP_GRACE: '0', ...process.env },
    note,
  });
  const asked = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, asked.resolve);
  process.on('disconnect', asked.resolve);
  const running = server.start();
  const { http, vite } = await serveConsole(server);
  const came = await Promise.race([running, asked.promise]);
  if (came) {
    restartOnChange(vite, server);
    const { port: at } = http.address() as { port: number };
    note(
      `  Console    http://localhost:${at}\n  What you change shows at once; the server restarts by itself.\n`,
    );
    await asked.promise;
  }
  await Promise.all([server.stop(), vite.close()]);
  http.closeAllConnections();
  http.close();
  // The server has said why it did not start.
  return came === false ? 1 : 0;
}

process.exitCode = await dev();
if (process.connected) process.disconnect();
