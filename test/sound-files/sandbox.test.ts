/** A file that takes over its decoder finds nothing there: no files, no secrets, no network. */
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { canCutNetwork, startSandboxed } from '../../src/sandbox/sandbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'carillon-sandbox-'));
const server = createServer().listen(0, '127.0.0.1');
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const program = fileURLToPath(new URL('./hostile-program.ts', import.meta.url));

test('a program in the sandbox reads, writes and runs nothing, and has no secrets', async () => {
  const secret = join(folder, 'carillon.key');
  writeFileSync(secret, 'secret', { mode: 0o600 });
  const order = join(folder, 'order.json');
  writeFileSync(order, JSON.stringify({ secret, port: (server.address() as AddressInfo).port }));
  const file = openSync(order, 'r');
  const child = await startSandboxed(program, { file, timeout: 20_000, packages: [] });
  const got = await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('close', (code) => reject(new Error(`It ended with ${code}.`)));
  });
  closeSync(file);
  const denied = 'ERR_ACCESS_DENIED';
  expect(got).toMatchObject({ read: denied, write: denied, run: denied, environment: [] });
  if (process.getuid?.() === 0) expect(got).toMatchObject({ user: 65_534 });
  // Where the machine allows it: its own network has nothing to connect to.
  if (await canCutNetwork()) expect(got).toMatchObject({ network: 'ENETUNREACH' });
});
