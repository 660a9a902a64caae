/** The real engine and a real database, with our carrier on an SMSC that misbehaves. */

import type { TextCarrier } from '../../src/carriers/text-port.ts';
import { asClient, asPlatform, type Database } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { type VirtualClock, virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { recount } from '../engine/recount.ts';
import { makeEngine } from '../engine/test-engine.ts';
import { makeTexting, textingNumberOf } from '../engine/text-world.ts';
import { afternoon, makeList } from '../engine/world.ts';
import { until } from '../harness/until.ts';
import { boundRoute, type RouteWish } from './open-route.ts';
import type { Smsc } from './smsc.ts';

export interface TextingWish extends RouteWish {
  entries: number;
  message?: string;
  /** Of the number that texts. */
  segmentsPerSecond?: number;
  firstPhone?: number;
  /** The engine's clock; its own by default. */
  time?: VirtualClock;
  /** The carrier as a wrong build would have it. */
  wrap?: (carrier: TextCarrier) => TextCarrier;
}

export async function textingBySmpp(db: Database, smsc: Smsc, wish: TextingWish) {
  const { entries, message, segmentsPerSecond, firstPhone, wrap = (carrier) => carrier } = wish;
  const campaign = await makeTexting(db, {
    textPerMinute: 60_000,
    ...(message !== undefined && { message }),
    ...(segmentsPerSecond !== undefined && { segmentsPerSecond }),
  });
  const { clientId, campaignId } = campaign;
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE client SET text_carrier = 'smpp' WHERE client_id = $1`, [clientId]),
  );
  await makeList(db, campaign, { entries, ...(firstPhone && { firstPhone }) });
  const clock = wish.time ?? virtualClock(afternoon);

  /** Another engine, bound to the SMSC. */
  const start = async () => {
    const route = await boundRoute(smsc, { ...wish, clock });
    const textCarriers = new Map([['smpp', wrap(route.text)]]);
    const { engine } = makeEngine(db, { clock, deps: { textCarriers } });
    return {
      route,
      engine,
      /** Texts are sent in real time; the engine's clock moves with each check. */
      until: (done: () => Promise<boolean> | boolean, seconds = 60) =>
        until(async () => {
          clock.advance(simMs(250));
          await engine.tick();
          return (await done()) || undefined;
        }, seconds),
      async stop() {
        await engine.stop();
        await route.close();
      },
    };
  };
  const begin = async () => {
    const life = await start();
    await sayConnected(db, 'smpp');
    await requestStart(db, clientId, campaignId);
    return life;
  };
  const ask = <Row>(sql: string) => asClient(db, clientId, (tx) => tx.rows<Row>(sql));
  const results = async (): Promise<Record<string, number>> => {
    const rows = await ask<{ result: string | null; n: number }>(
      'SELECT result, count(*)::int AS n FROM attempt GROUP BY result',
    );
    return Object.fromEntries(rows.map(({ result, n }) => [result ?? 'open', n]));
  };
  const books = () => recount(db, clientId);
  const sender = await textingNumberOf(db, campaign);
  return { ...campaign, clock, sender, begin, start, ask, results, books };
}

/** Like an engine that reports its open carriers; campaigns do not start without it. */
export async function sayConnected(db: Database, name: string): Promise<void> {
  await asPlatform(db, async (tx) => {
    await tx.run(
      `INSERT INTO carrier (name, kind) SELECT $1, 'smpp'
       WHERE NOT EXISTS (SELECT FROM carrier WHERE name = $1)`,
      [name],
    );
    await tx.run(
      `INSERT INTO carrier_state (carrier_id, engine_id, connected, since, seen_at)
       SELECT carrier_id, 'test', true, now(), now() FROM carrier WHERE name = $1
       ON CONFLICT (carrier_id, engine_id) DO UPDATE SET seen_at = now()`,
      [name],
    );
  });
}

/** Nothing is open, and every count is right. */
export const allEnded = (texts: number) => ({
  ...{ attempts: texts, openAttempts: 0, callRecords: texts, mismatches: 0, wrongCounts: [] },
});
