import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../harness/database.ts';
import { type CarillonProcess, carillon, freePort } from './started-carillon.ts';

const database = await freshDatabase();
const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-url-'));
const begun: CarillonProcess[] = [];
afterAll(async () => {
  for (const { child, ended } of begun) {
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(dataFolder, { recursive: true, force: true });
});

async function start(args: string[], more: Record<string, string> = {}): Promise<CarillonProcess> {
  const settings = {
    dataFolder,
    port: await freePort(),
    more: { DATABASE_URL: database.url, ...more },
  };
  const process = carillon(settings, ['start', ...args]);
  begun.push(process);
  await process.started;
  return process;
}

async function stop({ child, ended }: CarillonProcess): Promise<void> {
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}

test('with DATABASE_URL two processes share a database, each with its roles', async () => {
  const engine = await start(['--roles=engine,jobs', '--no-demo']);
  const api = await start(['--roles=api', '--no-demo']);
  expect(api.out()).not.toContain('Password');
  expect(api.out()).toContain('Address');
  await stop(api);
  await stop(engine);
});

test('without a console the API responds, and no page is served', async () => {
  const api = await start(['--roles=api', '--no-demo', '--no-console']);
  const [, url] = api.out().match(/API +(http:\S+)/) ?? [];
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  expect((await fetch(`${url}/`)).status).toBe(404);
  await stop(api);
});

test('the demo client comes only into a database without clients, with the password that is set', async () => {
  const more = { CARILLON_DEMO_PASSWORD: 'open wide, sesame' };
  const weak = start(['--roles=jobs'], { CARILLON_DEMO_PASSWORD: 'Demo-manager-1' });
  await expect(weak).rejects.toThrow(
    /ended with 2 [\s\S]*CARILLON_DEMO_PASSWORD cannot be used\. This password is mostly a name/,
  );
  const first = await start(['--roles=jobs'], more);
  expect(first.out()).toContain('Password   open wide, sesame');
  await stop(first);
  const again = await start(['--roles=jobs'], more);
  expect(again.out()).toContain('Password   open wide, sesame');
  await stop(again);
  const other = await start(['--roles=jobs'], { CARILLON_DEMO_PASSWORD: 'another' });
  expect(other.out()).toContain('Password   as shown at the first start');
  await stop(other);
});
