import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** How to start the browser of the tests. */
export interface Chromium {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

/**
 * Arguments of our own: the package's include --single-process, which kills the browser when a
 * context closes. Nothing here may talk to the outside.
 */
const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

/**
 * The Chromium of the npm package, unpacked once for each version into the system's temp folder,
 * with its own fonts and, where the machine lacks them, its own libraries. CARILLON_CHROMIUM names
 * another one.
 */
export function chromium(): Chromium {
  const given = process.env.CARILLON_CHROMIUM;
  if (given) return { executablePath: given, args, env: environment() };
  const folder = unpacked();
  const executablePath = join(folder, 'chromium');
  const fonts = { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  const plain = environment(fonts);
  if (runs(executablePath, plain)) return { executablePath, args, env: plain };
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH];
  const env = environment({ ...fonts, LD_LIBRARY_PATH: libraries.filter(Boolean).join(':') });
  if (runs(executablePath, env)) return { executablePath, args, env };
  throw new Error(
    `The Chromium of the tests does not run on this machine (${executablePath}). Set CARILLON_CHROMIUM to one that does.`,
  );
}

function runs(executablePath: string, env: Record<string, string>): boolean {
  return spawnSync(executablePath, ['--version'], { env, timeout: 30_000 }).status === 0;
}

function environment(more: Record<string, string> = {}): Record<string, string> {
  const { PATH = '', HOME = tmpdir(), TMPDIR = tmpdir() } = process.env;
  return { PATH, HOME, TMPDIR, ...more };
}

/** Unpacked beside and then renamed: parallel first runs race otherwise. */
function unpacked(): string {
  const packageFolder = dirname(
    dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
  );
  const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const user = process.getuid?.() ?? 0;
  const folder = join(tmpdir(), `carillon-chromium-${manifest.version}-${user}`);
  if (existsSync(join(folder, 'chromium'))) return folder;
  const draft = mkdtempSync(`${folder}.`);
  try {
    unpackInto(draft, packageFolder);
    writeFileSync(join(draft, 'fonts.conf'), fontSettings(folder));
    mkdirSync(join(draft, 'font-cache'));
    renameSync(draft, folder);
  } catch (error) {
    if (!existsSync(join(folder, 'chromium'))) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

/** The package unpacks into the temp folder of its process, hence a process of its own. */
function unpackInto(folder: string, packageFolder: string): void {
  const module = JSON.stringify(join(packageFolder, 'build', 'index.js'));
  const bin = JSON.stringify(join(packageFolder, 'bin'));
  const script = `
    const { inflate } = await import(${module});
    const files = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
    await Promise.all(files.map((file) => inflate(${bin} + '/' + file)));`;
  execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env: environment({ TMPDIR: folder }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The package's fonts first, so that pictures look the same everywhere; then the machine's. */
function fontSettings(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'font-cache')}</cachedir>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`;
}
