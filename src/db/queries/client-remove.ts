/**
 * Takes a demo client out with everything that belongs to it. Only a client that is made up and never had a
 * real carrier can go: what a real one did must be accounted for. Its audit log stays, as every audit log
 * does, with an entry that says who removed it.
 */
import { runStatus } from '#contract/campaign.ts';
import { asOwner, type Database, type Tx } from '../database.ts';
import { stands } from '../lease-states.ts';
import { simulatedKind } from './carrier.ts';

/** Who may delete the rows of a table; the owner alone may delete lifted opt-outs. */
type Deleter = 'carillon_client' | 'carillon_platform' | 'owner';

interface TenantTable {
  name: string;
  deleter: Deleter;
}

/** Kept for good (decision 068). */
const auditTables = ['audit_chain', 'audit_entry', 'audit_log', 'audit_root'];

/** Whether calls, texts or campaigns of the client are still under way. */
export async function isClientBusy(tx: Tx, clientId: number): Promise<boolean> {
  const row = await tx.row<{ busy: boolean }>(
    `SELECT EXISTS (SELECT FROM campaign c JOIN campaign_lease l USING (client_id, campaign_id)
       WHERE c.client_id = $1 AND c.run_status <> ${runStatus.stopped} AND ${stands('l')}) AS busy`,
    [clientId],
  );
  return row?.busy ?? false;
}

/**
 * Whether its calls or texts could ever reach real phones, whatever carriers it has now: the audit log has each
 * choice of a carrier, and is older than demo clients are. For the platform's role.
 */
export async function everHadRealCarrier(tx: Tx, clientId: number): Promise<boolean> {
  const row = await tx.row(
    `SELECT 1 FROM audit_entry e
     JOIN carrier c ON c.name IN (e.after ->> 'voice_carrier', e.after ->> 'text_carrier')
     WHERE e.client_id = $1 AND e.thing_kind = 'client' AND e.thing_id = e.client_id::text
       AND c.kind <> '${simulatedKind}' LIMIT 1`,
    [clientId],
  );
  return row !== undefined;
}

/** `real`: it may have called or texted people, so it stays. Only `removed` changes anything. */
export type DemoRemoval = 'removed' | 'no_demo' | 'real';

export async function removeDemoClient(db: Database, clientId: number): Promise<DemoRemoval> {
  return asOwner(db, async (tx) => {
    await tx.run(`SELECT set_config('app.client_id', $1, true)`, [String(clientId)]);
    const tables = await tenantTables(tx);
    await actAs(tx, 'carillon_platform');
    // Until the end, nobody adds a row that belongs to it.
    const demo = await tx.row('SELECT 1 FROM client WHERE client_id = $1 AND demo FOR UPDATE', [
      clientId,
    ]);
    if (!demo) return 'no_demo';
    // Whoever chooses a carrier holds the client's row, so that the choice is committed or comes too late.
    if (await everHadRealCarrier(tx, clientId)) return 'real';
    let acting: Deleter = 'carillon_platform';
    for (const { name, deleter } of tables) {
      if (deleter !== acting) await actAs(tx, deleter);
      acting = deleter;
      await tx.run(`DELETE FROM ${name} WHERE client_id = $1`, [clientId]);
    }
    await actAs(tx, 'carillon_client');
    await tx.run('DELETE FROM client WHERE client_id = $1 AND demo', [clientId]);
    return 'removed';
  });
}

async function actAs(tx: Tx, role: Deleter): Promise<void> {
  await tx.run(`SELECT set_config('role', $1, true)`, [role === 'owner' ? 'none' : role]);
}

/** Those that refer to others come first. */
async function tenantTables(tx: Tx): Promise<TenantTable[]> {
  const tables = await tx.rows<TenantTable & { refers: string[] }>(
    `SELECT c.relname AS name,
       CASE WHEN has_table_privilege('carillon_client', c.oid, 'DELETE') THEN 'carillon_client'
         WHEN has_table_privilege('carillon_platform', c.oid, 'DELETE') THEN 'carillon_platform'
         ELSE 'owner' END AS deleter,
       ARRAY(SELECT DISTINCT r.relname::text FROM pg_constraint k JOIN pg_class r ON r.oid = k.confrelid
         WHERE k.conrelid = c.oid AND k.contype = 'f' AND r.oid <> c.oid) AS refers
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'client_id'
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relnamespace = 'public'::regnamespace AND c.relname NOT IN ('client')
       AND NOT (c.relname = ANY ($1)) ORDER BY c.relname`,
    [auditTables],
  );
  const ordered: TenantTable[] = [];
  let left = tables;
  while (left.length > 0) {
    const free = left.filter(({ name }) => !left.some((other) => other.refers.includes(name)));
    if (free.length === 0) throw new Error('Tables refer to each other in a circle.');
    ordered.push(...free);
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}
