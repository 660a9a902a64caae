/**
 * Debian packages unpacked into a cache folder, for tests against programs that npm does not have.
 * Needs no root and leaves the system as it is: apt keeps its state in the folder, nothing is installed.
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

/** Why the packages cannot be had on this machine, in a sentence; tests skip with it. */
export class NoPackages extends Error {}

export interface Wanted {
  packages: readonly string[];
  /** Debian's word for the release, such as `forky`; the machine's own when absent. */
  suite?: string;
  /** Packages that apt would add and the test does without: they are left out. */
  without?: readonly string[];
}

const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
const cacheFolder = join(homedir(), '.cache', 'carillon-debian');

/**
 * The folder that holds the unpacked packages and all that they depend on; made once and kept.
 *
 * @throws NoPackages when this is no Debian, or when its mirror cannot be reached
 */
export async function unpackDebian(wanted: Wanted): Promise<string> {
  if (!existsSync(keyring) || !existsSync('/usr/bin/apt-get')) {
    throw new NoPackages('This machine is no Debian: its packages are not to be had.');
  }
  const suite = wanted.suite ?? ownRelease();
  const name = createHash('sha256')
    .update(JSON.stringify([suite, wanted.packages, wanted.without ?? []]))
    .digest('hex');
  const folder = join(cacheFolder, `${suite}-${name.slice(0, 12)}`);
  const root = join(folder, 'root');
  const done = join(folder, 'done');
  if (existsSync(done)) return root;
  rmSync(folder, { recursive: true, force: true });
  const debs = await download(wanted, suite, folder);
  mkdirSync(root, { recursive: true });
  for (const deb of debs) await run('dpkg-deb', ['-x', deb, root]);
  // By a rename, so that an interrupted unpacking does not look finished.
  writeFileSync(`${done}.part`, `${wanted.packages.join(' ')}\n`);
  renameSync(`${done}.part`, done);
  rmSync(join(folder, 'apt'), { recursive: true, force: true });
  return root;
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

/** The mirror that the machine's own apt uses. */
function mirror(): string {
  const sources = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'];
  for (const file of sources.filter((one) => existsSync(one))) {
    const line = readFileSync(file, 'utf8').match(/^(?:URIs:|deb(?: \[[^\]]*\])?) *(https?:\S+)/m);
    if (line?.[1]) return line[1];
  }
  return 'http://deb.debian.org/debian';
}

function ownRelease(): string {
  const line = readFileSync('/etc/os-release', 'utf8').match(/^VERSION_CODENAME=(\w+)/m);
  if (!line?.[1]) throw new NoPackages('This machine does not say which Debian it is.');
  return line[1];
}

function run(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => {
      said = `${said}${bytes.toString()}`.slice(-2_000);
    });
    child.on('error', (error) => reject(new NoPackages(`${program}: ${error.message}`)));
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new NoPackages(`${program} ended with ${code}: ${said.trim()}`));
    });
  });
}

if (import.meta.main) {
  const [suite = '', ...packages] = process.argv.slice(2);
  console.log(await unpackDebian({ packages, ...(suite !== 'own' && { suite }) }));
}
