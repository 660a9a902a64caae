/** The operator's retention settings, and up to when data was deleted. */
import {
  type RetentionDays,
  type RetentionKind,
  retentionKinds,
  usualRetention,
} from '#domain/retention.ts';
import type { Tx } from '../database.ts';

interface Row {
  kind: RetentionKind;
  days: number | null;
}

const daysOf = (rows: readonly Row[], otherwise: Readonly<RetentionDays>): RetentionDays =>
  ({ ...otherwise, ...Object.fromEntries(rows.map(({ kind, days }) => [kind, days])) }) as never;

/** Of the installation. */
export async function readDefaults(tx: Tx): Promise<RetentionDays> {
  return daysOf(await tx.rows<Row>('SELECT kind, days FROM retention_default'), usualRetention);
}

export interface ClientRetention {
  clientId: number;
  code: string;
  days: RetentionDays;
  /** The client's own settings. */
  own: RetentionKind[];
}

/** Every client, for the platform. */
export async function readRetention(tx: Tx): Promise<ClientRetention[]> {
  const defaults = await readDefaults(tx);
  const clients = await tx.rows<{ clientId: number; code: string }>(
    'SELECT client_id AS "clientId", code FROM client ORDER BY code',
  );
  const rows = await tx.rows<Row & { clientId: number }>(
    'SELECT client_id AS "clientId", kind, days FROM retention',
  );
  return clients.map((client) => {
    const own = rows.filter(({ clientId }) => clientId === client.clientId);
    const days = { ...daysOf(own, defaults), journal: defaults.journal };
    return {
      ...client,
      days,
      own: retentionKinds.filter((kind) => own.some((r) => r.kind === kind)),
    };
  });
}

/** Of the client that the transaction works for. */
export async function readOwnDays(tx: Tx, clientId: number): Promise<RetentionDays> {
  const own = await tx.rows<Row>('SELECT kind, days FROM retention WHERE client_id = $1', [
    clientId,
  ]);
  return daysOf(own, await readDefaults(tx));
}

/** The kinds for which the operator set a time for this client alone. */
export async function readOwnKinds(tx: Tx, clientId: number): Promise<RetentionKind[]> {
  const rows = await tx.rows<{ kind: RetentionKind }>(
    'SELECT kind FROM retention WHERE client_id = $1',
    [clientId],
  );
  return rows.map(({ kind }) => kind);
}

/** For how many days the journal of submissions is kept; null: forever. */
export async function journalDays(tx: Tx): Promise<number | null> {
  return (await readDefaults(tx)).journal;
}

const rulesLock = `hashtext('carillon retention rules')`;

/**
 * Until the end of the transaction nobody changes a retention time. What deletes takes it first, and
 * reads the times after it: so nothing goes by an old time once the command that changed it answered.
 */
export const shareRules = (tx: Tx) => tx.run(`SELECT pg_advisory_xact_lock_shared(${rulesLock})`);

/** SQL: the same until it is undone, for a DETACH, which runs in no transaction. */
export const holdRules = `SELECT pg_advisory_lock_shared(${rulesLock})`;
export const releaseRules = `SELECT pg_advisory_unlock_shared(${rulesLock})`;

/**
 * Waits for a deletion that is under way. First in its transaction.
 *
 * @param clientId undefined: the installation
 */
export async function setRetention(
  tx: Tx,
  clientId: number | undefined,
  kind: RetentionKind,
  days: number | null,
): Promise<void> {
  await tx.run(`SELECT pg_advisory_xact_lock(${rulesLock})`);
  await tryRetention(tx, clientId, kind, days);
}

/** The same without the lock, in a transaction that is undone. */
export async function tryRetention(
  tx: Tx,
  clientId: number | undefined,
  kind: RetentionKind,
  days: number | null,
): Promise<void> {
  if (clientId === undefined) {
    await tx.run(
      `INSERT INTO retention_default (kind, days) VALUES ($1, $2)
       ON CONFLICT (kind) DO UPDATE SET days = excluded.days`,
      [kind, days],
    );
    return;
  }
  await tx.run(
    `INSERT INTO retention (client_id, kind, days) VALUES ($1, $2, $3)
     ON CONFLICT (client_id, kind) DO UPDATE SET days = excluded.days`,
    [clientId, kind, days],
  );
}

/**
 * SQL: the days of a kind for the client of a row; NULL means forever, so that `created < now() -
 * …` is then true of nothing. The platform's.
 */
export function retentionDaysSql(client: string, kind: RetentionKind): string {
  return `(SELECT CASE WHEN own.client_id IS NOT NULL THEN own.days
      WHEN usual.kind IS NOT NULL THEN usual.days ELSE ${usualRetention[kind] ?? 'NULL'} END
    FROM (SELECT) AS one
    LEFT JOIN retention own ON own.client_id = ${client} AND own.kind = '${kind}'
    LEFT JOIN retention_default usual ON usual.kind = '${kind}')`;
}

/** Notes that everything before an instant was deleted; a later instant is never moved back. */
export async function noteDeleted(
  tx: Tx,
  clientId: number,
  kind: RetentionKind,
  before: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO retention_done AS d (client_id, kind, before) VALUES ($1, $2, $3)
     ON CONFLICT (client_id, kind) DO UPDATE SET before = greatest(d.before, excluded.before)`,
    [clientId, kind, new Date(before)],
  );
}

/** Up to when a client's data was deleted, by kind; absent if none was. */
export async function readDeleted(
  tx: Tx,
  clientId: number,
): Promise<Partial<Record<RetentionKind, Date>>> {
  const rows = await tx.rows<{ kind: RetentionKind; before: Date }>(
    'SELECT kind, before FROM retention_done WHERE client_id = $1',
    [clientId],
  );
  return Object.fromEntries(rows.map(({ kind, before }) => [kind, before]));
}

/**
 * By which instant (epoch ms) data is old: the database's time, or the simulation's where that is
 * behind it. So neither clock deletes anything early.
 */
export async function retentionNow(tx: Tx): Promise<number> {
  const row = await tx.row<{ now: Date }>(
    'SELECT least(clock_timestamp(), (SELECT last_simulated FROM simulation)) AS now',
  );
  return row?.now.getTime() ?? 0;
}
