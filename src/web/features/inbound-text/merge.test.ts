import { expect, test } from 'vitest';
import type { InboundText } from '#contract/inbound-text.ts';
import { askAfter, mergeTexts } from './merge.ts';

const text = (id: number, minute: number): InboundText => ({
  id,
  phoneNumber: '13025550148',
  date: new Date(Date.UTC(2026, 10, 20, 15, minute)).toISOString(),
  message: 'Hello',
  messageIntent: 1,
});

test('new texts are merged in order, each once, newest first', () => {
  const known = [text(3, 30), text(1, 10)];
  const merged = mergeTexts(known, [text(4, 20), text(3, 30), text(5, 40)]);
  expect(merged.map(({ id }) => id)).toEqual([5, 3, 4, 1]);
});

test('without anything new the list is the same one, so that nothing is drawn anew', () => {
  const known = [text(3, 30)];
  expect(mergeTexts(known, [text(3, 30)])).toBe(known);
});

test('more is asked for a little below the newest, whatever the order of the times', () => {
  expect(askAfter([])).toBe(0);
  expect(askAfter([text(50, 1)])).toBe(0);
  expect(askAfter([text(900, 1), text(1_000, 0)])).toBe(900);
});
