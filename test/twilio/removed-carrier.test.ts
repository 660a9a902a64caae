import { afterAll, expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { findCarrier } from '../../src/db/queries/carrier.ts';
import { setCarrierChoice } from '../../src/db/queries/carrier-use.ts';
import { commandsOn } from '../cli/command-run.ts';
import { freshDatabase } from '../harness/database.ts';
import { textingByTwilio, twilioSite } from './texting-world.ts';

const db = await freshDatabase();
const site = await twilioSite(db);
const { double } = site;
afterAll(() => double.close());
const carillon = commandsOn(db.url);

test('a carrier is not removed while a STOP that was confirmed to it waits for an engine', async () => {
  const world = await textingByTwilio(db, site, { entries: 1, firstPhone: 12_122_130_000 });
  const { clientId, name } = world;
  await double.textIn('+12122130007', world.sender, 'Stop texting me');
  expect(double.hooks.deliveries.map(({ status }) => status)).toEqual([200]);
  // The list would tell it again only while the carrier is there.
  double.listDown = true;
  await asPlatform(db, (tx) =>
    setCarrierChoice(tx, clientId, { voice: 'simulated', text: 'simulated' }),
  );
  const refused = await carillon('carrier', 'remove', name);
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain(name);
  const { until, stop } = await world.start();
  await until(async () => (await world.callbacksLeft()) === 0);
  expect(await world.doNotCall()).toEqual(['12122130007 text']);
  await stop();
  expect(await carillon('carrier', 'remove', name)).toMatchObject({ code: 0, err: '' });
  expect(await asPlatform(db, (tx) => findCarrier(tx, name))).toBeUndefined();
});

test('a carrier whose webhooks no engine will handle is removed if its operator insists', async () => {
  const world = await textingByTwilio(db, site, { entries: 1, firstPhone: 12_122_140_000 });
  const { clientId, name } = world;
  await double.textIn('+12122140007', world.sender, 'Hello');
  await asPlatform(db, (tx) =>
    setCarrierChoice(tx, clientId, { voice: 'simulated', text: 'simulated' }),
  );
  expect(await carillon('carrier', 'remove', name)).toMatchObject({ code: 1 });
  expect(await carillon('carrier', 'remove', name, '--anyway')).toMatchObject({ code: 0, err: '' });
  expect(await asPlatform(db, (tx) => findCarrier(tx, name))).toBeUndefined();
});
