/**
 * Carriers that a reconciliation asks for their records: stored with the hold, which does not end
 * while it waits for one, and with its report. Everything here runs as the platform.
 */
import { campaignType } from '#contract/campaign.ts';
import type { Tx } from '../database.ts';

export interface HeldCarrier {
  /**
   * `waited`: the hold cannot end yet. `left_out`: by the operator, or because the journals are
   * complete.
   */
  state: 'waited' | 'asked' | 'left_out';
  /** Of a carrier that was asked. */
  report?: object;
}

/** By name. */
export type HeldCarriers = Record<string, HeldCarrier>;

export const waitsForCarrier = (carriers: HeldCarriers = {}) =>
  Object.values(carriers).some(({ state }) => state === 'waited');

/** Replaces earlier notes; does nothing while there is no hold. */
export async function noteHeldCarriers(tx: Tx, carriers: HeldCarriers): Promise<void> {
  await tx.run(
    `UPDATE installation SET hold_facts = hold_facts || jsonb_build_object('carriers', $1::jsonb)
     WHERE hold_since IS NOT NULL`,
    [JSON.stringify(carriers)],
  );
}

/** The folders that the operator declared gone in this hold, with their journals. */
export function goneFolders(tx: Tx): Promise<{ name: string }[]> {
  return tx.rows<{ name: string }>(
    `SELECT r.name FROM reconciliation r JOIN installation i USING (generation) WHERE r.gone`,
  );
}

/**
 * The instant of the newest submission that this state of the database knows, by the engine's
 * clock; null before the first. `real`: that clock shows the real time.
 */
export async function newestSubmission(tx: Tx): Promise<{ at: Date | null; real: boolean }> {
  const row = await tx.row<{ at: Date | null; real: boolean }>(
    `SELECT (SELECT max(last_call) FROM call_list_count) AS at,
       coalesce((SELECT speed = 1 AND real_anchor = simulated_anchor FROM simulation), false) AS real`,
  );
  return row ?? { at: null, real: false };
}

/** The clients whose calls or texts use one of these carriers. */
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

/** SQL: a campaign uses this channel. */
export const isOfChannel = (campaign: string, channel: string) =>
  `(${campaign}.campaign_type = ${campaignType.texting}) = (${channel} = 'text')`;
