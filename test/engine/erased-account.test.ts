/** What the contact policy counts for an account stays counted when one of its numbers is erased. */
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { numberKeyOf } from '../../src/db/number-key.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { erasePerson } from '../../src/db/queries/person-erase.ts';
import { keyAttempts, setPolicyPreset } from '../../src/db/queries/policy-save.ts';
import { presets, rowsOfPreset } from '../../src/domain/policy/presets.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeAccounts } from './account-world.ts';
import { ended, record, takeEntries } from './follow-up-world.ts';
import { makeEngine } from './test-engine.ts';
import { afternoon, makeCampaign, vault } from './world.ts';

const db = await freshDatabase();
db.connection.numberKey = numberKeyOf(vault.lookupKey('numbers'));
const hour = 3_600_000;
const day = 24 * hour;
const erased = '12125550101';
const other = '12125550102';

/** An account with two numbers, the first of which was talked to, under the federal limits. */
async function talkedTo(externalId: string) {
  const campaign = await makeCampaign(db);
  const { clientId } = campaign;
  await asClient(db, clientId, (tx) =>
    tx.run(`UPDATE campaign SET purpose = 'collections' WHERE client_id = $1`, [clientId]),
  );
  const list = await makeAccounts(db, campaign, [{ phones: [erased, other], externalId }]);
  await takeEntries(db, campaign, list, [1]);
  await record(db, clientId, [ended(list, 1, 'person')]);
  await keyAttempts(db, clientId);
  const preset = presets.find(({ code }) => code === 'regulation_f');
  if (!preset) throw new Error('no preset');
  const operator = { managerId: null, now: new Date(afternoon) };
  await asClient(db, clientId, (tx) =>
    setPolicyPreset(tx, clientId, preset.code, rowsOfPreset(preset), operator),
  );
  const erase = () =>
    erasePerson(db, vault, { clientId, phone: erased, hashed: true, managerId: null });
  return { campaign, erase };
}

test('another number of an account rests after a talk with one that was erased since', async () => {
  const { campaign, erase } = await talkedTo('D-1');
  await erase();
  const { run, engine } = makeEngine(db);
  await requestStart(db, campaign.clientId, campaign.campaignId);
  await run(7 * day - hour, hour);
  const called = () =>
    asClient(db, campaign.clientId, (tx) =>
      tx.rows('SELECT FROM attempt WHERE client_id = $1 AND phone = $2', [
        campaign.clientId,
        other,
      ]),
    );
  expect(await called()).toHaveLength(0);
  await run(day, hour);
  expect(await called()).toHaveLength(1);
  await engine.stop();
});

test('an External Id that holds the number leaves nothing of itself behind', async () => {
  const { campaign, erase } = await talkedTo('acct 212-555-0101');
  await erase();
  const rows = await asClient(db, campaign.clientId, (tx) =>
    tx.rows('SELECT external_key AS key FROM attempt WHERE client_id = $1', [campaign.clientId]),
  );
  expect(rows).toEqual([{ key: null }]);
});
