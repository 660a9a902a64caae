/** A demo client that was given a real carrier may have called people: it is never removed. */
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { ensureDemoClient } from '../../src/cli/demo/demo-client.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { removeDemoClient } from '../../src/db/queries/client-remove.ts';
import { findDemoClients } from '../../src/db/queries/demo-history.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { freshDatabase } from '../harness/database.ts';
import { carrierCommands } from './carrier-commands.ts';

const phone = '13025550148';

async function demoWithCarrier() {
  const db = await freshDatabase();
  const { carillon, add } = carrierCommands(db);
  const config = { dataFolder: tmpdir(), demoPassword: 'plum kettle 4471 harbor' };
  await ensureDemoClient(db, { ...config, demo: 'empty' });
  const [client] = await asPlatform(db, findDemoClients);
  const demo = client?.clientId ?? 0;
  await asClient(db, demo, (tx) => optOut(tx, demo, phone, 'text'));
  expect(await add('trunk')).toMatchObject({ code: 0 });
  const stands = () =>
    asClient(db, demo, (tx) =>
      tx.row(
        `SELECT c.disabled_at IS NOT NULL AS disabled, d.phone FROM client c
         JOIN do_not_call d USING (client_id) WHERE c.client_id = $1`,
        [demo],
      ),
    );
  return { db, carillon, demo, stands };
}

const channels = ['text', 'voice'] as const;
const worlds = { text: await demoWithCarrier(), voice: await demoWithCarrier() };

test.each(channels)(
  'a demo client that has or had a real carrier is neither removed nor offered for it: %s',
  async (channel) => {
    const { db, carillon, demo, stands } = worlds[channel];
    for (const name of ['trunk', 'simulated']) {
      const chosen = await carillon('client', 'carrier', 'demo', `--${channel}=${name}`);
      expect(chosen).toMatchObject({ code: 0 });
      expect(await carillon('client', 'remove-demo')).toMatchObject({ code: 1 });
      expect(await removeDemoClient(db, demo)).toBe('real');
      expect(await stands()).toEqual({ disabled: false, phone });
      const added = await carillon('client', 'add', `acme-${name}`, 'Acme');
      expect(added).toMatchObject({ code: 0 });
      expect(added.err).not.toContain('remove-demo');
    }
  },
);
