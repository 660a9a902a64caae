import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dataFolderProblem, makeDataFolder, missingFolderProblem } from './cluster-paths.ts';

test('a data folder is made with its parents; a location that cannot hold one is refused in a sentence', () => {
  const root = mkdtempSync(join(tmpdir(), 'carillon-paths-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  makeDataFolder(join(root, 'a', 'b'));
  makeDataFolder(join(root, 'a', 'b'));
  expect(statSync(join(root, 'a', 'b')).isDirectory()).toBe(true);
  const isFile = 'it or a folder above it is a file. Choose another folder with CARILLON_DATA.';
  expect(() => makeDataFolder('/dev/null/carillon')).toThrow(isFile);
  // A program has the rights of a folder that can be used.
  for (const mode of [0o644, 0o755]) {
    const file = join(root, `file-${mode}`);
    writeFileSync(file, '', { mode });
    expect(() => makeDataFolder(file)).toThrow(isFile);
    expect(() => makeDataFolder(join(file, 'below'))).toThrow(isFile);
  }
  expect(dataFolderProblem('/srv', { code: 'EROFS' })).toContain('file system is read-only');
  if (process.platform === 'linux') {
    expect(() => makeDataFolder('/proc/carillon')).toThrow('choose another folder');
  }
});

test('a data folder behind a broken link, or with a name too long, is reported as that and not as a lack of rights', () => {
  const root = mkdtempSync(join(tmpdir(), 'carillon-paths-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const link = join(root, 'link');
  symlinkSync(join(root, 'nowhere'), link);
  const long = join(root, 'x'.repeat(300));
  for (const [folder, said] of [
    [link, `${link} is a link to ${join(root, 'nowhere')}, which does not exist.`],
    [join(link, 'below'), `${link} is a link to ${join(root, 'nowhere')}, which does not exist.`],
    [long, 'cannot be used: name too long.'],
  ] as const) {
    expect(() => makeDataFolder(folder)).toThrow(said);
    expect(missingFolderProblem(folder)).toContain(said);
  }
  expect(missingFolderProblem(join(root, 'new', 'one'))).toBeUndefined();
  expect(existsSync(join(root, 'nowhere'))).toBe(false);
  expect(dataFolderProblem('/srv', { code: 'EACCES' })).toContain('This user cannot write');
});
