import { existsSync } from 'node:fs';
import { type Migration, readMigrations } from '../../src/db/migrate.ts';
import { fixtureFile, partOf, partsOf, readFixture } from '../../test/upgrade/fixture.ts';

/**
 * Why a version cannot be released, or undefined. Later versions are tested on a database of each
 * release, so each release needs one, made after its last migration.
 */
export function fixtureProblem(
  version: string,
  migrations: readonly Migration[] = readMigrations(),
  file = fixtureFile(version),
): string | undefined {
  const cure = 'Run "node scripts/make-upgrade-fixture.mjs" and commit the result.';
  if (!existsSync(file))
    return `There is no database of version ${version} for upgrade tests. ${cure}`;
  const parts = readFixture(file);
  const made = partsOf(parts, 'migration').filter(({ checksum }) => checksum !== undefined);
  const list = (all: readonly { name: string; checksum?: string }[]) =>
    all.map(({ name, checksum }) => `${name} ${checksum}`).join('\n');
  if (partOf(parts, 'version').version === version && list(made) === list(migrations))
    return undefined;
  return `The database of version ${version} for upgrade tests does not match this code. ${cure}`;
}
