import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTrunkRow, roomAtTrunk, trunkLimit } from './trunk-row.ts';

describe('calls in a row that failed at the trunk', () => {
  test('a call that was placed later and lived ends the row, one that was placed earlier does not', () => {
    const row = createTrunkRow();
    for (const id of ['early', 'one', 'two']) row.placed(id);
    row.ended('one', 'failed');
    row.ended('two', 'failed');
    row.ended('early', 'lived');
    expect(row.failures()).toBe(2);
    row.placed('late');
    row.ended('late', 'lived');
    expect(row.failures()).toBe(0);
  });

  test('one that rings ends the row for as long as it does not fail itself', () => {
    const row = createTrunkRow(5);
    row.placed('rings');
    expect(row.failures()).toBe(5);
    row.lives('rings');
    expect(row.failures()).toBe(0);
    row.ended('rings', 'failed');
    expect(row.failures()).toBe(6);
  });

  test('of which nothing is known changes nothing', () => {
    const row = createTrunkRow(3);
    row.placed('lost');
    row.ended('lost', 'unknown');
    row.ended('never placed', 'lived');
    expect(row.failures()).toBe(3);
  });

  test('a dead trunk gets no more than the limit, whatever the pace and the order of the ends', () => {
    const step = fc.record({ wanted: fc.nat(60), ends: fc.nat(30), which: fc.nat(1_000) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), fc.nat(19), (steps, before) => {
        const row = createTrunkRow(before);
        let placed = 0;
        for (const { wanted, ends, which } of steps) {
          const room = roomAtTrunk(row.failures(), row.open().length);
          for (let n = Math.min(wanted, room); n > 0; n -= 1) {
            placed += 1;
            row.placed(`${placed}`);
          }
          for (let n = 0; n < ends; n += 1) {
            const open = row.open();
            const id = open[which % Math.max(1, open.length)];
            if (id) row.ended(id, 'failed');
          }
        }
        expect(before + placed).toBeLessThanOrEqual(trunkLimit);
        expect(row.failures()).toBeLessThanOrEqual(trunkLimit);
      }),
    );
  });

  test('the last one goes alone, so that a trunk found silent meanwhile is waited for', () => {
    expect(roomAtTrunk(0, 0)).toBe(trunkLimit - 1);
    expect(roomAtTrunk(18, 1)).toBe(0);
    expect(roomAtTrunk(19, 0)).toBe(1);
    expect(roomAtTrunk(19, 1)).toBe(0);
    expect(roomAtTrunk(20, 0)).toBe(0);
    expect(roomAtTrunk(0, Number.NEGATIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  });
});
