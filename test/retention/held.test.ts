import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { listCarrierNotes } from '../../src/db/queries/carrier-notes.ts';
import { runRetention } from '../../src/db/retention/run.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { keeps, makeOldList, rowsOf, standStill } from './world.ts';

const db = await freshDatabase();
await standStill(db);

test('rows that somebody holds are left for the next run, and no other client waits for them', async () => {
  const [held, free] = [await makeClient(db), await makeClient(db)];
  const lists = {
    held: await makeOldList(db, held.clientId, { age: 800 }),
    heldToo: await makeOldList(db, held.clientId, { age: 800 }),
    free: await makeOldList(db, free.clientId, { age: 800 }),
  };
  await asClient(db, held.clientId, async (holder) => {
    await holder.rows(
      'SELECT FROM list_entry WHERE client_id = $1 AND call_list_id = $2 AND entry_id = 3 FOR UPDATE',
      [held.clientId, lists.held.callListId],
    );
    await runRetention(db);
    expect(await rowsOf(db, lists.free)).toMatchObject({ entries: 0, attempts: 0 });
    expect(await rowsOf(db, lists.heldToo)).toMatchObject({ entries: 0, attempts: 0 });
    // Its attempts stay with its entries.
    expect(await rowsOf(db, lists.held)).toMatchObject({ entries: 10, attempts: 10 });
  });
  // A deletion that began is finished, even under another rule: half a list is useless.
  await keeps(db, held.clientId, { contacts: null });
  await runRetention(db);
  expect(await rowsOf(db, lists.held)).toMatchObject({ entries: 0, attempts: 0 });
});

test('more rows than one step deletes go in several', async () => {
  const { clientId } = await makeClient(db);
  const other = await makeClient(db);
  const list = await makeOldList(db, clientId, { age: 800, called: 4_500, rejected: 2_100 });
  const texts = await makeOldList(db, clientId, { age: 801, called: 2_300, texting: true });
  // A client that keeps its calls: so the month's rows of the first go by deletion.
  await makeOldList(db, other.clientId, { age: 801 });
  await keeps(db, clientId, { calls: 700, texts: 700 });
  await runRetention(db);
  for (const one of [list, texts]) {
    expect(await rowsOf(db, one)).toEqual({
      ...{ entries: 0, rejected: 0, attempts: 0, records: 0, texts: 0 },
    });
  }
});

test('an operator still reads how calls ended whose attempts are gone', async () => {
  const { clientId } = await makeClient(db);
  const list = await makeOldList(db, clientId, { age: 800, called: 1 });
  await runRetention(db);
  expect(await rowsOf(db, list)).toMatchObject({ attempts: 0, records: 1 });
  const [phone = ''] = list.phones;
  const said = await asClient(db, clientId, (tx) => listCarrierNotes(tx, clientId, phone, 10));
  expect(said).toMatchObject([{ result: 'person', note: null }]);
});
