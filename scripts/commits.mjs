/**
 * Checks commit messages against CONTRIBUTING.md. With a file, as the hook commit-msg passes it, it
 * checks that message. Without one, as in `npm run check`, it checks every commit since the hook
 * exists.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageProblems } from './commit-message.mjs';
import { root } from './install.mjs';

const hook = '.githooks/commit-msg';

function git(folder, ...args) {
  const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 26 };
  return execFileSync('git', args, options).trim();
}

/**
 * Merges, and commits from before the hook, are exempt.
 *
 * @param {string} folder a working copy
 * @returns {{problems: string[], note: string}} the note says how many were checked, or why none
 */
export function historyProblems(folder) {
  if (!existsSync(join(folder, '.git'))) return unread('this is not a git checkout');
  try {
    if (git(folder, 'rev-parse', '--is-shallow-repository') === 'true')
      return unread('this checkout is shallow');
    const commits = commitsWithHook(folder);
    const problems = commits.flatMap(({ name, text }) =>
      messageProblems(text).map((one) => `${name} ${text.split('\n')[0]}\n    ${one}`),
    );
    return { problems, note: `${commits.length} commit messages checked.` };
  } catch (error) {
    const reason = String(error.stderr || error.message)
      .trim()
      .split('\n')[0];
    return unread(`git failed (${reason})`);
  }
}

const unread = (why) => ({ problems: [], note: `No commit messages checked: ${why}.` });

function commitsWithHook(folder) {
  const added = ['--full-history', '--diff-filter=A', '--format=%H', '--', hook];
  const first = git(folder, 'log', ...added)
    .split('\n')
    .at(-1);
  if (!first) return [];
  // Only its descendants: older branches had no hook.
  const range = ['--no-merges', '--ancestry-path', '--format=%h%n%B%x00', `${first}..HEAD`];
  const logs = [
    git(folder, 'log', '-1', '--format=%h%n%B%x00', first),
    git(folder, 'log', ...range),
  ];
  return logs
    .flatMap((log) => log.split('\0'))
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => {
      const end = one.indexOf('\n');
      return { name: one.slice(0, end), text: one.slice(end + 1) };
    });
}

/** Checks the message that is being committed; git writes those of merges itself. */
function hookProblems(file) {
  const merge = git(process.cwd(), 'rev-parse', '--git-path', 'MERGE_HEAD');
  return existsSync(merge) ? [] : messageProblems(readFileSync(file, 'utf8'));
}

function main(file) {
  const { problems, note } = file
    ? { problems: hookProblems(file), note: '' }
    : historyProblems(root);
  for (const problem of problems) process.stderr.write(`  ${problem}\n`);
  if (file && problems.length > 0)
    process.stderr.write(
      'Nothing was committed. See CONTRIBUTING.md for how to write a commit message.\n',
    );
  if (note) process.stdout.write(`  ${note}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv[2]);
