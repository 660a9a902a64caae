import { expect, test } from 'vitest';
import { runStatus } from '../../src/contract/campaign.ts';
import { asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { isCarrierDisconnected, readCarrierStates } from '../../src/db/queries/carrier-state.ts';
import { lockUsersOfCarrier, setCarrierChoice } from '../../src/db/queries/carrier-use.ts';
import { freshDatabase } from '../harness/database.ts';
import { addWire, carrierSite, changeWire } from './carrier-site.ts';
import { campaignState, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();

const stateOf = async (name: string) =>
  (await asPlatform(db, readCarrierStates)).find((one) => one.name === name);

async function campaignOn(name: string) {
  await addWire(db, name, 'one.example.net');
  const campaign = await makeCampaign(db, { callsPerMinute: 60 });
  await makeList(db, campaign, { entries: 3 });
  await asPlatform(db, (tx) =>
    setCarrierChoice(tx, campaign.clientId, { voice: name, text: 'simulated' }),
  );
  return campaign;
}

test('nothing starts on a carrier whose settings were changed until the engine has reopened it', async () => {
  const { clientId, campaignId } = await campaignOn('changed');
  const { open } = carrierSite(db);
  const start = () => requestStart(db, clientId, campaignId);
  await open.follow();
  await open.report(true);
  expect(await stateOf('changed')).toMatchObject({ connected: true });
  await changeWire(db, 'changed', 'two.example.net');
  // The engine still has it open with the settings of before.
  await open.report(true);
  expect(await stateOf('changed')).toMatchObject({
    connected: false,
    detailCodes: [{ code: 'settings_changed' }],
  });
  await expect(start()).rejects.toMatchObject({ reason: { code: 'carrier_disconnected' } });
  await open.follow();
  await open.report(false);
  expect(await stateOf('changed')).toMatchObject({ connected: true, detailCodes: [] });
  await start();
  const { run_status } = await campaignState(db, { clientId, campaignId });
  expect(run_status).not.toBe(runStatus.stopped);
  await open.close();
});

test('a change of settings waits for a start that is being committed', async () => {
  const { clientId } = await campaignOn('starting');
  const { open } = carrierSite(db);
  await open.follow();
  await open.report(true);
  const order: string[] = [];
  let locking: Promise<void> | undefined;
  await asPlatform(db, async (tx) => {
    expect(await isCarrierDisconnected(tx, clientId, 'voice')).toBe(false);
    locking = asPlatform(db, (other) => lockUsersOfCarrier(other, 'starting')).then(() => {
      order.push('changed');
    });
    await new Promise((done) => setTimeout(done, 100));
    order.push('started');
  });
  await locking;
  expect(order).toEqual(['started', 'changed']);
  await open.close();
});
