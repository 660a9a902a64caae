/**
 * What the long proofs came to, run by run, in docs/proof/runs.json: `npm run simulate` and
 * `npm run chaos` add to it and write docs/proof.md anew.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { proofPage } from './page.ts';
import type { PastViolation, ProofRun } from './runs.ts';

const files = { runs: 'docs/proof/runs.json', past: 'docs/proof/past.json', page: 'docs/proof.md' };

export const readRuns = (root: string): ProofRun[] => read(root, files.runs);
export const readPast = (root: string): PastViolation[] => read(root, files.past);
export const readPage = (root: string): string => readFileSync(join(root, files.page), 'utf8');

function read<T>(root: string, file: string): T[] {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

export function writePage(root: string): void {
  writeFileSync(join(root, files.page), proofPage(readRuns(root), readPast(root)));
}

/** What is proved: a run that no commit can repeat is no proof. */
const proved = ['src', 'test', 'package-lock.json'];

/** @returns why the run was not added; undefined: it was */
export function addRun(
  root: string,
  run: Pick<ProofRun, 'proof' | 'figures' | 'violations'>,
): string | undefined {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  let commit: string;
  try {
    commit = git('rev-parse', '--short=8', 'HEAD');
    if (git('status', '--porcelain', '--', ...proved) !== '')
      return 'src/ or test/ has changes that are not committed';
  } catch {
    return 'this folder is no clone of the repository';
  }
  const [cpu] = cpus();
  const on = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} x ${cpu?.model.trim() ?? 'unknown'}`;
  const { proof, figures, violations } = run;
  const runs = [...readRuns(root), { proof, on, commit, machine, figures, violations }];
  writeFileSync(join(root, files.runs), `${JSON.stringify(runs, null, 2)}\n`);
  writePage(root);
  return undefined;
}

/** Adds the run and says so, or why not. */
export function recordRun(
  root: string,
  run: Pick<ProofRun, 'proof' | 'figures' | 'violations'>,
): void {
  const why = addRun(root, run);
  process.stdout.write(
    why ? `Not added to ${files.page}: ${why}.\n` : `Added to ${files.page}; commit it.\n`,
  );
}
