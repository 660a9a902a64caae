/**
 * `npm run dev`: the console with hot reload, and the server with engine and jobs, which restarts
 * when its sources change. Uses the same data as `npm start`. Ctrl-C ends everything.
 */
import { createServer as createHttpServer, type Server } from 'node:http';
import { join, relative, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer, type ViteDevServer } from 'vite';
import { root } from '../install.mjs';
import { nodeFlags } from '../runtime.mjs';
import { ServerProcess } from './server-process.ts';

/** Vite's default; if it is taken, the next free port is used. */
const firstPort = 5173;
/** Editors write a file in several steps, and git changes many files. */
const settle = 100;

const note = (line: string) => process.stderr.write(`${line}\n`);

/** Tests and the console are not part of the running server. */
function isOfServer(file: string): boolean {
  const path = relative(root, file).replaceAll(sep, '/');
  return path.startsWith('src/') && !path.startsWith('src/web/') && !/\.test\.tsx?$/.test(path);
}

/** Whether vite.config.ts proxies this address to the server. */
function isProxied(vite: ViteDevServer, url: string): boolean {
  return Object.keys(vite.config.server.proxy ?? {}).some((path) => url.startsWith(path));
}

/** Runs Vite in our own HTTP server, because Vite exits at a signal before Carillon has stopped. */
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
    // Requests during a restart wait for it instead of failing.
    if (isProxied(vite, request.url ?? '')) await server.ready();
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
    note(`${relative(root, file)} changed. Restarting the server.`);
    await sleep(settle);
    waiting = false;
    await server.restart();
  });
}

async function dev(): Promise<number> {
  const server = new ServerProcess({
    args: [
      ...nodeFlags,
      join(root, 'src', 'main.ts'),
      'start',
      '--no-console',
      ...process.argv.slice(2),
    ],
    // A restart does not wait for calls in progress.
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
      `  Console    http://localhost:${at}\n  Changes show at once; the server restarts automatically.\n`,
    );
    await asked.promise;
  }
  await Promise.all([server.stop(), vite.close()]);
  http.closeAllConnections();
  http.close();
  // The server has printed why it did not start.
  return came === false ? 1 : 0;
}

process.exitCode = await dev();
if (process.connected) process.disconnect();
