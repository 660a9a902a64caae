import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A `carillon` process of its own, with a data folder and a port of its own. */
export interface CarillonProcess {
  child: ChildProcess;
  out(): string;
  err(): string;
  /** Resolves when the start block was printed; rejects when the process ends before. */
  started: Promise<void>;
  /** The exit code; null after a signal. */
  ended: Promise<number | null>;
}

export interface Settings {
  dataFolder: string;
  port: number;
  more?: Record<string, string>;
}

/** Runs `carillon …`; `ipc` opens the channel by which the start script is noticed to be gone. */
export function carillon(
  { dataFolder, port, more = {} }: Settings,
  args: string[],
  options: { ipc?: boolean } = {},
): CarillonProcess {
  const child = spawn(process.execPath, [join(root, 'src', 'main.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe', ...(options.ipc ? (['ipc'] as const) : [])],
    env: {
      PATH: '/usr/bin:/bin',
      CARILLON_DATA: dataFolder,
      CARILLON_PORT: String(port),
      CARILLON_DEMO: 'empty',
      ...more,
    },
  });
  let out = '';
  let err = '';
  const ended = new Promise<number | null>((resolve) => {
    // After we close the channel, Node emits no "close".
    child.once(options.ipc ? 'exit' : 'close', (code) => resolve(code));
  });
  const started = new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (text) => {
      out += String(text);
      if (out.includes('Press Ctrl-C to stop.')) resolve();
    });
    child.stderr?.on('data', (text) => {
      err += String(text);
    });
    ended.then((code) => reject(new Error(`ended with ${code} before it was ready: ${err}`)));
  });
  started.catch(() => {});
  return { child, out: () => out, err: () => err, started, ended };
}

/** A port that nothing listens on right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
