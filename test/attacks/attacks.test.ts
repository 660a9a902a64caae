/**
 * The attack set: everything that a stranger, a page, a colleague of another client, a carrier's
 * impostor or the sender of a file can send, against a running server. The contract's operations are
 * attacked without anyone naming them: one that is added is in the set.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { freshDatabase } from '../harness/database.ts';
import { fingerprint } from '../harness/fingerprint.ts';
import { files } from './families/files.ts';
import { forms } from './families/forms.ts';
import { http } from './families/http.ts';
import { consoleMark } from './families/http-case.ts';
import { hub } from './families/hub.ts';
import { otherClients } from './families/other-clients.ts';
import { races } from './families/races.ts';
import { roleAttacks } from './families/roles.ts';
import { sizes } from './families/sizes.ts';
import { sounds } from './families/sounds.ts';
import { tokens } from './families/tokens.ts';
import { types } from './families/types.ts';
import { carrierKinds, webhookAttacks } from './families/webhooks.ts';
import { publicUrl } from './families/webhooks-bad.ts';
import { Score } from './score.ts';
import { makeWorld } from './world.ts';

/** In a file that no address leads to. */
const besideConsole = 'beside-the-console-0000';

/** A console of one page in a folder beside which a secret lies. */
function consoleBesideSecret(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-attacked-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const inside = join(folder, 'console');
  mkdirSync(join(inside, 'assets'), { recursive: true });
  for (const name of ['secret.txt', 'carillon.key'])
    writeFileSync(join(folder, name), besideConsole);
  writeFileSync(join(inside, '.env'), besideConsole);
  writeFileSync(join(inside, 'index.html'), consoleMark);
  writeFileSync(join(inside, 'assets', 'a.js'), '');
  return inside;
}

/** What the issue that asked for this set wants at least. */
const fewest = 800;

const db = await freshDatabase();
const consoleFolder = consoleBesideSecret();
const api = await testApi(db, {
  ...{ trustedProxies: ['127.0.0.1'], consoleFolder, carrierKinds, publicUrl },
  // Short, so that nobody waits for what drips or stops; long against this machine's own pauses.
  ...{ bodyPatience: 2_500, hub: { sessionCheckEvery: 200, handshake: 2_000 } },
});
const world = await makeWorld(db, api);
const score = new Score(world.secrets);
world.secrets.add(besideConsole);
// The upkeep of the hub would end it during the set, because no engine takes it.
const ended = await asPlatform(db, (tx) =>
  tx.run(
    "UPDATE phone_recording SET ended_at = requested_at, call_status = 'terminated', stage = 'finished'",
  ),
);
if (ended === 0) throw new Error('There was no recording to end.');
const before = await fingerprint(db, world.other.ids.client);

// The roles come last of those that share a client for each operation: they use up its records.
const families = [
  await tokens(world),
  otherClients(world),
  types(world),
  sizes(world),
  files(world),
  forms(world),
  sounds(world),
  await webhookAttacks(world),
  await hub(world),
  await http(world),
  races(world),
  await roleAttacks(world),
];

test.each(families)('attacks with $name are refused or accepted by design', async (family) => {
  await score.runFamily(family);
  expect(score.faults).toEqual([]);
  expect(score.count(family.name)).toBeGreaterThan(0);
});

test('no attack of the set finds a leak, a crash or a hang', async () => {
  console.log(score.table);
  expect(score.total).toMatchObject({ '5xx': 0, hang: 0, leak: 0 });
  expect(score.count()).toBeGreaterThanOrEqual(fewest);
});

test('after all attacks the server works, and the other client is as it was', async () => {
  expect((await api.stranger.get('/health/ready')).status).toBe(200);
  expect(await fingerprint(db, world.other.ids.client)).toEqual(before);
});

test('the log names no person and no secret, whatever was sent', () => {
  const log = api.logged.map((line) => JSON.stringify(line)).join('\n');
  expect(world.secrets.foundIn(log)).toBeUndefined();
  for (const secret of ['86753100', '867-53-']) expect(log.includes(secret)).toBe(false);
});
