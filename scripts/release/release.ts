/**
 * `npm run release`: makes what operators install, in dist/release/. The same commit gives the same
 * bytes on every Linux x64 machine.
 *
 * `--trial` uses the files as they are, committed or not, and needs no database fixture.
 * `--out=FOLDER` writes to that folder instead.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../../src/version.ts';
import { root } from '../install.mjs';
import { fixtureProblem } from './fixture-check.ts';
import { makeRelease } from './make-release.ts';
import { checkedOut, NoRelease } from './project-files.ts';
import { sizeLines } from './sizes.ts';

const { values } = parseArgs({
  options: { trial: { type: 'boolean', default: false }, out: { type: 'string' } },
});

try {
  const out = resolve(values.out ?? join(root, 'dist', 'release'));
  const commit = checkedOut(root, values.trial);
  const problem = values.trial ? undefined : fixtureProblem(version);
  if (problem) throw new NoRelease(problem);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const { files, entries } = await makeRelease(root, commit, out);
  process.stdout.write(`${[...sizeLines(entries), '', ...files].join('\n')}\n`);
} catch (error) {
  if (!(error instanceof NoRelease)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
