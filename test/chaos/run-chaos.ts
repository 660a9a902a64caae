import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('./chaos.ts', import.meta.url));

/** What `npm run chaos` prints with these options, on a free port. */
export async function chaos(...args: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, [
    program,
    '--port',
    String(await freePort()),
    ...args,
  ]);
  const { stdout } = await run.catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${error.stdout}${error.stderr}`);
  });
  return stdout;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
