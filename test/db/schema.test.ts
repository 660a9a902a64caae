import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSchema } from '../../scripts/schema/read-schema.ts';
import { freshDatabase } from '../harness/database.ts';

const database = await freshDatabase();

test('schema.sql is what the migrations add up to (after a change: npm run schema)', async () => {
  const written = readFileSync(new URL('../../src/db/schema.sql', import.meta.url), 'utf8');
  expect(await readSchema(database.owner)).toBe(written);
});
