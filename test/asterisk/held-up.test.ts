/** Our own process stalls for some seconds, as on an overloaded machine. */
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { expect, test } from 'vitest';
import { openCarrier } from './carrier.ts';
import { makeWorld } from './world.ts';

const { node, atEnd } = await makeWorld();

test('does not drop an Asterisk whose responses it has not read yet', async () => {
  const log: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void log.push(line) });
  const { close } = await openCarrier({ nodes: node.url, engineName: 'held-up', log: logger });
  atEnd(close);
  const lock = new Int32Array(new SharedArrayBuffer(4));
  // Longer than the time between two pings.
  for (let times = 0; times < 4; times += 1) {
    Atomics.wait(lock, 0, 0, 3_200);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await sleep(500);
  // Ignores the trunk, which Asterisk may not have checked yet just after its start.
  const ofAsterisk = log.filter((line) => !('trunk' in JSON.parse(line)));
  expect(ofAsterisk).toEqual([]);
});
