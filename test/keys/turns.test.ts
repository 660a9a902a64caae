import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import {
  beginSealing,
  claimFirstKey,
  listKeys,
  readSealing,
} from '../../src/db/queries/data-key.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();

test('a clock that was set back since the last rotation does not keep a new key from sealing', async () => {
  await asPlatform(db, (tx) => claimFirstKey(tx, 'aaaaaaaaaaaaaaaa'));
  await asPlatform(db, (tx) =>
    tx.run("UPDATE data_key SET seals_since = seals_since + interval '1 year'"),
  );
  expect(await asPlatform(db, (tx) => beginSealing(tx, () => 'bbbbbbbbbbbbbbbb'))).toBe(true);
  expect((await asPlatform(db, readSealing)).keyId).toBe('bbbbbbbbbbbbbbbb');
  const keys = await asPlatform(db, listKeys);
  expect(keys.map(({ keyId }) => keyId)).toEqual(['bbbbbbbbbbbbbbbb', 'aaaaaaaaaaaaaaaa']);
});
