/** The beginning of a transaction: as few round trips as there can be, because each one has it. */
import pg from 'pg';

/** A setting that holds until the transaction ends. */
export type Setting = readonly [name: string, value: string];

/**
 * A commit is on disk before it returns, whatever the server, the database or the role is set to:
 * calls are placed and opt-outs confirmed because of it. With a synchronous standby it is on that
 * disk too. Set in the transaction, not in the session, which a pooler shares.
 */
export const durably = `set_config('synchronous_commit',
  CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)`;

/**
 * Begins a transaction with its settings, in one message. They stand in its text, which others with
 * the right to read `pg_stat_activity` see: nothing secret belongs here.
 *
 * @param begin a statement of the kind `BEGIN`
 */
export async function beginTransaction(
  client: pg.ClientBase,
  begin: string,
  settings: readonly Setting[],
): Promise<void> {
  const calls = settings.map(
    ([name, value]) => `set_config('${name}', ${pg.escapeLiteral(value)}, true)`,
  );
  // One column: the driver reads each of them in every transaction.
  await client.query(`${begin}; SELECT num_nulls(${[...calls, durably].join(', ')})`);
}

const told = new WeakMap<pg.ClientBase, string>();

/**
 * Tells the database the key of hashed numbers, which stays out of every statement's text: once for
 * each session, or in each transaction where a pooler shares the sessions.
 *
 * @param shared whether a transaction has begun in a session that others use too
 */
export async function tellNumberKey(
  client: pg.ClientBase,
  key: string | undefined,
  shared: boolean,
): Promise<void> {
  if (key === undefined || (!shared && told.get(client) === key)) return;
  await client.query("SELECT set_config('app.number_key', $1, $2)", [key, shared]);
  if (!shared) told.set(client, key);
}
