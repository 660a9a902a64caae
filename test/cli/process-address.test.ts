import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { openProcessAddress } from '../../src/cli/start/process-address.ts';
import { runningProcesses } from '../../src/cli/start/run-file.ts';
import { TroubleWatch } from '../../src/db/trouble.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { version } from '../../src/version.ts';
import { freshDatabase } from '../harness/database.ts';
import { commandsOn } from './command-run.ts';
import { type CarillonProcess, carillon, freePort } from './started-carillon.ts';

const db = await freshDatabase();
const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-address-'));
const running: CarillonProcess[] = [];
afterAll(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(dataFolder, { recursive: true, force: true });
});

/** One process of several that share a folder and a database. */
async function start(role: string, metrics?: string) {
  const port = await freePort();
  const more = { DATABASE_URL: db.url, ...(metrics && { CARILLON_METRICS: metrics }) };
  const begun = carillon({ dataFolder, port, more }, ['start', '--no-demo', `--roles=${role}`]);
  running.push(begun);
  return { ...begun, port };
}

const shown = ({ out }: CarillonProcess) =>
  /Metrics {4}(http:\/\/127\.0\.0\.1:\d+)\/metrics/.exec(out())?.[1] ?? '';
const text = async (url: string) => (await fetch(url)).text();
const json = async (url: string) => (await fetch(url)).json();

test('every process reports its state at an address of its own, whatever its roles', async () => {
  const engine = await start('engine');
  await engine.started;
  const jobs = await start('jobs');
  const api = await start('api');
  await Promise.all([jobs.started, api.started]);
  const urls = [engine, jobs, api].map(shown);
  expect(new Set(urls).size).toBe(3);
  for (const [n, role] of ['engine', 'jobs', 'api'].entries()) {
    const url = urls[n] ?? '';
    const metrics = await text(`${url}/metrics`);
    expect(metrics).toContain(`carillon_build_info{version="${version}",commit=""} 1`);
    expect(metrics).toContain(`carillon_role{role="${role}"} 1`);
    expect(metrics).toMatch(/^carillon_event_loop_delay_seconds [\d.e-]+$/m);
    expect(metrics).toMatch(/^carillon_memory_bytes \d+$/m);
    expect(metrics).toMatch(/^carillon_database_connections\{pool="process"\} \d+$/m);
    expect(await json(`${url}/health/live`)).toMatchObject({ status: 'ok' });
    expect(await json(`${url}/health/ready`)).toMatchObject({ status: 'ok', clockOff: null });
    expect(await json(`${url}/status`)).toMatchObject({ version, roles: [role], status: 'ok' });
    expect((await fetch(`${url}/api/simulation`)).status).toBe(404);
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405);
  }
  const [engineText = '', , apiText = ''] = await Promise.all(
    urls.map((url) => text(`${url}/metrics`)),
  );
  expect(engineText).toContain('carillon_campaigns_held 0');
  expect(apiText).not.toContain('carillon_campaigns_held ');
  const console = `http://127.0.0.1:${api.port}`;
  expect((await fetch(`${console}/metrics`)).status).toBe(404);
  expect(await json(`${console}/health/ready`)).toEqual({ status: 'ok' });
});

test('commands find the processes of their folder, and a killed one is forgotten', async () => {
  const found = runningProcesses(dataFolder);
  expect(found.map(({ roles }) => roles.join()).sort()).toEqual(['api', 'engine', 'jobs']);
  expect(found.map(({ metrics }) => metrics)).toEqual(expect.arrayContaining(running.map(shown)));
  const port = new URL(found.find(({ console }) => console !== null)?.console ?? '').port;
  const env = { CARILLON_DATA: dataFolder, CARILLON_PORT: port };
  const doctor = commandsOn(db.url, { env });
  expect((await doctor('doctor')).out).toContain(`Carillon is running on 127.0.0.1:${port}`);
  const engines = JSON.parse((await doctor('engines', '--json')).out);
  expect(engines).toMatchObject([
    { name: expect.stringMatching(/-engine-1$/), state: 'running', carriers: ['simulated'] },
  ]);
  expect(engines[0].version).toContain(version);
  const [engine] = running;
  engine?.child.kill('SIGKILL');
  await engine?.ended;
  expect(runningProcesses(dataFolder)).toHaveLength(2);
});

test('retention compact locks no table of a running Carillon, whatever its role', async () => {
  const compact = () =>
    commandsOn(db.url, { env: { CARILLON_DATA: dataFolder } })('retention', 'compact');
  const others = running.slice(1);
  expect(await compact()).toMatchObject({ code: 1, out: '' });
  expect((await compact()).err).toContain(`process ${others[0]?.child.pid} on `);
  expect((await compact()).err).toContain('Stop it first');
});

test('an address that was set and is in use is refused; with "off" there is none', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const refused = await start('jobs', `127.0.0.1:${port}`);
  expect(await refused.ended).toBe(1);
  expect(refused.err()).toContain(`Port ${port} is in use by another program.`);
  await new Promise((resolve) => other.close(resolve));
  const off = await start('jobs', 'off');
  await off.started;
  expect(off.out()).not.toContain('Metrics');
  const { pid } = off.child;
  expect(runningProcesses(dataFolder).find((one) => one.pid === pid)).toMatchObject({
    metrics: null,
  });
});

test('an address that cannot be used is refused before a database is made', async () => {
  const port = await freePort();
  for (const [metrics, said] of [
    ['192.0.2.1:4401', 'Health and metrics cannot be served at 192.0.2.1:4401 (EADDRNOTAVAIL)'],
    [`127.0.0.1:${port}`, `Port ${port} is in use by another program.`],
  ] as const) {
    const folder = join(dataFolder, `refused-${metrics.slice(0, 3)}`);
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
    const more = { CARILLON_METRICS: metrics };
    const refused = carillon({ dataFolder: folder, port: await freePort(), more }, [
      'start',
      '--no-demo',
    ]);
    running.push(refused);
    expect(await refused.ended).toBe(1);
    expect(refused.err()).toContain(said);
    expect(existsSync(join(folder, 'postgres'))).toBe(false);
    await new Promise((resolve) => other.close(resolve));
  }
});

test('one port for both console and metrics is refused before a database is made, under every name', async () => {
  const port = await freePort();
  for (const [CARILLON_HOST, metrics] of [
    ['127.0.0.1', '127.0.0.1'],
    ['0.0.0.0', '127.0.0.1'],
    ['127.0.0.1', '0.0.0.0'],
  ] as const) {
    const folder = join(dataFolder, `same-${CARILLON_HOST}-${metrics}`);
    const more = { CARILLON_HOST, CARILLON_METRICS: `${metrics}:${port}` };
    const refused = carillon({ dataFolder: folder, port, more }, ['start', '--no-demo']);
    running.push(refused);
    expect(await refused.ended).toBe(1);
    expect(refused.err()).toContain('CARILLON_PORT and CARILLON_METRICS name the same port.');
    expect(existsSync(join(folder, 'postgres'))).toBe(false);
  }
  // An engine has no console.
  const engine = carillon(
    { dataFolder, port, more: { DATABASE_URL: db.url, CARILLON_METRICS: `127.0.0.1:${port}` } },
    ['start', '--no-demo', '--roles=engine'],
  );
  running.push(engine);
  await engine.started;
  expect(shown(engine)).toBe(`http://127.0.0.1:${port}`);
});

test('the metrics leave the console its port when they can use any port', async () => {
  const port = await freePort();
  const address = await openProcessAddress({
    ...{ address: { host: '127.0.0.1', port, isSet: false }, consolePort: port },
    ...{ db, metrics: createMetrics(), roles: ['api'] },
    clockCheck: { off: () => undefined, offsetMs: () => null },
    trouble: new TroubleWatch({ log: pino({ level: 'silent' }) }),
  });
  expect(address.url).toMatch(/^http:/);
  expect(address.url).not.toBe(`http://127.0.0.1:${port}`);
  await address.stop();
});
