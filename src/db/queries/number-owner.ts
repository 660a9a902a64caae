/**
 * Which client owns the number that somebody wrote to. A person writes to the number that texted or
 * called, whichever of ours that was: a texting number, what a campaign or a bucket showed, an
 * agents' number, or the carrier's default (spec 3 section 8).
 */
import { campaignType } from '#contract/campaign.ts';
import type { RealMs } from '#domain/milliseconds.ts';
import type { Tx } from '../database.ts';

export interface NumberOwners {
  /** Has it as a texting number, or had it last: auto-replies go out from it for this client. */
  holder?: number;
  /** The holder has it now: only the holder may read texts that are not opt-outs. */
  held: boolean;
  /** All clients that own it, including the holder; in order. */
  clients: number[];
  /** All clients that ever texted from it: people texted then may say stop now. */
  everHeld: number[];
  /** Who had it as a texting number since when, oldest first. */
  tenures: Tenure[];
}

interface Tenure {
  clientId: number;
  since: RealMs;
}

/**
 * The client whose a text was that came before the number changed hands, whoever has the number now;
 * undefined when nobody got the number since. In doubt it is the former holder's: people write to
 * whoever wrote to them. A text from before all holders is the first one's.
 */
export function formerHolder({ tenures }: NumberOwners, cameAt: RealMs): number | undefined {
  const then = Math.max(
    0,
    tenures.findLastIndex(({ since }) => since <= cameAt),
  );
  return then < tenures.length - 1 ? tenures[then]?.clientId : undefined;
}

/** By number, without numbers that no client owns; for the platform. */
export async function ownersOfNumbers(
  tx: Tx,
  phones: readonly string[],
): Promise<Map<string, NumberOwners>> {
  const rows = await tx.rows<{
    phone: string;
    holder: number | null;
    held: boolean;
    clients: number[];
    everHeld: number[];
    heldBy: number[];
    heldSince: RealMs[];
  }>(
    `SELECT v.phone, n.client_id AS holder, n.deleted_at IS NULL AS held,
       ARRAY(SELECT DISTINCT t.client_id FROM texting_number t WHERE t.phone = v.phone
         ORDER BY 1) AS "everHeld",
       ARRAY(SELECT t.client_id FROM texting_number t WHERE t.phone = v.phone
         ORDER BY texting_number_id) AS "heldBy",
       ARRAY(SELECT ceil(extract(epoch FROM t.created) * 1000)::float8 FROM texting_number t
         WHERE t.phone = v.phone ORDER BY texting_number_id) AS "heldSince",
       ARRAY(
       SELECT n.client_id WHERE n.client_id IS NOT NULL
       UNION SELECT s.client_id FROM shown_number s WHERE s.phone = v.phone
       -- What a carrier shows when a campaign names no number: each kind that calls has this
       -- setting. (What it showed before is in shown_number.)
       UNION SELECT k.client_id FROM carrier c JOIN client k
         ON c.name IN (k.voice_carrier, k.text_carrier)
         WHERE c.settings->>'callerId' = v.phone
       ORDER BY 1) AS clients
     FROM unnest($1::text[]) AS v (phone)
     LEFT JOIN LATERAL (
       SELECT client_id, deleted_at FROM texting_number t WHERE t.phone = v.phone
       ORDER BY deleted_at IS NULL DESC, texting_number_id DESC LIMIT 1) AS n ON true`,
    [phones],
  );
  return new Map(
    rows
      .filter(({ clients }) => clients.length > 0)
      .map(({ phone, holder, held, clients, everHeld, heldBy, heldSince }) => {
        const owner = holder === null ? { held: false } : { holder, held };
        const tenures = heldSince.flatMap((since, at): Tenure[] => {
          const clientId = heldBy[at];
          return clientId === undefined ? [] : [{ clientId, since }];
        });
        return [phone, { ...owner, clients, everHeld, tenures }];
      }),
  );
}

/** The clients that an opt-out may mean when no client owns the number, or a client only shows it. */
export interface Everybody {
  /** Clients that use the carrier that it came through; all clients when none does. */
  ofCarrier: number[];
  /** Clients of other carriers: meant if they called or texted that person. */
  others: number[];
}

export async function everybodyAt(tx: Tx, carrier: string): Promise<Everybody> {
  const rows = await tx.rows<{ id: number; own: boolean }>(
    `SELECT client_id AS id, $1 IN (voice_carrier, text_carrier) AS own FROM client
     ORDER BY client_id`,
    [carrier],
  );
  const idsOf = (some: typeof rows) => some.map(({ id }) => id);
  const own = rows.filter((row) => row.own);
  if (own.length === 0) return { ofCarrier: idsOf(rows), others: [] };
  return { ofCarrier: idsOf(own), others: idsOf(rows.filter((row) => !row.own)) };
}

/**
 * Those of these numbers that the client called or texted, for as long as it keeps records of that.
 * `unnamed`: a call showed no number of its own, but the network's default; it cannot be
 * distinguished from a number that somebody else typed.
 */
export async function contactedOf(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
): Promise<Map<string, { unnamed: boolean }>> {
  const rows = await tx.rows<{ phone: string; unnamed: boolean }>(
    `SELECT a.phone, bool_or(a.caller_id = '' AND c.campaign_type IS DISTINCT FROM ${campaignType.texting}) AS unnamed
     FROM (SELECT phone, caller_id, campaign_id FROM attempt
         WHERE client_id = $1 AND phone = ANY ($2)
         -- Attempts go with their list (decision 044), records stay for longer.
         UNION ALL SELECT phone, caller_id, campaign_id FROM call_record
         WHERE client_id = $1 AND phone = ANY ($2)) AS a
     LEFT JOIN campaign c ON c.client_id = $1 AND c.campaign_id = a.campaign_id
     GROUP BY a.phone`,
    [clientId, phones],
  );
  return new Map(rows.map(({ phone, unnamed }) => [phone, { unnamed }]));
}

/** Texts to a number that no client has. */
export interface UnknownNumber {
  carrier: string;
  phone: string;
  texts: number;
  /** How many of these applied to every client of the carrier. */
  optOuts: number;
  lastAt: Date;
}

/** Kept for the operator; a repeated report counts twice. Rows older than 90 days are deleted. */
export async function noteUnknownNumbers(
  tx: Tx,
  carrier: string,
  numbers: readonly Pick<UnknownNumber, 'phone' | 'texts' | 'optOuts'>[],
): Promise<void> {
  await tx.run("DELETE FROM unknown_number WHERE last_at < now() - interval '90 days'");
  await tx.run(
    `INSERT INTO unknown_number AS u (carrier, phone, texts, opt_outs)
     SELECT $1, v.* FROM unnest($2::text[], $3::bigint[], $4::bigint[]) AS v (phone, texts, opt_outs)
     ORDER BY phone
     ON CONFLICT (carrier, phone) DO UPDATE
     SET texts = u.texts + excluded.texts, opt_outs = u.opt_outs + excluded.opt_outs, last_at = now()`,
    [
      carrier,
      numbers.map(({ phone }) => phone),
      numbers.map(({ texts }) => texts),
      numbers.map(({ optOuts }) => optOuts),
    ],
  );
}

/** Of the last 30 days, newest first; without numbers that a client has by now. */
export async function listUnknownNumbers(tx: Tx): Promise<UnknownNumber[]> {
  const rows = await tx.rows<UnknownNumber>(
    `SELECT carrier, phone, texts, opt_outs AS "optOuts", last_at AS "lastAt"
     FROM unknown_number WHERE last_at > now() - interval '30 days'
     ORDER BY last_at DESC, phone`,
  );
  const owners = await ownersOfNumbers(
    tx,
    rows.map(({ phone }) => phone),
  );
  return rows.filter(({ phone }) => !owners.has(phone));
}
