/** What of the project goes into a release, and of which commit and time it is. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry } from './archive.ts';

/** A reason not to make a release, in a sentence; no stack is shown. */
export class NoRelease extends Error {}

export interface Commit {
  /** The whole hash; `trial` for files that are not committed. */
  name: string;
  /** Seconds since 1970: the time of every file in the release. */
  time: number;
}

function git(root: string, ...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  } catch (cause) {
    throw new NoRelease('A release is made in a Git working copy of Carillon.', { cause });
  }
}

/**
 * The commit that is checked out.
 *
 * @param trial take the files as they are; otherwise each of them must be committed
 * @throws NoRelease
 */
export function checkedOut(root: string, trial: boolean): Commit {
  const changed = git(root, 'status', '--porcelain').trim() !== '';
  if (changed && !trial) {
    throw new NoRelease(
      'There are changes that are not committed, so that nobody could make this release again. Commit them, or try it with --trial.',
    );
  }
  const name = changed ? 'trial' : git(root, 'rev-parse', 'HEAD').trim();
  return { name, time: Number(git(root, 'log', '-1', '--format=%ct')) };
}

/** Every file of the project, those that are not committed yet too, sorted. */
export function projectFiles(root: string): string[] {
  const listed = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
  const files = [...new Set(listed.split('\0').filter(Boolean))];
  // What was deleted and not committed is still listed.
  return files.filter((file) => statSync(join(root, file), { throwIfNoEntry: false })).sort();
}

const folders = /^(src|deploy)\//;
const pages = /^(docs\/[^/]+\.md|docs\/images\/.+|LICENSE|NOTICE|(README|CHANGELOG|SECURITY)\.md)$/;
/** The console is built, and its sources are of no use to it then. */
const unneeded = /^src\/web\/|\.test\.tsx?$/;

/** The server's sources, the operator's pages and what deploys it. */
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
