import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/config.ts';
import { version } from '../../src/version.ts';
import { freePort } from '../cli/started-carillon.ts';
import { until } from '../harness/until.ts';
import {
  makeRelease,
  openFolder,
  root,
  runUnprivileged,
  type Started,
  unprivilegedFolder,
} from '../release/unpacked-release.ts';
import { buildInFolder, type Image, inFolder } from './dockerfile.ts';

const read = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8');
const dockerfile = read('Dockerfile');
const folder = openFolder();
const running: Started[] = [];
let image: Image;

beforeAll(async () => {
  await makeRelease(root, join(folder, 'context'), '--trial');
  mkdirSync(join(folder, 'image'));
  const ofThisVersion = dockerfile.replace(/^ARG VERSION=.*$/m, `ARG VERSION=${version}`);
  image = buildInFolder(ofThisVersion, join(folder, 'context'), join(folder, 'image'));
}, 180_000);

afterAll(async () => {
  for (const one of running) await one.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the Dockerfile has nothing to find fault with, and is of this version', () => {
  expect(validate(dockerfile)).toEqual([]);
  expect(dockerfile).toContain(`ARG VERSION=${version}\n`);
  // A tag of one release of Debian, so that two builds begin with the same.
  expect(dockerfile).toMatch(/^FROM debian:\d+\.\d+-slim$/m);
});

test('a fault in a Dockerfile is found', () => {
  expect(validate('FROM debian:12-slim\nCOPY a\nUSER x\nENTRYPONT ["x"]\n')).not.toEqual([]);
  expect(() => buildInFolder('FROM a\nENTRYPOINT carillon\n', folder, join(folder, 'x'))).toThrow(
    'is to be a list',
  );
  expect(() => buildInFolder('FROM a\nADD b /opt/\n', folder, join(folder, 'x'))).toThrow('no b');
});

test('its steps give a folder in which root owns the program, and an ordinary user the data alone', () => {
  expect(image.notDone).toEqual([
    expect.stringContaining('groupadd --system --gid 10001 carillon'),
    expect.stringContaining('useradd --system --uid 10001'),
    'chown carillon:carillon /var/lib/carillon',
  ]);
  expect(image.user).toBe('carillon');
  expect(lstatSync(join(image.root, 'var/lib/carillon')).mode & 0o777).toBe(0o700);
  const { dataFolder, host } = readConfig(image.env);
  expect([dataFolder, host]).toEqual(['/var/lib/carillon', '0.0.0.0']);
});

test('without CARILLON_METRICS the HEALTHCHECK asks the port where Carillon serves by default', () => {
  expect(read('health.mjs')).toContain(`|| ':${readConfig({}).metrics?.port}'`);
});

test('its ENTRYPOINT runs as an unprivileged user, its HEALTHCHECK shows when it can work', async () => {
  const data = join(image.root, image.workdir);
  rmSync(data, { recursive: true });
  unprivilegedFolder(data);
  const temp = join(image.root, 'tmp');
  mkdirSync(temp);
  chmodSync(temp, 0o1777);
  const env = Object.fromEntries(
    Object.entries(image.env).map(([name, value]) => [name, inFolder(image, value)]),
  );
  const own = {
    ...env,
    ...{ CARILLON_HOST: '127.0.0.1', CARILLON_PORT: String(await freePort()) },
    // Another test's Carillon may serve at the port that is the default of both.
    CARILLON_METRICS: `127.0.0.1:${await freePort()}`,
    ...{ TMPDIR: temp, CARILLON_STOP_GRACE: '0' },
  };
  const [program = '', ...first] = image.entrypoint.map((word) => inFolder(image, word));
  const [asker = '', ...asked] = image.health.map((word) => inFolder(image, word));
  const isHealthy = async () => {
    const look = runUnprivileged(asker, asked, own);
    await look.ready.catch(() => {});
    return (await look.ended) === 0;
  };
  expect(await isHealthy()).toBe(false);
  const carillon = runUnprivileged(program, [...first, ...image.cmd], own);
  running.push(carillon);
  await until(async () => ((await isHealthy()) ? true : undefined), 120);
  await carillon.ready;
  expect(await carillon.stop()).toBe(0);
  expect(carillon.err()).toContain('Carillon has stopped.');
  expect(await isHealthy()).toBe(false);
}, 240_000);

interface Service {
  image: string;
  user?: string;
  read_only?: boolean;
  environment: Record<string, string>;
  secrets: string[];
  volumes: string[];
  tmpfs?: string[];
  ports?: string[];
  restart: string;
  stop_grace_period: string;
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  build?: { context: string; dockerfile: string; args: Record<string, string> };
}

const compose = parse(read('compose.yaml')) as {
  services: Record<'carillon' | 'postgres', Service>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
};

test('compose runs it as an ordinary user with a database of its own, and names nothing that is not there', () => {
  const { carillon, postgres } = compose.services;
  expect(carillon.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  expect(carillon.read_only).toBe(true);
  expect(dockerfile).toContain(`--uid ${carillon.user?.split(':')[0]} `);
  expect(carillon.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  expect(postgres.healthcheck?.test[0]).toBe('CMD');
  expect(postgres.image).toMatch(/^postgres:(16|17|18)\.\d+/);
  for (const service of [carillon, postgres]) {
    expect(service.restart).toBe('unless-stopped');
    for (const name of service.secrets) expect(compose.secrets).toHaveProperty(name);
    for (const volume of service.volumes) {
      expect(compose.volumes).toHaveProperty(volume.split(':')[0] ?? '');
    }
  }
  // What it writes is a volume or in memory.
  const written = [...carillon.volumes.map((one) => one.split(':')[1]), '/tmp'];
  expect(written).toContain(/CARILLON_DATA=(\S+)/.exec(dockerfile)?.[1]);
  expect(carillon.tmpfs?.[0]).toMatch(/^\/tmp:/);
  expect(carillon.ports?.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
});

test('its secrets come by files, and a stop leaves calls their grace', () => {
  const { carillon } = compose.services;
  const { DATABASE_URL_FILE: file = '', ...rest } = carillon.environment;
  expect(file).toBe('/run/secrets/database-url');
  expect(JSON.stringify(compose)).not.toMatch(/POSTGRES_PASSWORD"|postgresql:\/\//);
  expect(Number.parseInt(carillon.stop_grace_period, 10)).toBeGreaterThan(
    readConfig(rest).stopGraceSeconds + 20,
  );
});

const unit = read('carillon.service');
const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];

test('the unit is hardened, keeps its data in a folder of its own and leaves calls their grace', () => {
  const wanted = {
    ...{ DynamicUser: 'yes', NoNewPrivileges: 'yes', ProtectSystem: 'strict', PrivateTmp: 'yes' },
    ...{ ProtectHome: 'yes', CapabilityBoundingSet: '', StateDirectory: 'carillon' },
    ...{ KillMode: 'mixed', Restart: 'on-failure', StateDirectoryMode: '0700' },
  };
  for (const [name, value] of Object.entries(wanted)) expect(setting(name), name).toBe(value);
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute=/m);
  expect(setting('Environment')).toBe('CARILLON_DATA=/var/lib/carillon');
  const lines = read('carillon.env')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line));
  const config = readConfig(Object.fromEntries(lines.map((line) => line.split(/=(.*)/s))));
  expect(Number(setting('TimeoutStopSec'))).toBeGreaterThan(config.stopGraceSeconds + 20);
});

const hasSystemd = (() => {
  try {
    execFileSync('systemd-analyze', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

test.runIf(hasSystemd)('systemd finds nothing wrong with the unit, and little exposed', () => {
  const path = join(folder, 'carillon.service');
  const program = join(image.root, 'opt/carillon/bin/carillon');
  execFileSync('cp', [join(root, 'deploy/carillon.service'), path]);
  execFileSync('sed', [
    '-i',
    `s#^ExecStart=/opt/carillon/bin/carillon#ExecStart=${program}#`,
    path,
  ]);
  execFileSync('systemd-analyze', ['verify', '--man=no', path], { stdio: 'pipe' });
  const analyse = ['security', '--offline=true', '--threshold=20', path];
  expect(execFileSync('systemd-analyze', analyse, { encoding: 'utf8' })).toContain(
    'exposure level',
  );
});
