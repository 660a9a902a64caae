/**
 * Unpacks Debian packages into a cache folder, for tests against programs that npm does not have.
 * Needs no root and does not change the system: apt keeps its state in the folder, nothing is
 * installed.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Why the packages are not available on this machine, in a sentence; tests are skipped with it. */
export class NoPackages extends Error {}

export interface Wanted {
  packages: readonly string[];
  /** Debian's name of the release, such as `forky`; by default that of this machine. */
  suite?: string;
  /** Dependencies that the test does not need. */
  without?: readonly string[];
}

const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
/** Time limit of one command, such as an update of apt's lists or a download. */
const longestRun = 240_000;

const fetched = new Map<string, Promise<string>>();

/**
 * Returns the folder with the unpacked packages and their dependencies; made once and kept.
 *
 * @throws NoPackages if this machine does not run Debian, or cannot reach its mirror
 */
export function unpackDebian(wanted: Wanted): Promise<string> {
  // An unreachable mirror is not tried again in this process.
  const key = JSON.stringify(wanted);
  const one = fetched.get(key) ?? unpackOnce(wanted);
  fetched.set(key, one);
  return one;
}

async function unpackOnce(wanted: Wanted): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new NoPackages(
      `The packages are for Linux on x64; this is ${process.platform} ${process.arch}.`,
    );
  }
  if (!existsSync(keyring) || !existsSync('/usr/bin/apt-get')) {
    throw new NoPackages('This machine does not run Debian, so the packages are not available.');
  }
  const suite = wanted.suite ?? ownRelease();
  const hash = createHash('sha256')
    .update(JSON.stringify([suite, wanted.packages, wanted.without ?? []]))
    .digest('hex');
  const cache = join(homedir(), '.cache', 'carillon-debian');
  const name = `${suite}-${hash.slice(0, 12)}`;
  const folder = join(cache, name);
  if (existsSync(join(folder, 'done'))) return join(folder, 'root');
  // A folder of this process, renamed when complete, so that interrupted or parallel runs do no
  // harm.
  const own = `${folder}.${process.pid}`;
  prepare(cache, name, own);
  try {
    const debs = await download(wanted, suite, own);
    for (const deb of debs) await run('dpkg-deb', ['-x', deb, join(own, 'root')]);
    rmSync(join(own, 'apt'), { recursive: true, force: true });
    writeFileSync(join(own, 'done'), `${wanted.packages.join(' ')}\n`);
    publish(own, folder);
  } finally {
    rmSync(own, { recursive: true, force: true, maxRetries: 3 });
  }
  return join(folder, 'root');
}

/** Removes what ended processes left behind. */
function prepare(cache: string, name: string, own: string): void {
  try {
    mkdirSync(join(own, 'root'), { recursive: true });
  } catch (error) {
    throw new NoPackages(`Cannot store the packages on this machine: ${(error as Error).message}.`);
  }
  for (const left of readdirSync(cache).filter((one) => one.startsWith(`${name}.`))) {
    const pid = Number(left.slice(name.length + 1));
    if (!isAlive(pid)) rmSync(join(cache, left), { recursive: true, force: true, maxRetries: 3 });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function publish(own: string, folder: string): void {
  // Another process may have been faster.
  if (existsSync(join(folder, 'done'))) return;
  rmSync(folder, { recursive: true, force: true });
  renameSync(own, folder);
}

async function download(wanted: Wanted, suite: string, folder: string): Promise<string[]> {
  const apt = join(folder, 'apt');
  for (const part of ['lists/partial', 'archives/partial', 'etc']) {
    mkdirSync(join(apt, part), { recursive: true });
  }
  writeFileSync(join(apt, 'status'), '');
  writeFileSync(
    join(apt, 'etc', 'sources.list'),
    `deb [signed-by=${keyring}] ${mirror()} ${suite} main\n`,
  );
  const options = Object.entries({
    'Dir::State': apt,
    'Dir::State::status': join(apt, 'status'),
    'Dir::State::lists': join(apt, 'lists'),
    'Dir::Cache': apt,
    'Dir::Cache::archives': join(apt, 'archives'),
    'Dir::Etc::sourcelist': join(apt, 'etc', 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'Acquire::Languages': 'none',
    'Acquire::http::Timeout': '20',
    'Acquire::https::Timeout': '20',
    // Otherwise a failed update is no error, and the package is then just "not found".
    'APT::Update::Error-Mode': 'any',
    'Debug::NoLocking': '1',
    'APT::Install-Recommends': 'false',
    'APT::Sandbox::User': '',
  }).flatMap(([key, value]) => ['-o', `${key}=${value}`]);
  const left = (wanted.without ?? []).map((one) => `${one}-`);
  await run('apt-get', [...options, 'update']);
  const install = ['-y', '--download-only', 'install', ...wanted.packages, ...left];
  await run('apt-get', [...options, ...install]);
  const archives = join(apt, 'archives');
  const debs = readdirSync(archives).filter((file) => file.endsWith('.deb'));
  if (debs.length === 0) throw new NoPackages('apt-get downloaded nothing.');
  return debs.map((file) => join(archives, file));
}

/** The mirror that apt uses on this machine. */
function mirror(): string {
  const sources = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'];
  for (const file of sources.filter((one) => existsSync(one))) {
    const line = readFileSync(file, 'utf8').match(/^(?:URIs:|deb(?: \[[^\]]*\])?) *(https?:\S+)/m);
    if (line?.[1]) return line[1];
  }
  throw new NoPackages('apt has no mirror on this machine.');
}

function ownRelease(): string {
  const line = readFileSync('/etc/os-release', 'utf8').match(/^VERSION_CODENAME=(\w+)/m);
  if (!line?.[1]) throw new NoPackages('This machine does not say which Debian release it runs.');
  return line[1];
}

function run(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', 'ignore', 'pipe'] as const;
    const child = spawn(program, args, { stdio: [...stdio], timeout: longestRun });
    let output = '';
    child.stderr?.on('data', (bytes: Buffer) => {
      output = `${output}${bytes.toString()}`.slice(0, 4_000);
    });
    child.on('error', (error) => reject(new NoPackages(`${program}: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new NoPackages(`${program} ended with ${code ?? signal}. ${firstError(output)}`));
    });
  });
}

/** One line, because a skipped test shows one line. */
function firstError(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  return lines.find((line) => line.startsWith('E:')) ?? lines[0] ?? '';
}

if (import.meta.main) {
  const [suite = '', ...packages] = process.argv.slice(2);
  try {
    console.log(await unpackDebian({ packages, ...(suite !== 'own' && { suite }) }));
  } catch (error) {
    if (!(error instanceof NoPackages)) throw error;
    console.log(error.message);
    process.exitCode = 1;
  }
}
