import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { findBinaries } from '#db/embedded/binaries.ts';
import { dataFolderProblem, missingFolderProblem } from '#db/embedded/cluster-paths.ts';
import { serverUser } from '#db/embedded/unprivileged-user.ts';
import { hashPassword } from '#db/password.ts';
import { decoder } from '#sound-files/decode.ts';
import { isRelease } from '#version.ts';
import { type Finding, fine, hint, wrong } from './finding.ts';

const GB = 1024 ** 3;

export function nodeVersion(version = process.version): Finding {
  const major = Number(version.slice(1).split('.')[0]);
  if (major >= 24) return fine('Node', `${version} (${process.execPath})`);
  return wrong(
    'Node',
    `This is ${version}; Carillon needs Node 24 or later. "npm start" installs its own on Linux x64.`,
  );
}

const cure = isRelease
  ? 'Use the release for this kind of machine.'
  : 'Remove node_modules and run "npm ci" on this machine.';

/** The packages with machine code: they do not load when installed for another kind of machine. */
export async function nativePackages(): Promise<Finding> {
  try {
    await hashPassword('doctor');
    return fine('Packages', `installed for ${process.platform} ${process.arch}`);
  } catch (error) {
    return wrong(
      'Packages',
      `Password hashing does not work (${(error as Error).message}). ${cure}`,
    );
  }
}

/** MP3 and M4A need a decoder that exists for some machines only; WAV is read everywhere. */
export async function soundDecoder(load: () => Promise<unknown> = decoder): Promise<Finding> {
  try {
    await load();
    return fine('Sound files', 'MP3, MP4, M4A and WAV can be read');
  } catch {
    return hint(
      'Sound files',
      `Only WAV files can be read here (${process.platform} ${process.arch}); MP3, MP4 and M4A need Linux on x64 with glibc, or macOS.`,
    );
  }
}

export function postgresBinaries(): Finding {
  const user = serverUser();
  const { postgres } = findBinaries(user);
  const version = execFileSync(postgres, ['--version'], { encoding: 'utf8' }).trim();
  return fine('PostgreSQL', user ? `${version}, run as the user ${user.name}` : version);
}

export function dataFolder(folder: string): Finding {
  if (!existsSync(folder)) {
    const problem = missingFolderProblem(folder);
    if (problem) return wrong('Data folder', problem);
    const parent = nearest(folder);
    if (!statSync(parent).isDirectory()) {
      return wrong('Data folder', dataFolderProblem(folder, { code: 'ENOTDIR' }));
    }
    if (!isWritable(parent)) {
      return wrong(
        'Data folder',
        `${folder} does not exist, and this user cannot create it. Choose another folder with CARILLON_DATA.`,
      );
    }
    return hint('Data folder', `${folder} does not exist yet; the first start creates it.`);
  }
  if (!statSync(folder).isDirectory()) {
    return wrong('Data folder', dataFolderProblem(folder, { code: 'ENOTDIR' }));
  }
  if (!isWritable(folder)) {
    return wrong(
      'Data folder',
      `This user cannot write to ${folder}. Run this as the user that started Carillon first.`,
    );
  }
  return fine('Data folder', folder);
}

/** Bytes that this user may still write where the folder is, or will be. */
export function freeBytes(folder: string): number {
  return diskOf(folder).freeBytes;
}

/** The same, with the size of that disk. */
export function diskOf(folder: string): { freeBytes: number; sizeBytes: number } {
  const { bavail, bsize, blocks } = statfsSync(nearest(folder));
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

export function diskSpace(folder: string): Finding {
  const free = freeBytes(folder) / GB;
  const text = `${free.toFixed(1)} GB free`;
  if (free < 1)
    return wrong(
      'Disk',
      `${text}: too little for a database. Free some space, or move CARILLON_DATA.`,
    );
  return free < 5
    ? hint('Disk', `${text}: an upload of a million rows takes about 1 GB.`)
    : fine('Disk', text);
}

/** The folder itself, or the nearest one above it that exists. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder));
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
