/** What became of auto-replies is noted in the end: after trouble of the database, and after a death. */
import type pg from 'pg';
import { expect, test } from 'vitest';
import type { Submission } from '../../src/carriers/text-port.ts';
import { asClient, type Database } from '../../src/db/database.ts';
import { numberKeyOf } from '../../src/db/number-key.ts';
import { erasePerson } from '../../src/db/queries/person-erase.ts';
import { listDueReplies, noteReplyOutcomes, takeReplies } from '../../src/db/queries/text-reply.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { inboundText, makeTexting, textingNumberOf, watchedCarrier } from './text-world.ts';
import { afternoon, vault } from './world.ts';

const real = await freshDatabase();
real.connection.numberKey = numberKeyOf(vault.lookupKey('numbers'));
const ann = '12122330001';
const day = 24 * 3_600_000;
const throttled: Submission = { kind: 'rejected', note: { code: 'throttled' }, retryable: true };

/** The same database, whose connection breaks at the statements that `breaks` names. */
function breaking(breaks: (sql: string) => boolean): Database {
  const broken = (client: pg.PoolClient) =>
    new Proxy(client, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property);
        if (typeof value !== 'function') return value;
        if (property !== 'query') return value.bind(target);
        return async (...given: unknown[]) => {
          const [first] = given as [string | { text: string }];
          if (breaks(typeof first === 'string' ? first : first.text)) {
            throw new Error('Connection terminated unexpectedly');
          }
          return value.apply(target, given);
        };
      },
    });
  const pool = new Proxy(real.pool, {
    get(target, property) {
      if (property === 'connect') return async () => broken(await target.connect());
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...real, pool };
}

const noting = (sql: string) => /UPDATE text_reply r\s+SET outcome = v.outcome/.test(sql);

/** A client, an engine whose database may break, and a person who writes to it. */
async function box(breaks: (sql: string) => boolean = () => false) {
  const campaign = await makeTexting(real);
  const { clientId } = campaign;
  const clock = virtualClock(afternoon);
  const carrier = watchedCarrier(clock, temporaryFolder());
  const textCarriers = new Map([['simulated', carrier]]);
  const engineOn = (db: Database) => makeEngine(real, { clock, deps: { db, textCarriers } });
  const made = engineOn(breaking(breaks));
  const textingNumber = await textingNumberOf(real, campaign);
  let refs = 0;
  const emit = (body: string) => {
    refs += 1;
    const about = { phone: ann, textingNumber, at: clock.now(), body };
    carrier.emit(inboundText({ ref: `${clientId}-${refs}`, ...about }));
  };
  const rows = <Row>(sql: string) =>
    asClient(real, clientId, (tx) => tx.rows<Row>(sql, [clientId]));
  const replies = () =>
    rows<{ outcome: string | null; tries: number }>(
      'SELECT outcome, tries FROM text_reply WHERE client_id = $1 ORDER BY text_reply_id',
    );
  /** Ticks until the reply has this outcome; the lanes of a client rest in real time. */
  const untilOutcome = (outcome: string) =>
    until(async () => {
      await made.run(100, 100);
      return (await replies())[0]?.outcome === outcome || undefined;
    });
  const erase = () =>
    erasePerson(real, vault, { clientId, phone: ann, hashed: true, managerId: null });
  const { submit } = carrier;
  /** The next submission gets this response. */
  const respondOnce = (response: Submission | Promise<Submission>) => {
    carrier.submit = async () => {
      carrier.submit = submit;
      return [await response];
    };
  };
  const sent = () => carrier.sent.map(({ to }) => to);
  return {
    ...{ ...made, clientId, clock, carrier, emit, rows, replies, untilOutcome, erase },
    ...{ respondOnce, sent, engineOn },
  };
}

/** Breaks the connection at the first of these statements. */
function once(of: (sql: string) => boolean): (sql: string) => boolean {
  let left = 1;
  return (sql) => {
    if (left === 0 || !of(sql)) return false;
    left = 0;
    return true;
  };
}

test('an auto-reply that an engine took before it died ends as unknown, and its person can be erased', async () => {
  const world = await box();
  const { clientId, clock } = world;
  world.carrier.connected = () => false;
  world.emit('STOP');
  await world.run(500);
  const take = { now: new Date(clock.now()) };
  await asClient(real, clientId, async (tx) => {
    const due = await listDueReplies(tx, clientId, take.now);
    const ids = due.map(({ textReplyId }) => textReplyId);
    expect(await takeReplies(tx, clientId, ids, take.now)).toHaveLength(1);
  });
  await expect(world.erase()).rejects.toMatchObject({ code: 'in_use' });
  const other = world.engineOn(real);
  world.carrier.connected = () => true;
  clock.advance(simMs(30_000));
  await other.run(2_000, 500);
  // A submission may still be under way.
  expect(await world.replies()).toEqual([{ outcome: null, tries: 0 }]);
  clock.advance(simMs(day));
  await other.run(2_000, 500);
  expect(await world.replies()).toEqual([{ outcome: 'unknown', tries: 0 }]);
  expect(world.sent()).toEqual([]);
  await world.erase();
  for (const { engine } of [world, other]) await engine.stop();
});

test('an opt-out that a carrier reports with its rejection is obeyed after the database failed', async () => {
  const world = await box(once((sql) => sql.includes('INSERT INTO do_not_call')));
  world.respondOnce({
    ...{ kind: 'rejected', retryable: false, optedOut: true },
    note: { code: 'refused' },
  });
  world.emit('HELP');
  await world.untilOutcome('failed');
  expect(await world.rows('SELECT phone, source FROM do_not_call WHERE client_id = $1')).toEqual([
    { phone: ann, source: 'text' },
  ]);
  await world.engine.stop();
});

test('a confirmation that was refused for now is submitted once, after the database failed', async () => {
  const world = await box(once(noting));
  world.respondOnce(throttled);
  world.emit('STOP');
  await world.untilOutcome('delivered');
  expect(world.sent()).toEqual([ann]);
  await world.engine.stop();
});

test('a stop waits for outcomes that the database did not take at once', async () => {
  const world = await box(once(noting));
  const { promise: response, resolve: respond } = Promise.withResolvers<Submission>();
  world.respondOnce(response);
  world.emit('STOP');
  await world.run(500);
  const stopping = world.engine.stop();
  respond({ kind: 'accepted', carrierRef: 'late' });
  await stopping;
  expect(await world.replies()).toEqual([{ outcome: 'accepted', tries: 1 }]);
});

test('an outcome that comes after another engine gave up on it corrects that', async () => {
  let isDown = true;
  const world = await box((sql) => isDown && noting(sql));
  world.respondOnce({ kind: 'accepted', carrierRef: 'corrected' });
  world.emit('STOP');
  await world.run(500);
  world.clock.advance(simMs(day));
  const other = world.engineOn(real);
  await other.run(2_000, 500);
  expect(await world.replies()).toEqual([{ outcome: 'unknown', tries: 0 }]);
  isDown = false;
  await world.untilOutcome('accepted');
  for (const { engine } of [world, other]) await engine.stop();
});

test('an outcome that is noted twice changes no later submission', async () => {
  const world = await box();
  const { clientId, clock } = world;
  world.carrier.connected = () => false;
  world.emit('STOP');
  await world.run(500);
  const now = new Date(clock.now());
  await asClient(real, clientId, async (tx) => {
    const [due] = await listDueReplies(tx, clientId, now);
    const id = due?.textReplyId ?? 0;
    const refused = { textReplyId: id, tries: 0, kind: 'again', due: now } as const;
    const again = { ...refused, note: { code: 'throttled' } as const };
    await takeReplies(tx, clientId, [id], now);
    await noteReplyOutcomes(tx, clientId, [again]);
    expect(await takeReplies(tx, clientId, [id], now)).toHaveLength(1);
    await noteReplyOutcomes(tx, clientId, [again]);
    expect(await takeReplies(tx, clientId, [id], now)).toEqual([]);
  });
  await world.engine.stop();
});
