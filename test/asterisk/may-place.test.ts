/** A call is waiting for its turn when the engine may no longer place it. */

import { expect, test } from 'vitest';
import { simMs } from '../../src/domain/milliseconds.ts';
import { until } from '../harness/until.ts';
import { openCarrier } from './carrier.ts';
import { channelsOn, makeWorld } from './world.ts';

const { network, node, number, atEnd } = await makeWorld();

test('mayPlace is asked right before Asterisk, and the call may be submitted again', async () => {
  const carrier = await openCarrier({
    ...{ nodes: node.url, engineName: 'may-place', settings: { setupsPerSecond: '10' } },
  });
  atEnd(() => carrier.close());
  const { voice } = carrier;
  const calls = [1, 2, 3].map((line) => ({
    ...{ attemptId: `1-1-${line}`, to: number(204, line), callerId: { kind: 'default' } as const },
  }));
  let asked = 0;
  // The second and the third wait for their turn: a tenth of a second each.
  const mayPlace = () => {
    asked += 1;
    return asked === 1;
  };
  const placements = await voice.place(calls, mayPlace);
  expect(asked).toBe(3);
  expect(placements.map(({ kind }) => kind)).toEqual(['accepted', 'rejected', 'rejected']);
  const later = { retryable: true, note: { code: 'withdrawn', what: 'call' } };
  expect(placements.slice(1)).toMatchObject([later, later]);
  const called = () => network.calls().map(({ to }) => to);
  await until(() => called().length >= 1 || undefined);
  expect(called()).toEqual([number(204, 1)]);
  // Under the same ids; the first call is in flight, so it is not placed again.
  const again = await voice.place(calls);
  expect(again.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'accepted']);
  await until(() => called().length >= 3 || undefined);
  expect(called().toSorted()).toEqual([1, 2, 3].map((line) => number(204, line)));
  for (const { attemptId } of calls) voice.hangUp(attemptId, simMs(Date.now()));
  await until(async () => (await channelsOn(node)).length === 0 || undefined);
});
