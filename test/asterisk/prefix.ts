/** A real Asterisk without an installation: Debian's packages, unpacked into a cache. */
import { fileURLToPath } from 'node:url';
import { NoPackages, unpackDebian } from '../../scripts/debian-unpack.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
export const configFolders = {
  platform: `${project}deploy/asterisk`,
  network: `${project}test/asterisk/network`,
} as const;

/** Below the prefix. */
export const libraries = 'usr/lib/x86_64-linux-gnu';
export const loader = `${libraries}/ld-linux-x86-64.so.2`;

/** Where the prefix is, or why there can be none on this machine. */
export type Prefix = { path: string } | { missing: string };

/** Fetches it where it is not there yet: about half a minute and 82 MB from Debian's mirror. */
export async function asteriskPrefix(): Promise<Prefix> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { missing: `it is for Linux on x64, and this is ${process.platform} ${process.arch}` };
  }
  try {
    return { path: await unpackDebian({ packages: ['asterisk'], suite: 'forky' }) };
  } catch (error) {
    if (!(error instanceof NoPackages)) throw error;
    return { missing: error.message };
  }
}
