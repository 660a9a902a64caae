import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findEmbedded } from '../../src/db/embedded/server.ts';
import { type CarillonProcess, carillon, freePort, type Settings } from './started-carillon.ts';

const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-start-'));
const running: CarillonProcess[] = [];
let settings: Settings;

beforeAll(async () => {
  settings = { dataFolder, port: await freePort() };
});
afterAll(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL');
    await ended;
  }
  await (await findEmbedded(dataFolder))?.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});

async function start(
  args: string[] = [],
  options: { ipc?: boolean } = {},
): Promise<CarillonProcess> {
  const begun = carillon(settings, ['start', ...args], options);
  running.push(begun);
  await begun.started;
  return begun;
}

function signIn(password: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${settings.port}/api/security/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: 'demo', username: 'manager', password }),
  });
}

async function command(...args: string[]) {
  const { ended, out, err } = carillon(settings, args);
  return { code: await ended, out: out(), err: err() };
}

/** Asks again and again for up to 30 seconds. */
async function until(holds: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 150; tries++) {
    await sleep(200);
    if (await holds()) return true;
  }
  return false;
}

let password = '';

test('the first start ends with a block that has all one needs to sign in', async () => {
  const first = await start();
  expect(first.out()).toContain(`Address    http://127.0.0.1:${settings.port}`);
  expect(first.out()).toContain('Simulated carrier: no call or text leaves this machine.');
  expect(first.out()).toMatch(/Code {7}demo\n {2}Username {3}manager\n/);
  expect(first.out()).toMatch(/The simulation's clock shows .* Eastern time\./);
  expect(first.out()).toMatch(/Time zones 20\d\d[a-z] of 20\d\d-\d\d-\d\d, \d+ days? old/);
  password = /Password {3}(\w+)/.exec(first.out())?.[1] ?? '';
  expect((await signIn(password)).status).toBe(200);
  const page = await fetch(`http://127.0.0.1:${settings.port}/`);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(statSync(join(dataFolder, 'carillon.key')).mode & 0o777).toBe(0o600);
  const address = /Metrics {4}(http:\/\/127\.0\.0\.1:\d+\/metrics)/.exec(first.out())?.[1] ?? '';
  const metrics = await (await fetch(address)).text();
  expect(metrics).toContain('\ncarillon_clock_off 0\n');
  expect(metrics).toMatch(/\ncarillon_zone_data_age_days \d+\n/);
  expect(metrics).toContain('\ncarillon_clock_offset_seconds{source="database"} ');
  const contacts = readFileSync(join(dataFolder, 'demo-contacts.csv'), 'utf8');
  expect(contacts.split('\r\n')).toHaveLength(302);
});

test('a second start with the same data folder says that Carillon is already running there', async () => {
  const { code, err } = await command('start');
  expect(code).toBe(1);
  expect(err).toContain(`Carillon is already running with the data folder ${dataFolder}`);
});

test('commands work while it runs, and change nothing of it', async () => {
  expect(await command('client', 'list')).toMatchObject({ code: 0, err: '' });
  expect((await command('doctor')).out).toContain('Nothing is wrong.');
  expect((await signIn(password)).status).toBe(200);
});

test('after kill -9 the next start recovers by itself, with nothing lost', async () => {
  const [first] = running;
  await command('client', 'add', 'kept', 'Kept');
  first?.child.kill('SIGKILL');
  await first?.ended;
  const second = await start();
  expect(second.out()).not.toContain(password);
  expect(second.out()).toContain('as shown at the first start');
  expect((await signIn(password)).status).toBe(200);
  expect((await command('client', 'list')).out).toContain('kept');
});

test('a database server that dies under it is started again', async () => {
  const server = await findEmbedded(dataFolder);
  process.kill(server?.pid ?? 0, 'SIGKILL');
  const signedIn = await until(async () => (await signIn(password)).status === 200);
  expect(signedIn).toBe(true);
  expect((await findEmbedded(dataFolder))?.pid).not.toBe(server?.pid);
  expect(running[1]?.err()).toContain('PostgreSQL is running again.');
});

test('Ctrl-C stops everything, the database too, and commands still work', async () => {
  const second = running[1];
  second?.child.kill('SIGINT');
  second?.child.kill('SIGINT');
  expect(await second?.ended).toBe(0);
  expect(second?.err()).toContain('Carillon has stopped.');
  expect(await findEmbedded(dataFolder)).toBeUndefined();
  expect((await command('client', 'list')).out).toContain('kept');
  expect(await findEmbedded(dataFolder)).toBeUndefined();
});

test('it stops when the script that started it is gone', async () => {
  const third = await start(['--roles=jobs'], { ipc: true });
  expect(third.out()).toContain('Roles      jobs');
  third.child.disconnect();
  expect(await third.ended).toBe(0);
});

test("a key other than the database's stops the start", async () => {
  const path = join(dataFolder, 'carillon.key');
  const right = readFileSync(path, 'utf8');
  writeFileSync(path, `${'0'.repeat(64)}\n`);
  const { code, err } = await command('start');
  expect(code).toBe(1);
  expect(err).toContain('is not the key of this database');
  rmSync(path);
  expect((await command('start')).err).toContain('is missing. The personal data');
  expect((await command('doctor')).out).toMatch(/WRONG {2}Key/);
  writeFileSync(path, right, { mode: 0o600 });
  expect((await command('doctor')).code).toBe(0);
});

test('a port that is in use is named before anything else is done', async () => {
  const { createServer } = await import('node:net');
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(settings.port, '127.0.0.1', resolve));
  const { code, err } = await command('start');
  await new Promise((resolve) => other.close(resolve));
  expect(code).toBe(1);
  expect(err).toContain(`Port ${settings.port} is in use by another program.`);
});

test('invalid settings stop the start with a list of what is wrong', async () => {
  const bad = { ...settings, more: { CARILLON_LOG: 'loud', CARILLON_SIM_SPEED: '0' } };
  const { ended, err } = carillon(bad, ['start']);
  expect(await ended).toBe(2);
  expect(err()).toContain('CARILLON_LOG must be one of');
  expect(err()).toContain('CARILLON_SIM_SPEED must be a number');
});
