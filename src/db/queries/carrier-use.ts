/** Which clients use which carrier, and whether one of their campaigns runs on it. */

import { campaignType, runStatus } from '#contract/campaign.ts';
import type { CarrierChannel } from '#contract/carrier.ts';
import type { Tx } from '../database.ts';
import { simulatedKind } from './carrier.ts';

export interface CarrierChoice {
  voice: string;
  text: string;
}

/** The carriers of a client's calls and texts. */
export async function readCarrierChoice(tx: Tx, clientId: number): Promise<CarrierChoice> {
  const row = await tx.row<CarrierChoice>(
    'SELECT voice_carrier AS voice, text_carrier AS text FROM client WHERE client_id = $1',
    [clientId],
  );
  if (!row) throw new Error(`There is no client ${clientId}.`);
  return row;
}

/** As `readCarrierChoice`, and no campaign of the client starts before this transaction ends. */
export async function lockCarrierChoice(tx: Tx, clientId: number): Promise<CarrierChoice> {
  await tx.run('SELECT FROM client WHERE client_id = $1 FOR NO KEY UPDATE', [clientId]);
  return readCarrierChoice(tx, clientId);
}

/** The same for every client that uses the carrier, which its caller has locked. */
export async function lockUsersOfCarrier(tx: Tx, name: string): Promise<void> {
  await tx.run(
    `SELECT FROM client WHERE $1 IN (voice_carrier, text_carrier)
     ORDER BY client_id FOR NO KEY UPDATE`,
    [name],
  );
}

export async function setCarrierChoice(
  tx: Tx,
  clientId: number,
  { voice, text }: CarrierChoice,
): Promise<void> {
  await tx.run('UPDATE client SET voice_carrier = $2, text_carrier = $3 WHERE client_id = $1', [
    clientId,
    voice,
    text,
  ]);
}

/** Codes of the clients whose calls or texts use it. */
export async function usersOfCarrier(tx: Tx, name: string): Promise<string[]> {
  const rows = await tx.rows<{ code: string }>(
    'SELECT code FROM client WHERE $1 IN (voice_carrier, text_carrier) ORDER BY lower(code)',
    [name],
  );
  return rows.map(({ code }) => code);
}

/** Names of the carriers that clients use, except disabled clients. */
export async function carriersInUse(tx: Tx): Promise<string[]> {
  const rows = await tx.rows<{ name: string }>(
    `SELECT DISTINCT v.name FROM client, unnest(ARRAY[voice_carrier, text_carrier]) AS v(name)
     WHERE disabled_at IS NULL AND v.name IS NOT NULL`,
  );
  return rows.map(({ name }) => name);
}

/** Names of a client's campaigns of that channel that are not stopped. */
export function runningCampaigns(
  tx: Tx,
  clientId: number,
  channel: CarrierChannel,
): Promise<{ name: string }[]> {
  return tx.rows(
    `SELECT name FROM campaign
     WHERE client_id = $1 AND run_status <> ${runStatus.stopped} AND deleted_at IS NULL
       AND (campaign_type = ${campaignType.texting}) = ($2 = 'text')
     ORDER BY campaign_id`,
    [clientId, channel],
  );
}

/** The same for all clients of a carrier. */
export function campaignsOnCarrier(
  tx: Tx,
  name: string,
): Promise<{ code: string; name: string }[]> {
  return tx.rows(
    `SELECT k.code, c.name FROM campaign c JOIN client k ON k.client_id = c.client_id
     WHERE c.run_status <> ${runStatus.stopped} AND c.deleted_at IS NULL
       AND $1 = CASE WHEN c.campaign_type = ${campaignType.texting}
         THEN k.text_carrier ELSE k.voice_carrier END
     ORDER BY lower(k.code), c.campaign_id`,
    [name],
  );
}

export interface RealCarriers {
  /** A carrier that is not simulated is connected, whether a client uses it or not. */
  any: boolean;
  /** One that a client uses, with that client's code; null when all use simulated ones. */
  used: { name: string; code: string } | null;
}

export async function readRealCarriers(tx: Tx): Promise<RealCarriers> {
  const rows = await tx.rows<{ name: string; code: string | null }>(
    `SELECT c.name, k.code FROM carrier c
     LEFT JOIN client k ON c.name IN (k.voice_carrier, k.text_carrier)
     WHERE c.removed_at IS NULL AND c.kind <> '${simulatedKind}'
     ORDER BY k.code IS NULL, c.name, k.code`,
  );
  const [first] = rows;
  const used = first?.code ? { name: first.name, code: first.code } : null;
  return { any: rows.length > 0, used };
}
