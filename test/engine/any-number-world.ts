/** Clients of two carriers, and persons who write to numbers. */
import { expect } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { inboundText, watchedCarrier } from './text-world.ts';
import { afternoon, makeTestClient } from './world.ts';

export const ann = '12122330001';

export async function anyNumberWorld() {
  const db = await freshDatabase();

  let worlds = 0;

  /** Two clients of a carrier of their own, and one of another carrier. */
  async function world() {
    worlds += 1;
    const name = `trunk-${worlds}`;
    const one = await makeTestClient(db);
    const two = await makeTestClient(db);
    const other = await makeTestClient(db);
    await asPlatform(db, async (tx) => {
      await tx.run('INSERT INTO carrier (name, kind) VALUES ($1, $2)', [name, 'simulated']);
      await tx.run('UPDATE client SET text_carrier = $2 WHERE client_id = $1', [one, name]);
      await tx.run('UPDATE client SET voice_carrier = $2 WHERE client_id = $1', [two, name]);
    });
    const clock = virtualClock(afternoon);
    const carrier = { ...watchedCarrier(clock, temporaryFolder()), name };
    const metrics = createMetrics();
    const engine = makeEngine(db, {
      clock,
      deps: { textCarriers: new Map([[name, carrier]]), metrics },
    });
    let refs = 0;
    const write = async (textingNumber: string, body: string, phone = ann) => {
      refs += 1;
      const ref = `${name}-${refs}`;
      carrier.emit(inboundText({ ref, phone, textingNumber, at: clock.now(), body }));
      await engine.run(500);
      expect(carrier.events()).toEqual([]);
    };
    const of = <Row>(clientId: number, sql: string) =>
      asClient(db, clientId, (tx) => tx.rows<Row>(sql, [clientId]));
    /** Which clients block the number, and which can read the text: "one", "two", "other". */
    const names = ['one', 'two', 'other'] as const;
    const where = async (sql: string) => {
      const found: string[] = [];
      for (const [index, clientId] of [one, two, other].entries()) {
        if ((await of(clientId, sql)).length > 0) found.push(names[index] ?? '');
      }
      return found;
    };
    return {
      ...{ one, two, other, name, carrier, metrics, write, of, clock, engine },
      blocked: () => where("SELECT FROM do_not_call WHERE client_id = $1 AND source = 'text'"),
      stored: () => where('SELECT FROM inbound_text WHERE client_id = $1'),
      replied: () => carrier.sent.map(({ from, to }) => `${from} ${to}`),
      end: () => engine.engine.stop(),
    };
  }

  async function setCampaign(clientId: number, statement: string, phone: string) {
    await asClient(db, clientId, (tx) => tx.run(statement, [clientId, phone]));
  }

  let numbers = 0;
  const nextNumber = () => `1${7_025_560_000 + ++numbers}`;

  return { db, world, setCampaign, nextNumber };
}
