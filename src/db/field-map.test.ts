import { expect, test } from 'vitest';
import {
  assignments,
  choice,
  columnsOf,
  type FieldsOf,
  insertion,
  keptFlag,
  number,
  phone,
  text,
  valuesOf,
  wallTime,
  wireOf,
} from './field-map.ts';

interface Input {
  name: string;
  shownNumber: string;
  messageId?: number | null | undefined;
  perAccount?: boolean | undefined;
}
const fields = {
  name: text('name'),
  shownNumber: phone('shown_number'),
  messageId: choice('message_id'),
  perAccount: keptFlag('per_account', true),
} satisfies FieldsOf<Input>;
const input = { name: 'Reminders', shownNumber: '(302) 555-0148' };
const row = {
  name: 'Reminders',
  shown_number: '13025550148',
  message_id: null,
  per_account: false,
};

test('one map selects, shows and stores', () => {
  expect(columnsOf(fields)).toBe('name, shown_number, message_id, per_account');
  expect(wireOf(fields, row)).toEqual({
    ...{ name: 'Reminders', shownNumber: '13025550148', messageId: 0, perAccount: false },
  });
  expect(valuesOf(fields, { ...input, messageId: 0 }, undefined)).toEqual({
    ...row,
    per_account: true,
  });
});

test('what an input does not say stays as it is', () => {
  expect(valuesOf(fields, input, row).per_account).toBe(false);
});

test('values stand after those of the key', () => {
  const values = { name: 'a', size: 1 };
  expect(insertion(values, 2)).toEqual({ names: 'name, size', slots: '$3, $4' });
  expect(assignments(values, 3)).toBe('name = $4, size = $5');
});

test('a time that the clocks skip today stays as it is stored when it is sent back', () => {
  const start = { start: wallTime('start_time') };
  const springForward = new Date('2026-03-08T17:00:00Z');
  const stored = { start_time: '02:30:00' };
  const shown = wireOf(start, stored, springForward);
  expect(shown).toEqual({ start: expect.stringMatching(/^2026-03-08T07:30/) });
  expect(valuesOf(start, shown, stored, springForward)).toEqual(stored);
  expect(valuesOf(start, { start: null }, stored, springForward)).toEqual({ start_time: null });
});

test('a map that lacks a field, a type or a day does not compile', () => {
  const { name: _, ...rest } = fields;
  // @ts-expect-error -- no field for the name
  rest satisfies FieldsOf<Input>;
  // @ts-expect-error -- a number does not store a text
  ({ ...fields, name: number('name') }) satisfies FieldsOf<Input>;
  // @ts-expect-error -- the day is missing
  const undated = () => wireOf({ start: wallTime('start_time') }, { start_time: null });
  // @ts-expect-error -- a column is missing
  const withoutColumn = () => wireOf(fields, { ...input, message_id: null, per_account: true });
  expect([undated, withoutColumn]).toHaveLength(2);
});
