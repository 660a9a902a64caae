/**
 * The real engine with an SMPP route in its own process, to be killed. Loads everything, waits for a
 * line on standard input, and starts: `node killed-child.ts <settings as JSON>`.
 */

import { once } from 'node:events';
import pino from 'pino';
import { smppKind } from '../../src/carriers/smpp/kind.ts';
import type { TextCarrier, TextEvent } from '../../src/carriers/text-port.ts';
import { asClient, openDatabase } from '../../src/db/database.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { startCarriers } from '../../src/engine/carriers/start.ts';
import { startEngine } from '../../src/engine/start.ts';
import { afternoon, vault } from '../engine/world.ts';

export interface KilledSettings {
  url: string;
  folder: string;
  clientId: number;
  /** When the clock of all these processes started; epoch milliseconds. */
  began: number;
  leaseSeconds: number;
  /** Wrong behavior: see `sendAgain` and `forgetful`. */
  wrong?: 'sends again' | 'acknowledges early' | undefined;
}

const settings = JSON.parse(process.argv[2] ?? '') as KilledSettings;
const { url, folder, clientId, began, leaseSeconds, wrong } = settings;
const db = openDatabase({ connectionString: url, max: 4 });
process.stdout.write('loaded\n');
await once(process.stdin, 'data');
// The parent was killed, so nothing else ends this process.
process.stdin.on('end', () => process.exit(1)).resume();

const clock = { speed: 1, now: () => simMs(afternoon + Date.now() - began) };
const log = pino({ level: process.env.ENGINE_TEST_LOG ?? 'silent' });
const metrics = createMetrics();
if (wrong === 'sends again') await sendAgain();
const { carriers, textCarriers } = await startCarriers({
  ...{ db, vault, log, metrics, engineName: 'killed', kinds: { smpp: smppKind } },
  surroundingsOf: (name) => ({
    ...{ name, clock, log, engineName: 'killed', dataFolder: folder, randomOf: seededRandom },
    soundUrl: () => '',
    callbackUrl: () => '',
    callbacks: { take: async () => [], find: async () => [], done: async () => {} },
  }),
});
const route = textCarriers.get('main');
if (!route) throw new Error('There is no route.');
const early = wrong === 'acknowledges early' && new Map([['main', forgetful(route)]]);
startEngine({
  ...{ db, vault, clock, log, metrics, carriers, leaseSeconds },
  textCarriers: early || textCarriers,
});

/** Takes what a dead engine had in flight for "not sent". */
async function sendAgain(): Promise<void> {
  await asClient(db, clientId, (tx) =>
    tx.run(
      `WITH gone AS (
         DELETE FROM attempt WHERE client_id = $1 AND finished_at IS NULL AND receipt_until IS NULL
         RETURNING call_list_id, entry_id)
       UPDATE list_entry e SET state = 0 FROM gone
       WHERE e.client_id = $1 AND e.call_list_id = gone.call_list_id AND e.entry_id = gone.entry_id`,
      [clientId],
    ),
  );
}

/** Responds to the SMSC at once, and commits only later. */
function forgetful(inner: TextCarrier): TextCarrier {
  const kept = new Map<TextEvent, number>();
  return {
    ...inner,
    events() {
      const events = inner.events();
      inner.acknowledge(events);
      for (const event of events) kept.set(event, performance.now() + 400);
      return [...kept].flatMap(([event, at]) => (performance.now() >= at ? [event] : []));
    },
    acknowledge(events) {
      for (const event of events) kept.delete(event);
    },
  };
}
