/**
 * The attack set: everything that a stranger, a page, a colleague of another client, a carrier's
 * impostor or the sender of a file can send, against a running server. The contract's operations are
 * attacked without anyone naming them: one that is added is in the set.
 */
import { expect, test } from 'vitest';
import { testApi } from '../harness/api.ts';
import { freshDatabase } from '../harness/database.ts';
import { fingerprint } from '../harness/fingerprint.ts';
import { otherClients } from './families/other-clients.ts';
import { roleAttacks } from './families/roles.ts';
import { sizes } from './families/sizes.ts';
import { tokens } from './families/tokens.ts';
import { types } from './families/types.ts';
import { Score } from './score.ts';
import { makeWorld } from './world.ts';

/** What the issue that asked for this set wants at least. */
const fewest = 800;

const db = await freshDatabase();
const api = await testApi(db, { trustedProxies: ['127.0.0.1'] });
const world = await makeWorld(db, api);
const score = new Score(world.secrets);
const before = await fingerprint(db, world.other.ids.client);

// The roles come last of those that share a client for each operation: they use up its records.
const families = [
  await tokens(world),
  otherClients(world),
  types(world),
  sizes(world),
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
  const log = JSON.stringify(api.logged);
  for (const secret of [...world.secrets, '86753100', '867-53-'])
    expect(log.includes(secret)).toBe(false);
});
