/** A key began to seal while a contact file was being imported with the former one. */
import { expect, test } from 'vitest';
import { asOwner, asPlatform } from '../../src/db/database.ts';
import { uploadWorld } from '../imports/upload-world.ts';

const { db, clientId, upload } = await uploadWorld();

const jobs = () =>
  asOwner(db, (tx) =>
    tx.rows<{ key: string }>(
      `SELECT key FROM graphile_worker.jobs WHERE key LIKE 'reseal:%' ORDER BY key`,
    ),
  );

test('a list whose import ended after the key had changed is sealed again', async () => {
  await upload('Name,Phone,Cell\nLee,2125550101,\n');
  expect(await jobs()).toEqual([]);
  await asPlatform(db, (tx) => tx.run(`INSERT INTO data_key (key_id) VALUES ('0123456789abcdef')`));
  const { callListId } = await upload('Name,Phone,Cell\nLee,2125550102,\n');
  expect(await jobs()).toEqual([{ key: `reseal:${clientId}:${callListId}` }]);
});
