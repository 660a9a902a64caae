/** A real Asterisk without installing it: Debian's packages, unpacked into a cache. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
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

/** The prefix's folder, or why there is none on this machine. */
export type Prefix = { path: string } | { missing: string };

/** Fetches it if needed: about half a minute and 82 MB from Debian's mirror. */
export async function asteriskPrefix(): Promise<Prefix> {
  try {
    const path = await unpackDebian({ packages: ['asterisk'], suite: 'forky' });
    const why = whyNot(path);
    return why ? { missing: `Asterisk cannot run on this machine: ${why}` } : { path };
  } catch (error) {
    if (!(error instanceof NoPackages)) throw error;
    return { missing: error.message };
  }
}

/** Its libraries are from a newer release, for which the machine's kernel may be too old. */
function whyNot(path: string): string | undefined {
  const program = ['--library-path', join(path, libraries), join(path, 'usr/sbin/asterisk'), '-V'];
  const { status, stderr, error } = spawnSync(join(path, loader), program, { encoding: 'utf8' });
  if (status === 0) return undefined;
  return error?.message ?? stderr.trim().split('\n')[0] ?? `it exited with status ${status}`;
}
