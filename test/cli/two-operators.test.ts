/** Two commands at once that change the same settings. */
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { listClients } from '../../src/db/queries/client.ts';
import { makeCampaign } from '../engine/world.ts';
import { untilBlocked } from '../harness/blocked.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { carrierCommands } from './carrier-commands.ts';
import { commandsOn } from './command-run.ts';

const db = await freshDatabase();
const { env, add, carillon } = carrierCommands(db);

test('of two commands at once that limit a client, each keeps the limit of the other', async () => {
  const client = await makeClient(db, { code: 'two' });
  const { clientId } = client;
  await makeCampaign(db, { clientId, callsPerMinute: 60 });
  const commands: Promise<{ code: number }>[] = [];
  await asClient(db, clientId, async (tx) => {
    // As a claim does: the first command waits for it in the middle of its change.
    await tx.run('SELECT FROM campaign WHERE client_id = $1 FOR NO KEY UPDATE', [clientId]);
    commands.push(carillon('client', 'set', 'two', '--max-calls=3'));
    await untilBlocked(db);
    commands.push(carillon('client', 'set', 'two', '--max-texts=2'));
    await Promise.race([...commands, new Promise((done) => setTimeout(done, 500))]);
  });
  expect(await Promise.all(commands)).toMatchObject([{ code: 0 }, { code: 0 }]);
  const found = (await asPlatform(db, listClients)).find(({ code }) => code === 'two');
  expect(found?.cap).toMatchObject({ calls: 3, texts: 2 });
});

test('a carrier that was changed while the command asked for its secret keeps that change', async () => {
  expect((await add('asked')).code).toBe(0);
  const slow = commandsOn(db.url, {
    env,
    types: async () => {
      expect((await carillon('carrier', 'set', 'asked', '--at-once=7')).code).toBe(0);
      return 'othersecret99';
    },
  });
  expect((await slow('carrier', 'set', 'asked', '--auth-token-stdin')).code).toBe(1);
  expect((await carillon('carrier', 'set', 'asked', '--per-second=5')).out).toContain('at-once=7');
});
