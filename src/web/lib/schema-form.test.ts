import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldsOf, inFormOrder, schemaErrors, takenName } from './schema-form.ts';

const schema = z.object({
  name: z.string().min(1, 'Name is Required').regex(/^\w+$/, 'Letters only'),
  parts: z.array(z.number({ error: 'A number' })),
});

test('each field shows its first complaint, in the order of the schema', () => {
  const broken = { parts: [1, 'x'], name: '' };
  expect(schemaErrors(schema, broken)).toHaveLength(3);
  expect(inFormOrder(schema, schemaErrors(schema, broken).toReversed())).toEqual([
    { path: 'name', message: 'Letters only' },
    { path: 'parts.1', message: 'A number' },
  ]);
  const own = [{ path: 'name', message: 'Taken' }];
  expect(inFormOrder(schema, [...own, ...schemaErrors(schema, broken)])[0]).toEqual(own[0]);
  expect(schemaErrors(schema, { parts: [], name: 'a' })).toEqual([]);
});

test('a form takes of a record what it sends back', () => {
  expect(fieldsOf(schema, { name: 'a', updated: 'now' })).toEqual({ name: 'a' });
});

test('a name is taken whatever its case', () => {
  expect(takenName(' Ann ', ['ANN'], 'Taken')).toEqual([{ path: 'name', message: 'Taken' }]);
  expect(takenName('Ann', ['Anna'], 'Taken')).toEqual([]);
});
