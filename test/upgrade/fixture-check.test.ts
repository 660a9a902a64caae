import { expect, test } from 'vitest';
import { fixtureProblem } from '../../scripts/release/fixture-check.ts';
import { fixtureFile, partsOf, readFixture } from './fixture.ts';

const version = 'before-baseline';
const migrations = partsOf(readFixture(fixtureFile(version)), 'migration').flatMap(
  ({ name, sql, checksum }) => (checksum === undefined ? [] : [{ name, sql, checksum }]),
);

test('a version with a database of its own migrations may be released', () => {
  expect(fixtureProblem(version, migrations)).toBeUndefined();
});

test('a version without one is not released', () => {
  expect(fixtureProblem('99.0.0')).toContain('There is no database of version 99.0.0');
});

test('a version whose database was made before its last migration is not released', () => {
  const last = { name: '9999-new', sql: '', checksum: 'x' };
  expect(fixtureProblem(version, [...migrations, last])).toContain('does not match this code');
});

test('nor one with the database of another version under its name', () => {
  expect(fixtureProblem('1.0.0', migrations, fixtureFile(version))).toContain(
    'does not match this code',
  );
});
