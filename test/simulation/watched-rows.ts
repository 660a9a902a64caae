/** What the rows say at the moment in which a carrier is asked something. */
import type { AgentsRead } from './engines.ts';
import type { Office } from './office.ts';
import type { Actor } from './step.ts';

type Ask = Office['ask'];

/** By attempt id, in order. */
export async function states(ask: Ask, ids: string[]): Promise<('open' | 'ended' | 'none')[]> {
  const keys = ids.map((id) => id.split('-').map(Number));
  const rows = await ask<{ state: 'open' | 'ended' | 'none' }>(
    keys[0]?.[0] ?? 0,
    `SELECT CASE WHEN a.entry_id IS NULL THEN 'none' WHEN a.finished_at IS NULL THEN 'open'
       ELSE 'ended' END AS state
     FROM unnest($1::bigint[], $2::integer[]) WITH ORDINALITY AS v (list, entry, n)
     LEFT JOIN attempt a ON a.call_list_id = v.list AND a.entry_id = v.entry
     ORDER BY v.n`,
    [keys.map((key) => key[1]), keys.map((key) => key[2])],
  );
  return rows.map(({ state }) => state);
}

/** An agent is called only when that is written down. */
export async function isAgentNoted(ask: Ask, id: string): Promise<boolean> {
  const [clientId = 0, ...key] = id.split('-').map(Number);
  const rows = await ask(
    clientId,
    `SELECT 1 FROM attempt
     WHERE call_list_id = $1 AND entry_id = $2 AND agent_called_at IS NOT NULL`,
    key,
  );
  return rows.length > 0;
}

/** A copy for each reading: what was submitted under an earlier one is judged by that. */
export function noteAgents(
  read: AgentsRead,
  { name }: Actor,
  sql: string,
  rows: Record<string, unknown>[],
): void {
  if (!sql.includes('"agentCount"')) return;
  read.set(
    name,
    new Map(
      rows.map((row) => [
        Number(row.campaignId),
        { count: Number(row.agentCount), ratio: Number(row.callRatio) },
      ]),
    ),
  );
}
