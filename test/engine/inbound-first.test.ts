/** A STOP is stored in the first poll, however many receipts came before it (spec 3 section 8). */
import { expect, test } from 'vitest';
import { createNews } from '../../src/carriers/news.ts';
import type { TextCarrier, TextEvent } from '../../src/carriers/text-port.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeEngine } from './test-engine.ts';
import { inboundText, makeTexting, textingNumberOf } from './text-world.ts';
import { afternoon } from './world.ts';

const db = await freshDatabase();

/** Reports receipts of a client's number, and what is put in front of or behind them. */
function fullCarrier(name: string, events: TextEvent[]): TextCarrier {
  const news = createNews<TextEvent>();
  for (const event of events) news.tell(event);
  return {
    name,
    connected: () => true,
    submit: async (texts) => texts.map(({ textId }) => ({ kind: 'accepted', carrierRef: textId })),
    cancel: async (texts) => texts.map(() => 'left'),
    events: news.events,
    acknowledge: (some) => {
      for (const event of some) news.end(event);
    },
    tellAgain: news.tellAgain,
    async close() {},
  };
}

const receipts = (count: number, textingNumber: string, mark: string): TextEvent[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ kind: 'receipt', carrierRef: `${mark}-${n}`, phone: '12125550100', textingNumber },
    ...{ at: afternoon, outcome: 'delivered' },
  }));

test.each([
  ['behind 12,000 receipts', 'behind'],
  ['in front of them', 'before'],
  ['behind those of another carrier', 'other carrier'],
])('a STOP %s is on the list after one poll', async (_, where) => {
  const own = await makeTexting(db);
  const others = await makeTexting(db);
  const [number, busy] = [await textingNumberOf(db, own), await textingNumberOf(db, others)];
  const ref = `stop ${where}`;
  const stop = inboundText({
    ...{ ref, phone: '12122330001', textingNumber: number, at: afternoon, body: 'STOP' },
  });
  const many = receipts(12_000, busy, where);
  const name = where.replace(' ', '-');
  await asPlatform(db, (tx) =>
    tx.run(`INSERT INTO carrier (name, kind) VALUES ($1, 'simulated')`, [name]),
  );
  const inOrder = where === 'before' ? [stop, ...many] : [...many, stop];
  const carriers =
    where === 'other carrier'
      ? [fullCarrier('first', many), fullCarrier(name, [stop])]
      : [fullCarrier(name, inOrder)];
  const engine = makeEngine(db, {
    clock: virtualClock(afternoon),
    deps: { textCarriers: new Map(carriers.map((carrier) => [carrier.name, carrier])) },
  });
  await engine.engine.tick();
  const blocked = await asClient(db, own.clientId, (tx) =>
    tx.rows('SELECT phone FROM do_not_call WHERE client_id = $1', [own.clientId]),
  );
  expect(blocked).toEqual([{ phone: '12122330001' }]);
  const left = carriers.flatMap((carrier) => carrier.events());
  expect(left).not.toContain(stop);
  // Receipts come to their end too.
  expect(left.length).toBeLessThan(12_000);
  await engine.engine.stop();
});
