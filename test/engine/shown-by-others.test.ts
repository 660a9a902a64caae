/** A number that one client shows may be the one that the network shows for calls of another one. */
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { ann, anyNumberWorld } from './any-number-world.ts';
import { afternoon, makeCampaign, makeList } from './world.ts';

const { db, world, setCampaign, nextNumber } = await anyNumberWorld();

/** A stranger's campaign that shows this number. */
async function show(clientId: number, number: string) {
  await makeCampaign(db, { clientId });
  await setCampaign(
    clientId,
    'UPDATE campaign SET caller_id_number = $2 WHERE client_id = $1',
    number,
  );
}

/** Ann was called, and her telephone showed this; '' is what the network shows by itself. */
async function called(clientId: number, callerId: string) {
  const campaign = await makeCampaign(db, { clientId });
  const callListId = await makeList(db, campaign, { entries: 1, firstPhone: Number(ann) });
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at, finished_at, result, caller_id)
       VALUES ($1, $2, 1, $3, $4, gen_random_uuid(), $6, $6, 'no_answer', $5)`,
      [clientId, callListId, campaign.campaignId, ann, callerId, new Date(afternoon)],
    ),
  );
}

test('a STOP to a number that a stranger shows holds for the client that called that person without a number of its own', async () => {
  const run = await world();
  const number = nextNumber();
  await show(run.other, number);
  await called(run.two, '');
  await run.write(number, 'STOP');
  expect(await run.blocked()).toEqual(['two', 'other']);
  // A person who was not called opts out of the client that shows the number.
  await run.write(number, 'STOP', '12122330007');
  expect(await run.of(run.two, 'SELECT phone FROM do_not_call WHERE client_id = $1')).toEqual([
    { phone: ann },
  ]);
  await run.end();
});

test('it does not hold for a client whose calls showed another number, and other texts go to the client that shows it', async () => {
  const run = await world();
  const number = nextNumber();
  await show(run.other, number);
  await called(run.two, '12125550188');
  await called(run.one, '');
  await run.write(number, 'I was asleep');
  expect(await run.stored()).toEqual(['other']);
  await run.write(number, 'STOP');
  expect(await run.blocked()).toEqual(['one', 'other']);
  await run.end();
});
