import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const program = fileURLToPath(new URL('./simulate.ts', import.meta.url));

/** What it printed. In a process of its own, with a PostgreSQL of its own: it takes over the machine's time. */
export async function simulate(...args: string[]): Promise<string[]> {
  const run = promisify(execFile)(process.execPath, [program, ...args]);
  const { stdout } = await run.catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${error.stdout}${error.stderr}`);
  });
  return stdout.trim().split('\n');
}
