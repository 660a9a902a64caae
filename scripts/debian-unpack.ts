/**
 * Debian packages unpacked into a folder, with everything that they need, for tests against real
 * programs. Nothing is installed: apt works on a state of its own, with the machine's own mirror
 * and keys, and no package's script is run. What is there runs with the folder's own loader.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Unpacking {
  /** As apt names them; what they depend on comes along. */
  packages: readonly string[];
  /** Of Debian, such as «forky». */
  suite: string;
  /** Is made; holds the unpacked files in `root`. */
  folder: string;
}

const run = promisify(execFile);
const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg';
const within = 10 * 60_000;
export const loader = 'usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2';
export const libraries = 'usr/lib/x86_64-linux-gnu';

/** Why packages cannot be had on this machine; undefined when they may be. */
export function whyNoPackages(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return `the packages are for Linux on x64, and this is ${process.platform} ${process.arch}`;
  }
  if (!existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg-deb')) {
    return 'this machine has no apt-get and dpkg-deb';
  }
  if (!existsSync(keyring)) return `this machine has no Debian keys (${keyring})`;
  return debianMirror() ? undefined : 'the apt sources of this machine name no Debian mirror';
}

/**
 * Takes about ten seconds and the network for a program of some size. Answers the folder that
 * stands for `/`.
 *
 * @throws Error when apt cannot resolve, fetch or verify them
 */
export async function unpackPackages({ packages, suite, folder }: Unpacking): Promise<string> {
  const apt = join(folder, 'apt');
  const root = join(folder, 'root');
  for (const made of ['lists/partial', 'archives/partial', 'etc']) {
    mkdirSync(join(apt, made), { recursive: true });
  }
  mkdirSync(root, { recursive: true });
  writeFileSync(join(apt, 'status'), '');
  const source = `deb [arch=amd64 signed-by=${keyring}] ${debianMirror()} ${suite} main\n`;
  writeFileSync(join(apt, 'etc', 'sources.list'), source);
  const options = aptOptions(apt);
  await run('apt-get', [...options, 'update'], { timeout: within });
  const install = [...options, '-y', '--download-only', 'install', ...packages];
  await run('apt-get', install, { timeout: within, maxBuffer: 1 << 24 });
  const archives = join(apt, 'archives');
  for (const file of readdirSync(archives).filter((name) => name.endsWith('.deb'))) {
    await run('dpkg-deb', ['-x', join(archives, file), root], { timeout: within });
  }
  rmSync(apt, { recursive: true, force: true });
  return root;
}

/** Debian's mirror as the machine's own sources name it. */
function debianMirror(): string | undefined {
  const folder = '/etc/apt/sources.list.d';
  const files = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const texts = ['/etc/apt/sources.list', ...files]
    .filter((file) => existsSync(file) && /\.(list|sources)$/.test(file))
    .map((file) => readFileSync(file, 'utf8'));
  for (const text of texts) {
    const [, uri] =
      /^URIs:\s*(\S*\/debian)\/?\s*$/m.exec(text) ??
      /^deb\s+(?:\[[^\]]*\]\s+)?(\S*\/debian)\/?\s/m.exec(text) ??
      [];
    if (uri) return uri;
  }
  return undefined;
}

/** Its own lists, status and archives; no recommended packages, no lock of the system's. */
function aptOptions(apt: string): string[] {
  const settings = {
    'Dir::State': apt,
    'Dir::State::status': join(apt, 'status'),
    'Dir::State::lists': join(apt, 'lists'),
    'Dir::Cache': apt,
    'Dir::Cache::archives': join(apt, 'archives'),
    'Dir::Etc::sourcelist': join(apt, 'etc', 'sources.list'),
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'APT::Architecture': 'amd64',
    'APT::Install-Recommends': 'false',
    'APT::Sandbox::User': process.getuid?.() === 0 ? 'root' : '',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '2',
    'Debug::NoLocking': '1',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
}
