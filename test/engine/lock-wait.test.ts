/** A campaign whose claim waits behind another transaction, as one of an engine that was just killed. */
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createClientTurns } from '../../src/db/client-turns.ts';
import { asClient, asOwner } from '../../src/db/database.ts';
import { storePolicyRule } from '../../src/db/queries/policy-save.ts';
import { contactCapWorld } from './contact-cap-world.ts';
import { makeEngine } from './test-engine.ts';
import { afternoon } from './world.ts';

const { db, wanting, attemptsOf } = await contactCapWorld();

test('says so once in a plain sentence, is no fault, and goes on when that transaction has ended', async () => {
  const { clientId, start } = await wanting(3, ['calls']);
  await asClient(db, clientId, (tx) =>
    storePolicyRule(
      tx,
      clientId,
      0,
      {
        ...{ purpose: null, campaignId: null, country: null, state: null, channel: 'any' },
        ...{ preset: null, source: null, sourceDate: null },
        terms: { kind: 'gap', of: 'number', hours: 1 },
      },
      { managerId: null, now: new Date(afternoon) },
    ),
  );
  const lines: { level: number; msg: string; err?: unknown }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const limits = { lockMs: 50, statementMs: 20_000, turns: createClientTurns(10) };
  const { engine, run, runUntil } = makeEngine({ ...db, limits }, { deps: { log } });
  await start();
  const failures = () => lines.filter(({ level, err }) => level >= 50 || err !== undefined);
  const waits = () => lines.filter(({ msg }) => msg.includes('waits for another transaction'));

  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const killed = asOwner(db, async (tx) => {
    await tx.run('SELECT FROM policy_book WHERE client_id = $1 FOR UPDATE', [clientId]);
    locked.resolve();
    await held.promise;
  });
  onTestFinished(() => held.resolve());
  await locked.promise;
  await run(2_500);
  expect(waits()).toHaveLength(1);
  expect(waits()[0]).toMatchObject({ level: 40 });
  expect(failures()).toEqual([]);
  expect(await attemptsOf(clientId)).toEqual([]);

  held.resolve();
  await killed;
  await runUntil(async () => (await attemptsOf(clientId)).length === 3);
  expect(failures()).toEqual([]);
  await engine.stop();
});
