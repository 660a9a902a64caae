/**
 * Carriers that a reconciliation asks for their records: kept with the hold, which does not end while
 * one of them is waited for, and with the report of it. All of it is the platform's.
 */
import { campaignType } from '#contract/campaign.ts';
import type { Tx } from '../database.ts';

export interface HeldCarrier {
  /** `waited`: no hold ends now. `left_out`: by the operator, or where the journals say it all. */
  state: 'waited' | 'asked' | 'left_out';
  /** Of one that was asked. */
  report?: object;
}

/** By name. */
export type HeldCarriers = Record<string, HeldCarrier>;

export const waitsForCarrier = (carriers: HeldCarriers = {}) =>
  Object.values(carriers).some(({ state }) => state === 'waited');

/** In place of what was noted before; nothing while there is no hold. */
export async function noteHeldCarriers(tx: Tx, carriers: HeldCarriers): Promise<void> {
  await tx.run(
    `UPDATE installation SET hold_facts = hold_facts || jsonb_build_object('carriers', $1::jsonb)
     WHERE hold_since IS NOT NULL`,
    [JSON.stringify(carriers)],
  );
}

/** The folders of which the operator said in this hold that they are gone, and their journals with them. */
export function goneFolders(tx: Tx): Promise<{ name: string }[]> {
  return tx.rows<{ name: string }>(
    `SELECT r.name FROM reconciliation r JOIN installation i USING (generation) WHERE r.gone`,
  );
}

/**
 * The instant of the newest hand-over that this state of the database knows, by the engine's clock; null
 * before the first. `real`: that clock shows the real time.
 */
export async function newestHandOver(tx: Tx): Promise<{ at: Date | null; real: boolean }> {
  const row = await tx.row<{ at: Date | null; real: boolean }>(
    `SELECT (SELECT max(last_call) FROM call_list_count) AS at,
       coalesce((SELECT speed = 1 AND real_anchor = simulated_anchor FROM simulation), false) AS real`,
  );
  return row ?? { at: null, real: false };
}

/** The clients whose calls, or texts, go by one of these carriers. */
export async function clientsOnCarriers(
  tx: Tx,
  names: readonly string[],
  channel: 'voice' | 'text',
): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    `SELECT client_id AS id FROM client
     WHERE CASE WHEN $2 = 'text' THEN text_carrier ELSE voice_carrier END = ANY ($1)
     ORDER BY client_id`,
    [names, channel],
  );
  return rows.map(({ id }) => id);
}

/** SQL: a campaign goes by this channel. */
export const isOfChannel = (campaign: string, channel: string) =>
  `(${campaign}.campaign_type = ${campaignType.texting}) = (${channel} = 'text')`;
