/** An automatic start on a carrier of the table. */

import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { requestStop } from '../../src/db/queries/campaign-run.ts';
import { setCarrierChoice } from '../../src/db/queries/carrier-use.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { addWire, carrierSite } from './carrier-site.ts';
import { makeEngine } from './test-engine.ts';
import { campaignState, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();
const at = (instant: string) => Date.parse(instant);

test('that is disconnected at that minute is waited for, as for any carrier; a stop by hand gives it up', async () => {
  const site = carrierSite(db);
  await addWire(db, 'trunk', 'one.example.net');
  await site.open.follow();
  const [wire] = site.wires;
  if (!wire) throw new Error('no wire');
  const stand = async (up: boolean) => {
    wire.up = up;
    await site.open.report(true);
  };
  const campaign = await makeCampaign(db, { callsPerMinute: 60 });
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 500 });
  await asPlatform(db, (tx) =>
    setCarrierChoice(tx, clientId, { voice: 'trunk', text: 'simulated' }),
  );
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE campaign SET start_automatically = true, stop_automatically = true,
         start_time = '09:00', stop_time = '17:00', start_weekdays = '1111111',
         stop_weekdays = '1111111'
       WHERE client_id = $1`,
      [clientId],
    ),
  );
  const { clock } = site;
  const { carriers } = site.open;
  clock.advance(simMs(at('2026-11-23T13:59:00Z') - clock.now()));
  const { engine, run } = makeEngine(db, { clock, deps: { carriers } });
  const state = () => campaignState(db, campaign);
  const away = { run_status: 1, reason: { code: 'carrier_disconnected' } };

  await stand(false);
  await run(10 * 60_000, 10_000);
  expect(await state()).toMatchObject(away);
  await stand(true);
  await run(5_000);
  expect(await state()).toMatchObject({ run_status: 3, reason: null });

  // The next day a manager stops it while it waits: it does not begin by itself any more.
  await stand(false);
  await run(at('2026-11-24T14:10:00Z') - clock.now(), 300_000);
  expect(await state()).toMatchObject(away);
  await asClient(db, clientId, (tx) => requestStop(tx, clientId, campaignId));
  await stand(true);
  await run(60_000, 1_000);
  expect(await state()).toMatchObject({ run_status: 1 });
  await engine.stop();
  await site.open.close();
});
