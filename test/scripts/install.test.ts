import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { missingPackages, notWritable } from '../../scripts/install.mjs';
import { findNode, nodeFlags } from '../../scripts/runtime.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carillon-install-'));
  mkdirSync(join(folder, 'node_modules'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lock = (path: string, packages: object) =>
  writeFileSync(join(folder, path), JSON.stringify({ lockfileVersion: 3, packages }));

const pg = { 'node_modules/pg': { version: '8.0.0' } };

test('nothing installed: everything is missing', () => {
  lock('package-lock.json', pg);
  expect(missingPackages(folder)).toEqual(['node_modules/pg']);
});

test('what the lock file asks for is there: nothing is missing', () => {
  lock('package-lock.json', { '': { name: 'x' }, ...pg });
  lock('node_modules/.package-lock.json', pg);
  expect(missingPackages(folder)).toEqual([]);
});

test('another version counts as missing', () => {
  lock('package-lock.json', { 'node_modules/pg': { version: '8.1.0' } });
  lock('node_modules/.package-lock.json', pg);
  expect(missingPackages(folder)).toEqual(['node_modules/pg']);
});

test('a package for another kind of machine may be missing, one for this kind may not', () => {
  const here = { optional: true, os: [process.platform], cpu: [process.arch], version: '1.0.0' };
  lock('package-lock.json', {
    'node_modules/here': here,
    'node_modules/there': { ...here, os: ['plan9'] },
    'node_modules/text': { ...here, os: process.platform, cpu: process.arch },
    'node_modules/not': { ...here, os: [`!${process.platform}`] },
  });
  expect(missingPackages(folder)).toEqual(['node_modules/here', 'node_modules/text']);
});

test('a user who cannot install reads what the owner runs: in a release its own command', () => {
  expect(notWritable(folder)).toContain(`cannot write to ${folder}. Run "npm ci" there`);
  writeFileSync(join(folder, 'release.json'), '{}');
  const said = notWritable(folder);
  expect(said).toContain(`Run "${join(folder, 'bin', 'carillon')} --version" once as its owner`);
  expect(said).not.toContain('npm ci');
});

test("without a Node in node_modules the machine's own is used when it is new enough", () => {
  expect(findNode(folder, { execPath: '/opt/node', version: 'v24.0.0' })).toBe('/opt/node');
  expect(() => findNode(folder, { execPath: '/opt/node', version: 'v20.1.0' })).toThrow(
    /install Node 24 or later; this is v20\.1\.0/,
  );
});

test('a release starts Carillon with the same options of Node', () => {
  const launcher = readFileSync(
    new URL('../../scripts/release/carillon.sh', import.meta.url),
    'utf8',
  );
  expect(launcher).toContain(`exec "$node" ${nodeFlags.join(' ')} "$root/src/main.ts"`);
});
