/** Our own process stands still for some seconds, as on a machine that is at its limit. */
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { expect, test } from 'vitest';
import { openCarrier } from './carrier.ts';
import { makeWorld } from './world.ts';

const { node, atEnd } = await makeWorld();

test('does not take Asterisk for dead whose answers it has not read yet', async () => {
  const log: string[] = [];
  const told = pino({ level: 'warn' }, { write: (line: string) => void log.push(line) });
  const { close } = await openCarrier({ nodes: node.url, engineName: 'held-up', log: told });
  atEnd(close);
  const lock = new Int32Array(new SharedArrayBuffer(4));
  // Longer than the time between two looks whether the other side lives.
  for (let times = 0; times < 4; times += 1) {
    Atomics.wait(lock, 0, 0, 3_200);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await sleep(500);
  // A trunk that Asterisk has not asked yet, just after its start, is another matter.
  const ofAsterisk = log.filter((line) => !('trunk' in JSON.parse(line)));
  expect(ofAsterisk).toEqual([]);
});
