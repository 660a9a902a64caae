import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { TestDatabase } from './database.ts';

/** Also when the test fails: the next one is not to meet this trouble. */
export function letGoOnce(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  const letGo = () => {
    done ??= work();
    return done;
  };
  onTestFinished(letGo);
  return letGo;
}

/**
 * Somebody else's transaction on a client's rows, which stands open until it is let go, at the latest
 * by the end of the test.
 *
 * @throws Error when it holds no row: the owner's login alone sees none of a client's
 */
export async function held(
  { owner }: TestDatabase,
  clientId: number,
  sql: string,
  values: unknown[] = [clientId],
): Promise<() => Promise<void>> {
  const holder = new pg.Client(owner);
  await holder.connect();
  const letGo = letGoOnce(async () => {
    await holder.query('ROLLBACK');
    await holder.end();
  });
  await holder.query('BEGIN');
  await holder.query(
    "SELECT set_config('role', 'carillon_client', true), set_config('app.client_id', $1, true)",
    [String(clientId)],
  );
  const { rowCount } = await holder.query(sql, values);
  if (!rowCount) throw new Error('No row is held.');
  return letGo;
}
