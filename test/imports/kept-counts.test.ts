/** A large list has its counts of what waits from the moment that it is loaded (decision 103). */
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { waitingSides } from '../engine/waiting-sides.ts';
import { uploadWorld } from './upload-world.ts';

const { db, clientId, campaignId, me, upload, blockNumbers, phonesOf } = await uploadWorld();

const fileOf = (rows: number, padding = '') =>
  [
    'Name,Phone,Cell',
    ...Array.from({ length: rows }, (_, n) => `N${n}${padding},${2125000000 + n + 100_000},`),
  ].join('\n');

test('an import and a renewal of many numbers keep their counts, and others keep none', async () => {
  await blockNumbers('12125100000', '12125100007');
  const list = await upload(fileOf(5_002), { name: 'Many' });
  expect(await phonesOf(list)).toHaveLength(5_000);
  const { counted, kept, entries } = await waitingSides(db, clientId, list.callListId);
  expect(counted).toEqual([list.callListId]);
  expect(kept).toEqual(entries);
  const small = await upload(fileOf(5_001), { name: 'Fewer' });
  expect((await waitingSides(db, clientId, small.callListId)).counted).toEqual([]);

  expect((await me.post(`/api/calllist/${list.callListId}/close`, {})).status).toBe(200);
  const renewed = await me.post(`/api/calllist/${list.callListId}/renew`, {
    ...{ newCalllistName: 'Again', campaignId, filterOptionNotCalled: true },
    ...{ filterOptionCalledAnswered: false, filterOptionCalledNotAnswered: false },
  });
  expect(renewed.status, renewed.text).toBe(200);
  const newest = await asClient(db, clientId, (tx) =>
    tx.row<{ id: number }>(
      `SELECT call_list_id AS id FROM call_list WHERE client_id = $1 AND name = 'Again'`,
      [clientId],
    ),
  );
  const again = await waitingSides(db, clientId, newest?.id);
  expect(again.counted).toEqual([newest?.id]);
  expect(again.kept).toEqual(again.entries);
});

test('so does a list with a partition of its own', async () => {
  // A file of 8 MiB has one, here by long names, which are cut.
  const file = fileOf(6_000, 'x'.repeat(1_500));
  const { callListId } = await upload(file, { name: 'Large' });
  expect(callListId).toBeGreaterThanOrEqual(1_000_000_000);
  const { counted, kept, entries } = await waitingSides(db, clientId, callListId);
  expect(counted).toEqual([callListId]);
  expect(kept).toEqual(entries);
});
