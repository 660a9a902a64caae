/** A call that waits for its turn at Asterisk when the engine may not place it any more. */
import { tmpdir } from 'node:os';
import pino from 'pino';
import { expect, test } from 'vitest';
import { asteriskKind } from '../../src/carriers/asterisk/kind.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { until } from '../harness/until.ts';
import { ari } from './site.ts';
import { channelsOn, makeWorld } from './world.ts';

const { network, node, number, atEnd } = await makeWorld();

test('is asked about right before Asterisk is, also after its wait, and may be handed over again', async () => {
  const settings = asteriskKind.settings.parse({
    ...{ nodes: node.url, password: ari.password, setupsPerSecond: '10' },
  });
  const carrier = asteriskKind.open(settings, {
    ...{ name: 'asterisk', engineName: 'may-place', dataFolder: tmpdir(), clock: Date },
    ...{ log: pino({ level: 'silent' }), randomOf: seededRandom },
    ...{ soundUrl: () => '', callbackUrl: () => '' },
    callbacks: { take: async () => [], find: async () => [], done: async () => {} },
  });
  atEnd(() => carrier.close());
  const { voice } = carrier;
  await until(() => voice?.connected() || undefined);
  const calls = [1, 2, 3].map((line) => ({
    ...{ attemptId: `1-1-${line}`, to: number(204, line), callerId: { kind: 'default' } as const },
  }));
  let asked = 0;
  // The second and the third wait for their turn: a tenth of a second each.
  const mayPlace = () => {
    asked += 1;
    return asked === 1;
  };
  const placements = await voice?.place(calls, mayPlace);
  expect(asked).toBe(3);
  expect(placements?.map(({ kind }) => kind)).toEqual(['accepted', 'rejected', 'rejected']);
  const later = { retryable: true, code: 'not to be placed any more' };
  expect(placements?.slice(1)).toMatchObject([later, later]);
  const called = () => network.calls().map(({ to }) => to);
  await until(() => called().length >= 1 || undefined);
  expect(called()).toEqual([number(204, 1)]);
  // Under the same id; the first one is in hand, and so is called once.
  const again = await voice?.place(calls);
  expect(again?.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'accepted']);
  await until(() => called().length >= 3 || undefined);
  expect(called().toSorted()).toEqual([1, 2, 3].map((line) => number(204, line)));
  for (const { attemptId } of calls) voice?.hangUp(attemptId, Date.now());
  await until(async () => (await channelsOn(node)).length === 0 || undefined);
});
