import { expect, test } from 'vitest';
import { seededRandom } from '../../src/domain/random.ts';
import { freshDatabase } from '../harness/database.ts';
import { openConnections } from './gated-database.ts';
import { Stage } from './stage.ts';

const db = await freshDatabase();

async function openStage() {
  let now = 0;
  const time = {
    now: () => now,
    moveTo: (instant: number) => {
      now = instant;
    },
    startAgain() {},
    giveBack() {},
  };
  const connections = await openConnections({ connection: db.owner, time });
  const stage = new Stage(() => ({
    ...{ random: seededRandom('turns'), time },
    ...{ mishapAt: () => undefined, delayOf: () => 0 },
    beforeStep: async () => {},
    died: async () => {},
  }));
  const { pool } = connections.databaseOf(stage);
  return { connections, stage, pool };
}

test('of statements that one commit wakes together each goes on in its turn', async () => {
  const { connections, stage, pool } = await openStage();
  await connections.ask('CREATE TABLE public.one (id int PRIMARY KEY)');
  await connections.ask('INSERT INTO one VALUES (1)');
  await connections.ask('CREATE TABLE public.woken (position serial, name text)');
  const play = (name: string, part: (ask: (sql: string) => Promise<unknown>) => Promise<void>) =>
    stage.play({ name, dead: false }, async () => {
      const client = await pool.connect();
      await client.query('BEGIN');
      await part((sql) => client.query(sql));
      await client.query('COMMIT');
      client.release();
    });

  play('holder', async (ask) => {
    await ask('SELECT FROM one FOR UPDATE');
    await stage.sleep(1_000);
  });
  await stage.runUntil(500);
  const names = Array.from({ length: 10 }, (_, n) => `waiter ${n}`);
  for (const name of names) {
    play(name, async (ask) => {
      await ask(`WITH held AS MATERIALIZED (SELECT FROM one FOR KEY SHARE)
        INSERT INTO woken (name) SELECT '${name}' FROM held`);
    });
  }
  await stage.runUntil(2_000);
  const waited = stage.trace.flatMap(
    (line) => /^(waiter \d) waits for a lock/.exec(line)?.[1] ?? [],
  );
  const woken = await connections.ask<{ name: string }>('SELECT name FROM woken ORDER BY position');
  expect(waited.toSorted()).toEqual(names);
  expect(woken.map(({ name }) => name)).toEqual(waited);
  await connections.close();
});

test('of two that wait for each other the later one fails, whatever time it is', async () => {
  const { connections, stage, pool } = await openStage();
  await connections.ask('CREATE TABLE public.two (id int PRIMARY KEY)');
  await connections.ask('INSERT INTO two VALUES (1), (2)');
  const failed: string[] = [];
  const play = (name: string, first: number, second: number, wait: number) =>
    stage.play({ name, dead: false }, async () => {
      const client = await pool.connect();
      await client.query('BEGIN');
      await client.query(`SELECT FROM two WHERE id = ${first} FOR UPDATE`);
      await stage.sleep(wait);
      try {
        await client.query(`SELECT FROM two WHERE id = ${second} FOR UPDATE`);
        await client.query('COMMIT');
      } catch (error) {
        failed.push(`${name} ${(error as { code?: string }).code}`);
        await client.query('ROLLBACK');
      }
      client.release();
    });
  play('early', 1, 2, 100);
  play('late', 2, 1, 200);
  await stage.runUntil(1_000);
  expect(failed).toEqual(['late 40P01']);
  await connections.close();
});
