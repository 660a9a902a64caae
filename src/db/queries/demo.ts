/** The installation as the demo has it: alone, on simulated carriers. For the platform's role. */
import type { Tx } from '../database.ts';
import { simulatedKind } from './carrier.ts';

/** Other clients that somebody can sign in to, or that have campaigns which may call without anybody. */
const others = `SELECT FROM client c WHERE NOT demo AND disabled_at IS NULL AND (
  EXISTS (SELECT FROM manager m WHERE m.client_id = c.client_id AND m.active AND m.deleted_at IS NULL)
  OR EXISTS (SELECT FROM campaign g WHERE g.client_id = c.client_id AND g.deleted_at IS NULL))`;
const realCarriers = `SELECT FROM carrier WHERE removed_at IS NULL AND kind <> '${simulatedKind}'`;

/** There is a demo client, no other one, and no real carrier. */
export async function isDemoAlone(tx: Tx): Promise<boolean> {
  const { otherClients, realCarrier } = await readCompany(tx);
  const demo = await tx.row('SELECT FROM client WHERE demo');
  return demo !== undefined && !otherClients && !realCarrier;
}

/** Who would suffer from a dead engine besides the demo. */
export async function readCompany(
  tx: Tx,
): Promise<{ otherClients: boolean; realCarrier: boolean }> {
  const row = await tx.row<{ otherClients: boolean; realCarrier: boolean }>(
    `SELECT EXISTS (${others}) AS "otherClients", EXISTS (${realCarriers}) AS "realCarrier"`,
  );
  return row ?? { otherClients: true, realCarrier: true };
}

/** Whether anything can be called or texted, now or later; the demo's history brings campaigns. */
export async function hasCampaigns(tx: Tx): Promise<boolean> {
  const row = await tx.row(
    `SELECT FROM campaign WHERE deleted_at IS NULL
     UNION ALL SELECT FROM client WHERE demo_stage IS NOT NULL LIMIT 1`,
  );
  return row !== undefined;
}

/** The client's carrier of texts, if it is a simulated one. */
export async function simulatedTextCarrier(tx: Tx, clientId: number): Promise<string | undefined> {
  const row = await tx.row<{ name: string }>(
    `SELECT c.name FROM client k JOIN carrier c ON c.name = k.text_carrier
     WHERE k.client_id = $1 AND c.removed_at IS NULL AND c.kind = '${simulatedKind}'`,
    [clientId],
  );
  return row?.name;
}
