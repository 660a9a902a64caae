import { expect, test } from 'vitest';
import { type Column, columnWidths } from './column.ts';
import { compareValues, nextSorting, sortRows } from './sorting.ts';

interface Item {
  name: string;
  size: number | null;
}

const name: Column<Item> = { id: 'name', header: 'Name', value: (item) => item.name, width: 100 };
const size: Column<Item> = { id: 'size', header: 'Size', value: (item) => item.size, width: 50 };

test('a header cycles none, ascending, descending, none', () => {
  const first = nextSorting(undefined, 'name');
  const second = nextSorting(first, 'name');
  expect([first?.descending, second?.descending, nextSorting(second, 'name')]).toEqual([
    false,
    true,
    undefined,
  ]);
});

test('a newly chosen column starts ascending', () => {
  expect(nextSorting({ columnId: 'name', descending: true }, 'size')).toEqual({
    columnId: 'size',
    descending: false,
  });
});

test('what is missing stays last in both directions', () => {
  const items = [
    { name: 'a', size: null },
    { name: 'b', size: 9 },
    { name: 'c', size: 10 },
  ];
  const names = (descending: boolean) =>
    sortRows(items, size, { columnId: 'size', descending }).map((item) => item.name);
  expect(names(false)).toEqual(['b', 'c', 'a']);
  expect(names(true)).toEqual(['c', 'b', 'a']);
});

test('words sort as a person would: case ignored, numbers by size', () => {
  expect(compareValues('List 9', 'list 10', false)).toBeLessThan(0);
  const items = ['beta', 'Alpha', 'alpha 2'].map((text) => ({ name: text, size: 0 }));
  expect(
    sortRows(items, name, { columnId: 'name', descending: false }).map((item) => item.name),
  ).toEqual(['Alpha', 'alpha 2', 'beta']);
});

test('columns fill the room by their parts and never shrink below their least', () => {
  expect(columnWidths([{ ...name, grow: 1 }, size], 300)).toEqual([250, 50]);
  expect(columnWidths([{ ...name, grow: 1 }, size], 80)).toEqual([100, 50]);
});
