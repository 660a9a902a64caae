import { expect, test } from 'vitest';
import { type Column, columnsThatFit } from './column.ts';

const column = (id: string, width: number, spare?: number): Column<string> => ({
  ...{ id, header: id, value: (row: string) => row, width },
  ...(spare === undefined ? {} : { spare }),
});
const columns = [column('name', 200), column('base', 100, 2), column('created', 120, 1)];
const idsAt = (room: number) => columnsThatFit(columns, room).map(({ id }) => id);

test('spare columns are left out, the most spare first, as far as the room asks', () => {
  expect(idsAt(420)).toEqual(['name', 'base', 'created']);
  expect(idsAt(419)).toEqual(['name', 'created']);
  expect(idsAt(300)).toEqual(['name']);
  expect(idsAt(100)).toEqual(['name']);
});

test('all columns stay while the room is not known', () => {
  expect(idsAt(0)).toEqual(['name', 'base', 'created']);
});
