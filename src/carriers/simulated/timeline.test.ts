import fc from 'fast-check';
import { expect, test } from 'vitest';
import { simMs } from '#domain/milliseconds.ts';
import { createTimeline } from './timeline.ts';

test('items come out by time, and items of one time in the order they were added', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 20 })),
      fc.integer({ min: 0, max: 20 }),
      (times, now) => {
        const timeline = createTimeline<number>();
        for (const [index, at] of times.entries()) timeline.add(simMs(at), index);
        const sorted = times
          .map((at, item) => ({ at, item }))
          .sort((a, b) => a.at - b.at || a.item - b.item);
        expect(timeline.takeUntil(simMs(now))).toEqual(sorted.filter(({ at }) => at <= now));
        expect(timeline.takeUntil(simMs(20))).toEqual(sorted.filter(({ at }) => at > now));
        expect(timeline.takeUntil(simMs(20))).toEqual([]);
      },
    ),
  );
});
