import { expect, test } from 'vitest';
import { asOwner, asPlatform } from '../../src/db/database.ts';
import {
  listAssignedNumbers,
  removeTextingNumber,
} from '../../src/db/queries/texting-number-save.ts';
import { makeTextingNumber } from '../harness/text-data.ts';
import { until } from '../harness/until.ts';
import { textCampaignWorld } from './text-campaign-world.ts';

const { db, client, body, edit } = await textCampaignWorld();
const { clientId } = client;

const untilWaiting = (transactions: number) =>
  until(async () => {
    const row = await asOwner(db, (tx) =>
      tx.row<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      ),
    );
    return row?.n === transactions || undefined;
  });

test('a number that a campaign is being saved with is not taken back', async () => {
  const phone = '13025551077';
  const sendersNumberId = await makeTextingNumber(db, clientId, phone);
  const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holder = asOwner(db, async (tx) => {
    await tx.run('LOCK TABLE campaign IN SHARE MODE');
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  const saving = edit(body({ sendersNumberId }));
  await untilWaiting(1);
  const removing = asPlatform(db, (tx) => removeTextingNumber(tx, clientId, phone)).catch(
    (error: unknown) => error,
  );
  await untilWaiting(2);
  held.resolve();
  await holder;
  expect((await saving).status).toBe(200);
  expect(await removing).toMatchObject({ code: 'in_use' });
  const numbers = await asPlatform(db, (tx) => listAssignedNumbers(tx, clientId));
  expect(numbers.map((one) => one.phone)).toContain(phone);
});
