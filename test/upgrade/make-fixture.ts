/**
 * `node scripts/make-upgrade-fixture.mjs [NAME]`: plays on this version of Carillon, kills it in the
 * middle and writes its database to test/data/upgrades/. Each release has one, named by its version.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEmbedded } from '../../src/db/embedded/server.ts';
import { superuser } from '../../src/db/embedded/socket-address.ts';
import { version } from '../../src/version.ts';
import { carillon, freePort } from '../cli/started-carillon.ts';
import { dumpDatabase, migrationParts } from './dump.ts';
import { fixtureFile, writeFixture } from './fixture.ts';
import { playBegins, playData } from './played-data.ts';

const [name = version] = process.argv.slice(2);
const password = 'a_password_for_tests';
const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-fixture-'));
const port = await freePort();
const started = carillon(
  {
    ...{ dataFolder, port },
    more: {
      ...{ CARILLON_DEMO_PASSWORD: password, CARILLON_SIM_START: playBegins },
      ...{ CARILLON_SIM_SPEED: '60', CARILLON_SIM_SEED: '7' },
    },
  },
  ['start'],
);
try {
  await started.started;
  const contacts = readFileSync(join(dataFolder, 'demo-contacts.csv'), 'utf8');
  await playData(`http://127.0.0.1:${port}`, password, contacts);
  // As a crash leaves it: calls in progress, and campaigns that nobody runs.
  started.child.kill('SIGKILL');
  await started.ended;
  const server = await findEmbedded(dataFolder);
  if (!server) throw new Error('The PostgreSQL of the data folder has ended.');
  // Row level security binds the owner, too.
  const all = { ...superuser(server), database: server.database };
  const key = readFileSync(join(dataFolder, 'carillon.key'), 'utf8');
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const file = fixtureFile(name);
  writeFixture(file, [
    { kind: 'version', version: name, madeFrom: commit },
    { kind: 'secrets', key, password },
    ...migrationParts(),
    ...(await dumpDatabase(all)),
  ]);
  process.stdout.write(`${file}: ${statSync(file).size} bytes\n`);
} finally {
  started.child.kill('SIGKILL');
  await started.ended;
  await (await findEmbedded(dataFolder))?.stop();
  rmSync(dataFolder, { recursive: true, force: true });
}
