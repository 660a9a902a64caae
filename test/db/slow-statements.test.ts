import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import type { SlowStatement } from '../../src/db/slow-statements.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();

/** The slow statements reported while this runs, from this many milliseconds on. */
async function slowOnes(ms: number, sql: string, values: unknown[] = []): Promise<SlowStatement[]> {
  const slow: SlowStatement[] = [];
  const watched = { ...db, slow: { ms, report: (one: SlowStatement) => void slow.push(one) } };
  await asPlatform(watched, (tx) => tx.rows(sql, values)).catch(() => {});
  return slow;
}

const hour = 3_600_000;

test('a slow statement is logged on one line, without its parameters', async () => {
  const sql = 'SELECT pg_sleep(0.2),\n     $1::text   AS phone';
  const [one, ...others] = (await slowOnes(150, sql, ['13035550100'])).filter(
    ({ statement }) => statement !== 'COMMIT',
  );
  expect(others).toEqual([]);
  expect(one).toMatchObject({
    statement: 'SELECT pg_sleep(0.2), $1::text AS phone',
    connection: expect.stringMatching(/^carillon /),
  });
  expect(one?.ms).toBeGreaterThanOrEqual(150);
  expect(JSON.stringify(one)).not.toContain('13035550100');
  expect(await slowOnes(hour, sql, ['1'])).toEqual([]);
});

test('one that waits for a lock in vain is logged too, and a long one is cut', async () => {
  const holder = await db.pool.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE client IN ACCESS EXCLUSIVE MODE');
    const limits = {
      lockMs: 200,
      statementMs: hour,
      turns: { take: <T>(_: number, work: () => Promise<T>) => work() },
    };
    const slow: SlowStatement[] = [];
    const watched = {
      ...db,
      limits,
      slow: { ms: 150, report: (one: SlowStatement) => void slow.push(one) },
    };
    const long = `SELECT 1 FROM client WHERE code <> '${'x'.repeat(600)}'`;
    await expect(asPlatform(watched, (tx) => tx.rows(long))).rejects.toThrow(/lock timeout/);
    expect(slow).toHaveLength(1);
    expect(slow[0]?.statement).toHaveLength(500);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
});
