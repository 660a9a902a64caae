import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { messageProblems } from '../../scripts/commit-message.mjs';
import { historyProblems } from '../../scripts/commits.mjs';
import { linkGitHooks, root } from '../../scripts/install.mjs';

const good = 'Refuse long subjects\n\nA log of long subjects cannot be read.\n';

describe('a commit message', () => {
  test.each([
    good,
    `${'Add '.padEnd(72, 'x')}\n\nWhy.`,
    'Address what a reviewer found\n\nWhy.',
    'Bring back a check\n\nWhy.',
    'Feed the engine\n\nWhy.',
    'Cross-check two tables\n\nWhy.',
    'Revert "Add a hook"\n\nThis reverts commit 1a3d6a8.',
    `${good}\n# Please enter the commit message\n`,
  ])('%j is fine', (message) => expect(messageProblems(message)).toEqual([]));

  test.each([
    [`${'Add '.padEnd(73, 'x')}\n\nWhy.`, '73 characters'],
    ['Added a hook\n\nWhy.', 'in the imperative'],
    ['Adding a hook\n\nWhy.', 'in the imperative'],
    ['Adds a hook\n\nWhy.', 'in the imperative'],
    ['The hook that refuses\n\nWhy.', 'in the imperative'],
    ['add a hook\n\nWhy.', 'capital letter'],
    ['Add a hook.\n\nWhy.', 'period'],
    ['Add a hook', 'no body'],
    ['Add a hook\n\nCo-authored-by: A <a@example.com>\n', 'no body'],
    ['Add a hook\n\n# Only a comment\n', 'no body'],
    ['Add a hook\n# ------------------------ >8 ------------------------\ndiff', 'no body'],
    ['Add a hook\nWhy.', 'second line'],
    ['# Nothing\n', 'empty'],
  ])('%j is refused: %s', (message, reason) =>
    expect(messageProblems(message).join('\n')).toContain(reason),
  );
});

describe('in a repository', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'carillon-commits-'));
    git('init', '--quiet', '--initial-branch=main');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const git = (...args: string[]) => {
    const who = [
      '-c',
      'user.name=A',
      '-c',
      'user.email=a@example.com',
      '-c',
      'commit.gpgsign=false',
    ];
    return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  };
  const bring = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  };
  const commit = (message: string, ...more: string[]) =>
    git('commit', '--quiet', '--allow-empty', '-m', message, ...more);
  const addHook = () => {
    for (const path of [
      '.githooks/commit-msg',
      'scripts/commits.mjs',
      'scripts/commit-message.mjs',
    ])
      bring(path);
    bring('scripts/install.mjs');
    git('add', '.');
    commit(good);
  };

  test('the hook refuses what the function refuses, and merges need no body', () => {
    addHook();
    linkGitHooks(folder);
    expect(git('config', 'core.hooksPath').trim()).toBe('.githooks');
    expect(() => commit('Added more')).toThrow(/in the imperative/);
    commit(good);
    git('switch', '--quiet', '-c', 'side', 'HEAD~1');
    commit('Add a side\n\nWhy.');
    git('merge', '--quiet', '-m', 'Merged it', 'main');
    expect(git('log', '-1', '--format=%s').trim()).toBe('Merged it');
  });

  test("hooks of somebody's own stay", () => {
    addHook();
    git('config', 'core.hooksPath', 'mine');
    linkGitHooks(folder);
    expect(git('config', 'core.hooksPath').trim()).toBe('mine');
  });

  test('commits that had the hook are checked; those before, beside and merges are exempt', () => {
    commit('Was before');
    git('branch', 'beside');
    addHook();
    git('switch', '--quiet', 'beside');
    commit('Was beside');
    git('switch', '--quiet', 'main');
    git('merge', '--quiet', '-m', 'Merged it', 'beside');
    commit('Add more\n\nWhy.');
    expect(historyProblems(folder)).toEqual({
      problems: [],
      note: '2 commit messages checked.',
    });
    commit('Added too much');
    const [mood, body, ...others] = historyProblems(folder).problems;
    expect(mood).toContain('Added too much');
    expect(body).toContain('no body');
    expect(others).toEqual([]);
  });

  test('a shallow checkout and an archive say that nothing was checked, and pass', () => {
    commit('Was before');
    addHook();
    commit('Added badly');
    const shallow = join(folder, 'shallow');
    git('clone', '--quiet', '--depth=1', `file://${folder}`, shallow);
    expect(historyProblems(shallow)).toEqual({
      problems: [],
      note: 'No commit messages checked: this checkout is shallow.',
    });
    rmSync(join(folder, '.git'), { recursive: true });
    writeFileSync(join(folder, 'README.md'), '');
    expect(historyProblems(folder)).toEqual({
      problems: [],
      note: 'No commit messages checked: this is not a git checkout.',
    });
  });
});
