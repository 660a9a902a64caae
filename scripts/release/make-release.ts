/** Makes the files of a release from the project's files and its lock file. */
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildConsole } from '../../src/cli/start/console-build.ts';
import { npmCi } from '../install.mjs';
import { type Entry, writeArchive } from './archive.ts';
import { neededPackages, packageEntries } from './packages.ts';
import { type Commit, productEntries } from './project-files.ts';
import { billOfMaterials } from './sbom.ts';

export interface Release {
  /** The names of the files written. */
  files: string[];
  /** The contents of the archive for Linux x64. */
  entries: Entry[];
}

/** npm options for the machine that the archive with Node is for. */
const linux = ['--os=linux', '--cpu=x64', '--libc=glibc'];

/**
 * Writes to `out`: an archive that runs on Linux x64 as it is, one without packages for other
 * machines, the bill of materials, and the checksums of these files.
 */
export async function makeRelease(root: string, commit: Commit, out: string): Promise<Release> {
  const scratch = mkdtempSync(join(tmpdir(), 'carillon-release-'));
  try {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const { name, version, license } = manifest;
    const packages = await freshPackages(root, join(scratch, 'packages'));
    await buildConsole(join(scratch, 'console'));
    const shared = [
      ...productEntries(root),
      ...consoleEntries(join(scratch, 'console')),
      entry('bin/carillon', readFileSync(join(root, 'scripts/release/carillon.sh')), true),
      entry('release.json', json({ commit: commit.name })),
    ];
    const entries = [
      ...shared,
      entry('package.json', json(withoutTools(manifest))),
      ...packageEntries(join(scratch, 'packages'), packages.all),
    ];
    const folder = `${name}-${version}`;
    const sums = new Map<string, string>();
    const archive = async (file: string, inside: Entry[]) => {
      sums.set(file, await writeArchive(join(out, file), folder, inside, commit.time));
    };
    await archive(`${folder}-linux-x64.tar.gz`, entries);
    await archive(`${folder}.tar.gz`, [...shared, ...toolEntries(root)]);
    const bill = `${folder}-linux-x64.cdx.json`;
    const product = { name, version, license, commit: commit.name };
    writeFileSync(join(out, bill), billOfMaterials(product, packages));
    sums.set(bill, sha256(readFileSync(join(out, bill))));
    const lines = [...sums].sort().map(([file, sum]) => `${sum}  ${file}\n`);
    writeFileSync(join(out, 'SHA256SUMS'), lines.join(''));
    return { files: readdirSync(out).sort(), entries };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Installs afresh, so that npm compares each package with its checksum in the lock file. */
async function freshPackages(root: string, folder: string) {
  for (const file of ['package.json', 'package-lock.json']) {
    cpSync(join(root, file), join(folder, file));
  }
  await npmCi(folder, ['--omit=dev', '--include=optional', '--prefer-offline', ...linux]);
  return neededPackages(folder);
}

/** Excludes Vite's manifest, which only a benchmark reads. */
function consoleEntries(folder: string): Entry[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .filter((file) => !file.startsWith(join(folder, '.vite')))
    .map((file) => ({
      path: `dist/console/${relative(folder, file)}`,
      content: readFileSync(file),
      part: 'console',
    }));
}

/** The files that install the packages on other machines at the first start. */
function toolEntries(root: string): Entry[] {
  const scripts = ['carillon', 'install', 'runtime'].map((name) => `scripts/${name}.mjs`);
  return ['package.json', 'package-lock.json', ...scripts].map((file) =>
    entry(file, readFileSync(join(root, file))),
  );
}

function entry(path: string, content: Buffer, executable = false): Entry {
  return { path, content, executable, part: 'Carillon' };
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}

/** The complete archive is neither developed in nor installed into. */
function withoutTools({ scripts, devDependencies, bin, ...kept }: Record<string, unknown>) {
  return kept;
}
