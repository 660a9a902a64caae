/** Which Carillon this is: shown to the operator and other engines, in the log and in the metrics. */
import { readFileSync } from 'node:fs';

interface Build {
  /** `1.4.0`, as in package.json. */
  version: string;
  /** The commit that a release was made of, 7 or more hex digits; absent in a working copy. */
  commit?: string;
}

function read(file: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
}

/** `release.json` is written by `npm run release` beside package.json. */
function readBuild(): Build {
  const { version } = read('../package.json');
  let commit: unknown;
  try {
    ({ commit } = read('../release.json'));
  } catch {
    // A working copy.
  }
  return { version: String(version), ...(typeof commit === 'string' && { commit }) };
}

const build = readBuild();

/** `1.4.0`. */
export const version = build.version;

/** Absent in a working copy. */
export const commit = build.commit;

/** `1.4.0 (4f2c9d1)`, or without the commit in a working copy. */
export const versionWithCommit = build.commit
  ? `${build.version} (${build.commit.slice(0, 7)})`
  : build.version;

/** Whether this is an unpacked release: its console is built, and npm has no part in running it. */
export const isRelease = build.commit !== undefined;

/** What an operator types before a command's name. */
export const commandPrefix = isRelease ? 'carillon' : 'npm run carillon --';
