import { existsSync } from 'node:fs';
import { type Migration, readMigrations } from '../../src/db/migrate.ts';
import { fixtureFile, partOf, partsOf, readFixture } from '../../test/upgrade/fixture.ts';

/**
 * Why a version cannot be released: later versions are tested on a database of each release, so each
 * needs one, made after its last migration. Undefined when it has it.
 */
export function fixtureProblem(
  version: string,
  migrations: readonly Migration[] = readMigrations(),
  file = fixtureFile(version),
): string | undefined {
  const cure = '"node scripts/make-upgrade-fixture.mjs" makes it; commit it.';
  if (!existsSync(file))
    return `There is no database of version ${version} to test upgrades on. ${cure}`;
  const parts = readFixture(file);
  const made = partsOf(parts, 'migration').filter(({ checksum }) => checksum !== undefined);
  const list = (all: readonly { name: string; checksum?: string }[]) =>
    all.map(({ name, checksum }) => `${name} ${checksum}`).join('\n');
  if (partOf(parts, 'version').version === version && list(made) === list(migrations))
    return undefined;
  return `The database of version ${version} to test upgrades on is not of this code. ${cure}`;
}
