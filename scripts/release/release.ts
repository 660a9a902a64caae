/**
 * `npm run release`: makes what operators install, in dist/release/. The same commit gives the same
 * bytes on every Linux x64 machine.
 *
 * `--trial` uses the files as they are, committed or not, needs no database fixture and does not ask
 * the registry for known vulnerabilities.
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
import { askRegistry, judge, readAccepted } from './vulnerabilities.ts';

const { values } = parseArgs({
  options: { trial: { type: 'boolean', default: false }, out: { type: 'string' } },
});

try {
  const out = resolve(values.out ?? join(root, 'dist', 'release'));
  const commit = checkedOut(root, values.trial);
  const problem = values.trial ? undefined : fixtureProblem(version);
  if (problem) throw new NoRelease(problem);
  if (!values.trial) await checkVulnerabilities();
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const { files, entries } = await makeRelease(root, commit, out);
  process.stdout.write(`${[...sizeLines(entries), '', ...files].join('\n')}\n`);
} catch (error) {
  if (!(error instanceof NoRelease)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** @throws NoRelease when a package has a known vulnerability that nobody accepted */
async function checkVulnerabilities(): Promise<void> {
  const today = new Date().toISOString().slice(0, 10);
  const { lines, stops } = judge(await askRegistry(root), readAccepted(root), today);
  process.stdout.write(`${lines.join('\n')}\n`);
  if (stops.length > 0) throw new NoRelease(stops.join('\n'));
}
