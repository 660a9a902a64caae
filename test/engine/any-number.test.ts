/** A STOP to any number that is ours (spec 3 section 8), no matter which client has it. */
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { readCarrierChoice, setCarrierChoice } from '../../src/db/queries/carrier-use.ts';
import { listUnknownNumbers } from '../../src/db/queries/number-owner.ts';
import {
  insertTextingNumber,
  removeTextingNumber,
} from '../../src/db/queries/texting-number-save.ts';
import { makeTextingNumber } from '../harness/text-data.ts';
import { ann, anyNumberWorld } from './any-number-world.ts';
import { makeCampaign } from './world.ts';

const { db, world, setCampaign, nextNumber } = await anyNumberWorld();

const sql = {
  caller: `UPDATE campaign SET caller_id_number = $2 WHERE client_id = $1`,
  agents: `UPDATE campaign SET linkback_number = $2 WHERE client_id = $1`,
};

async function makeBucket(clientId: number, phone: string) {
  await asClient(db, clientId, (tx) =>
    tx.run(
      `WITH b AS (INSERT INTO caller_id_bucket (client_id, name) VALUES ($1, $2)
         RETURNING caller_id_bucket_id AS id)
       INSERT INTO caller_id_number (client_id, caller_id_bucket_id, phone)
       SELECT $1, id, $2 FROM b`,
      [clientId, phone],
    ),
  );
}

/** How a number becomes a client's, and what happens to it afterwards. */
const ways: Record<string, (clientId: number, phone: string, carrier: string) => Promise<void>> = {
  'the caller ID of a campaign': async (clientId, phone) => {
    await makeCampaign(db, { clientId });
    await setCampaign(clientId, sql.caller, phone);
  },
  'the caller ID of a campaign that shows another one by now': async (clientId, phone) => {
    await makeCampaign(db, { clientId });
    await setCampaign(clientId, sql.caller, phone);
    await setCampaign(clientId, sql.caller, '12125550177');
  },
  'the caller ID of a deleted campaign': async (clientId, phone) => {
    await makeCampaign(db, { clientId });
    await setCampaign(clientId, sql.caller, phone);
    await setCampaign(
      clientId,
      `UPDATE campaign SET deleted_at = now() WHERE client_id = $1 AND caller_id_number = $2`,
      phone,
    );
  },
  "an agents' number": async (clientId, phone) => {
    await makeCampaign(db, { clientId });
    await setCampaign(clientId, sql.agents, phone);
  },
  'a number of a bucket': makeBucket,
  'a number of a bucket that is gone': async (clientId, phone) => {
    await makeBucket(clientId, phone);
    await asClient(db, clientId, (tx) =>
      tx.run('DELETE FROM caller_id_bucket WHERE client_id = $1', [clientId]),
    );
  },
};

test.each(Object.entries(ways))('a STOP to %s counts, and gets no auto-reply', async (_, way) => {
  const run = await world();
  const number = nextNumber();
  await way(run.other, number, run.name);
  await run.write(number, 'Stop calling me');
  expect([await run.blocked(), await run.stored()]).toEqual([['other'], ['other']]);
  const [text] = await run.of(
    run.other,
    'SELECT phone, texting_number, message, intent FROM inbound_text WHERE client_id = $1',
  );
  expect(text).toEqual({
    ...{ phone: ann, texting_number: number, message: 'Stop calling me', intent: 3 },
  });
  await run.write(number, 'I was asleep', '12122330009');
  const [talk] = await run.of(
    run.other,
    `SELECT message FROM inbound_text WHERE client_id = $1 AND phone = '12122330009'`,
  );
  expect(talk).toEqual({ message: 'I was asleep' });
  // That number cannot text.
  expect(run.replied()).toEqual([]);
  await run.end();
});

test('a STOP to what the carrier shows by itself holds for every client that calls by it', async () => {
  const run = await world();
  const number = nextNumber();
  await asPlatform(db, (tx) =>
    tx.run(
      `UPDATE carrier SET settings = jsonb_build_object('callerId', $2::text) WHERE name = $1`,
      [run.name, number],
    ),
  );
  await run.write(number, 'STOP');
  expect([await run.blocked(), await run.stored()]).toEqual([
    ['one', 'two'],
    ['one', 'two'],
  ]);
  expect(await asPlatform(db, listUnknownNumbers)).toEqual([]);
  await run.end();
});

const setCallerId = (name: string, number: string) =>
  asPlatform(db, (tx) =>
    tx.run(
      `UPDATE carrier SET settings = jsonb_build_object('callerId', $2::text) WHERE name = $1`,
      [name, number],
    ),
  );

test("what a carrier showed stays its clients' number: when it shows another one, and when they go by another carrier", async () => {
  const run = await world();
  const [number, next] = [nextNumber(), nextNumber()];
  await setCallerId(run.name, number);
  await setCallerId(run.name, next);
  await run.write(number, 'STOP');
  expect(await run.blocked()).toEqual(['one', 'two']);
  // A client that comes to it shows what it shows now, and keeps that when it leaves.
  const choose = (voice: string) =>
    asPlatform(db, async (tx) => {
      const before = await readCarrierChoice(tx, run.other);
      await setCarrierChoice(tx, run.other, { ...before, voice });
    });
  await choose(run.name);
  await choose('simulated');
  await run.write(next, 'STOP', '12122330007');
  expect(await run.blocked()).toEqual(['one', 'two', 'other']);
  const phones = await run.of(run.other, 'SELECT phone FROM do_not_call WHERE client_id = $1');
  expect(phones).toEqual([{ phone: '12122330007' }]);
  await run.end();
});

test("a texting number that changed hands: a STOP holds for everybody who had it, other texts are its holder's", async () => {
  const run = await world();
  const number = nextNumber();
  const give = (clientId: number) =>
    asPlatform(db, (tx) => insertTextingNumber(tx, clientId, number));
  const takeBack = (clientId: number) =>
    asPlatform(db, (tx) => removeTextingNumber(tx, clientId, number));
  await give(run.other);
  await takeBack(run.other);
  await give(run.two);
  await takeBack(run.two);
  // No client has it now: what is not an opt-out goes to the client that had it last.
  await run.write(number, 'My card number is …');
  expect(await run.stored()).toEqual(['two']);
  await give(run.one);
  await run.write(number, 'My address is …', '12122330006');
  expect(await run.stored()).toEqual(['one', 'two']);
  await run.write(number, 'STOP');
  expect(await run.blocked()).toEqual(['one', 'two', 'other']);
  expect(run.replied()).toEqual([`${number} ${ann}`]);
  // An unclear text rests at all of them, too.
  await run.write(number, 'Wrong number', '12122330008');
  for (const clientId of [run.one, run.two, run.other]) {
    expect(await run.of(clientId, 'SELECT phone FROM contact_rest WHERE client_id = $1')).toEqual([
      { phone: '12122330008' },
    ]);
  }
  await run.end();
});

test("a number that two clients show is both clients': each obeys a STOP, and a START after it", async () => {
  const run = await world();
  const number = nextNumber();
  for (const clientId of [run.two, run.other]) {
    await makeCampaign(db, { clientId });
    await setCampaign(clientId, sql.caller, number);
  }
  await run.write(number, 'STOP');
  expect([await run.blocked(), await run.stored()]).toEqual([
    ['two', 'other'],
    ['two', 'other'],
  ]);
  await run.write(number, 'START');
  expect(await run.blocked()).toEqual([]);
  await run.end();
});

test("a texting number that another client shows: the STOP is both clients', other texts and the auto-reply are its own", async () => {
  const run = await world();
  const number = nextNumber();
  await makeTextingNumber(db, run.one, number);
  await makeCampaign(db, { clientId: run.other });
  await setCampaign(run.other, sql.caller, number);
  await run.write(number, 'My card number is …');
  expect(await run.stored()).toEqual(['one']);
  await run.write(number, 'STOP');
  expect(await run.blocked()).toEqual(['one', 'other']);
  expect(run.replied()).toEqual([`${number} ${ann}`]);
  // The client that shows the number has not been asked to call again.
  await run.write(number, 'START');
  expect(await run.blocked()).toEqual(['other']);
  await run.end();
});
