/** The project files that go into a release, and its commit and time. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from './archive.ts';

/** A reason not to make a release, shown as a sentence without its stack. */
export class NoRelease extends Error {}

export interface Commit {
  /** The full hash; `trial` if there are uncommitted changes. */
  name: string;
  /** Seconds since 1970: the time of every file in the release. */
  time: number;
}

function git(root: string, ...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  } catch (cause) {
    throw new NoRelease('Releases can only be made in a Git working copy of Carillon.', { cause });
  }
}

/**
 * The current commit.
 *
 * @param trial use the files as they are; otherwise all changes must be committed
 * @throws NoRelease
 */
export function checkedOut(root: string, trial: boolean): Commit {
  const changed = git(root, 'status', '--porcelain').trim() !== '';
  if (changed && !trial) {
    throw new NoRelease(
      'There are uncommitted changes, so this release could not be reproduced. Commit them, or use --trial.',
    );
  }
  const name = changed ? 'trial' : git(root, 'rev-parse', 'HEAD').trim();
  return { name, time: Number(git(root, 'log', '-1', '--format=%ct')) };
}

/** All files of the project, including uncommitted ones, sorted. */
export function projectFiles(root: string): string[] {
  const output = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
  const files = [...new Set(output.split('\0').filter(Boolean))];
  // The output includes files whose deletion is not committed.
  return files.filter((file) => statSync(join(root, file), { throwIfNoEntry: false })).sort();
}

const folders = /^(src|deploy)\//;
const pages = /^(docs\/[^/]+\.md|docs\/images\/.+|LICENSE|NOTICE|(README|CHANGELOG|SECURITY)\.md)$/;
/** The release has the built console and does not need its sources. */
const unneeded = /^src\/web\/|\.test\.tsx?$/;

/** The server's sources, the operator's documentation and deploy/. */
export function productEntries(root: string): Entry[] {
  return projectFiles(root)
    .filter((file) => (folders.test(file) || pages.test(file)) && !unneeded.test(file))
    .map((file) => ({
      path: file,
      content: readFileSync(join(root, file)),
      executable: /\.sh$/.test(file),
      part: /^src\//.test(file) ? 'Carillon' : 'pages and deploy/',
    }));
}
