import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { caller } from '../harness/caller.ts';
import { signInDemo } from '../harness/first-campaign.ts';
import { freePort } from '../harness/program.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const password = 'a_password_for_tests';

/** A copy of the project, because the test changes a source; its packages are the project's. */
function copyOfProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-dev-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['src', 'scripts', 'index.html', 'package.json', 'vite.config.ts']) {
    cpSync(join(project, name), join(folder, name), { recursive: true });
  }
  mkdirSync(join(folder, 'node_modules'));
  // Without Vite's cache, which other programs use.
  for (const name of readdirSync(join(project, 'node_modules'))) {
    if (name.startsWith('.')) continue;
    symlinkSync(join(project, 'node_modules', name), join(folder, 'node_modules', name));
  }
  return folder;
}

/** `npm run dev` without the installation, in a process of its own. */
async function startDev(folder: string) {
  const child = spawn(process.execPath, [join(folder, 'scripts', 'dev', 'dev.ts')], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      CARILLON_DATA: join(folder, '.carillon'),
      CARILLON_PORT: String(await freePort()),
      CARILLON_METRICS: 'off',
      CARILLON_DEMO_PASSWORD: password,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let printed = '';
  let more = Promise.withResolvers<void>();
  child.stderr.on('data', (text) => {
    printed += String(text);
    more.resolve();
    more = Promise.withResolvers();
  });
  return {
    /** Resolves when it has printed this. */
    async prints(wanted: RegExp): Promise<RegExpExecArray> {
      for (;;) {
        const found = wanted.exec(printed);
        if (found) return found;
        const code = await Promise.race([more.promise, ended]);
        if (code !== undefined) throw new Error(`It ended with ${code}: ${printed}`);
      }
    },
    /** As Ctrl-C does; returns the exit code. */
    stop() {
      child.kill('SIGINT');
      return ended;
    },
  };
}

test('npm run dev serves the console, and a changed source restarts the server on the same data', async () => {
  const folder = copyOfProject();
  const dev = await startDev(folder);
  const [, url = ''] = await dev.prints(/Console\s+(http:\S+)/);
  expect(await (await fetch(url)).text()).toContain('/src/web/app/main.tsx');
  const { me } = await signInDemo(url, password);

  const source = join(folder, 'src', 'contract', 'session.ts');
  const [before, after] = ['The username or password you entered is incorrect', 'Quite wrong'];
  const wrongLogin = async () => {
    const login = { code: 'demo', username: 'manager', password: 'wrong' };
    return (await caller(url).post('/api/security/login', login)).text;
  };
  expect(await wrongLogin()).toContain(before);
  writeFileSync(source, readFileSync(source, 'utf8').replace(before, after));
  await dev.prints(/The server restarted with the change/);
  expect(await wrongLogin()).toContain(after);
  expect((await me.get('/api/security/testtoken')).status).toBe(200);

  expect(await dev.stop()).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});
