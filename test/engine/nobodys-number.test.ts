/** A STOP to a number that nobody has. */
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { listUnknownNumbers } from '../../src/db/queries/number-owner.ts';
import { makeTextingNumber } from '../harness/text-data.ts';
import { ann, anyNumberWorld } from './any-number-world.ts';
import { afternoon, makeCampaign } from './world.ts';

const { db, world, nextNumber } = await anyNumberWorld();

test('a STOP to a number of no client holds for every client of that carrier, and the operator sees it', async () => {
  const run = await world();
  const [number, second] = [nextNumber(), nextNumber()];
  const own = nextNumber();
  await makeTextingNumber(db, run.one, own);
  await run.write(number, 'Who is this?');
  expect(await run.stored()).toEqual([]);
  await run.write(number, 'Remove me from your list');
  await run.write(second, 'STOP', '12122330005');
  await run.write(own, 'hello');
  expect([await run.blocked(), await run.stored()]).toEqual([
    ['one', 'two'],
    ['one', 'two'],
  ]);
  expect(run.replied()).toEqual([]);
  const unknownNumbers = async () =>
    (await asPlatform(db, listUnknownNumbers))
      .filter(({ carrier }) => carrier === run.name)
      .map(({ phone, texts, optOuts }) => ({ phone, texts, optOuts }))
      .sort((a, b) => (a.phone < b.phone ? -1 : 1));
  expect(await unknownNumbers()).toEqual([
    { phone: number, texts: 2, optOuts: 1 },
    { phone: second, texts: 1, optOuts: 1 },
  ]);
  expect(run.metrics.render()).toContain('carillon_unknown_number_texts_total 3');
  // A client has it now: nothing is left to report.
  await makeTextingNumber(db, run.one, second);
  expect((await unknownNumbers()).map(({ phone }) => phone)).toEqual([number]);
  await run.end();
});

/** It was called or texted by this client, whatever came of it. */
async function contacted(clientId: number, phone: string) {
  const campaign = await makeCampaign(db, { clientId });
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at, finished_at, result)
       VALUES ($1, 1, 1, $2, $3, gen_random_uuid(), $4, $4, 'person')`,
      [clientId, campaign.campaignId, phone, new Date(afternoon)],
    ),
  );
}

test('a STOP to a number that nobody has holds for a client of another carrier that called that person', async () => {
  const run = await world();
  await contacted(run.other, ann);
  await run.write(nextNumber(), 'STOP', '12122330005');
  expect(await run.blocked()).toEqual(['one', 'two']);
  await run.write(nextNumber(), 'STOP');
  expect([await run.blocked(), await run.stored()]).toEqual([
    ['one', 'two', 'other'],
    ['one', 'two', 'other'],
  ]);
  const phones = await run.of(run.other, 'SELECT phone FROM do_not_call WHERE client_id = $1');
  expect(phones).toEqual([{ phone: ann }]);
  await run.end();
});

test('a STOP to a number that nobody has, by a carrier that nobody uses, holds for every client', async () => {
  const run = await world();
  await asPlatform(db, (tx) =>
    tx.run(
      `UPDATE client SET voice_carrier = 'simulated', text_carrier = 'simulated'
       WHERE client_id = ANY ($1)`,
      [[run.one, run.two]],
    ),
  );
  await run.write(nextNumber(), 'STOP');
  expect(await run.blocked()).toEqual(['one', 'two', 'other']);
  await run.end();
});
