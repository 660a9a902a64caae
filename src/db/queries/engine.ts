/**
 * The running engines, as each reports itself, and what they share. Everything here runs as the
 * platform.
 */
import { campaignType, runStatus } from '#contract/campaign.ts';
import type { Reason, StoredReason } from '#contract/reason.ts';
import type { ShareEngine } from '#domain/engine-share.ts';
import { reasonOrNull } from '#domain/reason-sentences.ts';
import type { Tx } from '../database.ts';
import { hot } from '../hot-statements.ts';
import { stands } from '../lease-states.ts';
import type { CampaignKey, ConnectedHere } from './lease.ts';

/** What stays the same while an engine runs. */
export interface EngineSelf {
  engineId: string;
  /** For people; changed when a live engine has it already. */
  name: string;
  /** Towards carriers, as in carrier_state. */
  carrierName: string;
  host: string;
  version: string;
}

/** A campaign that an engine is handing over to another one. */
export interface Offer extends CampaignKey {
  to: string;
}

/** What an engine currently reports about itself. */
export interface EngineWord {
  connected: ConnectedHere;
  idleBecause: Reason | null;
  clockOffsetMs: number | null;
  offers: readonly Offer[];
}

/** Seconds after which a dead engine is forgotten. */
const rememberedFor = 3_600;
const mostNames = 1_000;

/**
 * Writes this engine's row, which is valid for `seconds` real ones. If a live engine has its name,
 * a number is appended.
 */
export async function writeEngine(
  tx: Tx,
  self: EngineSelf,
  word: EngineWord,
  seconds: number,
): Promise<void> {
  const values = [
    self.engineId,
    seconds,
    word.idleBecause,
    word.clockOffsetMs,
    word.connected.voice,
    word.connected.text,
    JSON.stringify(word.offers),
  ];
  const known = await tx.run(
    `UPDATE engine SET seen_at = clock_timestamp(), until = ${until},
       idle_because = $3, clock_offset_ms = $4, voice = $5, texts = $6, offers = $7
     WHERE engine_id = $1`,
    values,
  );
  if (known === 1) return;
  await tx.run(
    `DELETE FROM engine WHERE until < clock_timestamp()
       AND (name = $1 OR until < clock_timestamp() - make_interval(secs => $2))`,
    [self.name, rememberedFor],
  );
  await tx.run(
    'DELETE FROM campaign_follower WHERE until < clock_timestamp() - make_interval(secs => $1)',
    [rememberedFor],
  );
  for (let n = 1; n < mostNames; n += 1) {
    const name = n === 1 ? self.name : `${self.name}-${n}`;
    const made = await tx.run(
      `INSERT INTO engine (engine_id, seen_at, until, idle_because, clock_offset_ms, voice, texts,
         offers, name, carrier_name, host, version)
       VALUES ($1, clock_timestamp(), ${until}, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       ON CONFLICT (name) DO NOTHING`,
      [...values, name, self.carrierName, self.host, self.version],
    );
    if (made === 1) return;
  }
}

const until = 'clock_timestamp() + make_interval(secs => $2)';

/** It stops in order: others take over its campaigns immediately. */
export async function dropEngine(tx: Tx, engineId: string): Promise<void> {
  await tx.run('DELETE FROM campaign_follower WHERE engine_id = $1', [engineId]);
  await tx.run('DELETE FROM engine WHERE engine_id = $1', [engineId]);
}

/** Campaigns of which an engine follows calls without the lease. */
export interface Followed {
  surely: readonly CampaignKey[];
  /** Being released by another transaction, which is not waited for here. */
  perhaps: readonly CampaignKey[];
}

/**
 * Records that this engine follows calls of the campaigns that it handed over, and of no others. A
 * missing row is inserted again: the response to its hand-over may have been lost.
 */
export async function writeFollowed(
  tx: Tx,
  engineId: string,
  { surely, perhaps }: Followed,
  seconds: number,
): Promise<void> {
  const keysOf = (some: readonly CampaignKey[]) => [
    some.map(({ clientId }) => clientId),
    some.map(({ campaignId }) => campaignId),
  ];
  const all = keysOf([...surely, ...perhaps]);
  await tx.run(
    `DELETE FROM campaign_follower WHERE engine_id = $1 AND (client_id, campaign_id) NOT IN
       (SELECT * FROM unnest($2::int[], $3::bigint[]))`,
    [engineId, ...all],
  );
  await tx.run(
    `UPDATE campaign_follower SET until = ${until}
     WHERE engine_id = $1 AND (client_id, campaign_id) IN
       (SELECT * FROM unnest($3::int[], $4::bigint[]))`,
    [engineId, seconds, ...all],
  );
  if (surely.length === 0) return;
  await tx.run(
    `INSERT INTO campaign_follower (client_id, campaign_id, engine_id, until)
     SELECT c.client_id, c.campaign_id, $1, ${until}
     FROM unnest($3::int[], $4::bigint[]) AS v (client_id, campaign_id)
     JOIN campaign c ON c.client_id = v.client_id AND c.campaign_id = v.campaign_id
     FOR KEY SHARE OF c SKIP LOCKED
     ON CONFLICT (client_id, campaign_id, engine_id) DO NOTHING`,
    [engineId, seconds, ...keysOf(surely)],
  );
}

/** In the transaction that releases the campaign: its calls continue here. */
export async function beginToFollow(
  tx: Tx,
  engineId: string,
  { clientId, campaignId }: CampaignKey,
  seconds: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO campaign_follower (client_id, campaign_id, engine_id, until)
     VALUES ($3, $4, $1, ${until})
     ON CONFLICT (client_id, campaign_id, engine_id) DO UPDATE SET until = excluded.until`,
    [engineId, seconds, clientId, campaignId],
  );
}

/** SQL with `a` for an attempt: the engine that placed it handed the campaign over and follows it. */
export const isFollowed = `EXISTS (
  SELECT FROM campaign_follower f
  WHERE f.client_id = a.client_id AND f.campaign_id = a.campaign_id AND f.engine_id = a.engine_id
    AND f.until > clock_timestamp())`;

export interface FleetEngine extends ShareEngine {
  name: string;
  /** The operator is draining it. */
  draining: boolean;
  offers: Offer[];
}

/** Every live engine of this version or a later one. */
export function readLivingEngines(tx: Tx): Promise<FleetEngine[]> {
  return tx.rows<FleetEngine>(
    hot(`SELECT engine_id AS id, name, voice, texts AS text, offers, draining,
       NOT draining AND idle_because IS NULL AS able
     FROM engine WHERE until > clock_timestamp() ORDER BY name`),
  );
}

/** By engine, including those that have been gone for less than an hour. */
export async function readEngineNames(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; name: string }>(
    'SELECT engine_id AS id, name FROM engine',
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export interface FleetCampaign extends CampaignKey {
  channel: 'voice' | 'text';
  carrier: string;
  stopping: boolean;
  linkback: boolean;
  /** The holder of its lease, unless the lease ran out. */
  holder: string | null;
  followers: string[];
}

/**
 * Every campaign that needs an engine, to run or to finish. The asking engine keeps those it
 * already owns.
 */
export function readSharedCampaigns(
  tx: Tx,
  engineId: string | null = null,
): Promise<FleetCampaign[]> {
  const texting = `c.campaign_type = ${campaignType.texting}`;
  return tx.rows<FleetCampaign>(
    hot(`SELECT c.client_id AS "clientId", c.campaign_id AS "campaignId",
       CASE WHEN ${texting} THEN 'text' ELSE 'voice' END AS channel,
       CASE WHEN ${texting} THEN k.text_carrier ELSE k.voice_carrier END AS carrier,
       c.run_status = ${runStatus.stopping} AS stopping,
       c.campaign_type = ${campaignType.linkback} AS linkback,
       CASE WHEN ${stands('l')} OR (l.engine_id = $1::uuid AND l.until > '-infinity')
         THEN l.engine_id END AS holder,
       ARRAY(SELECT f.engine_id FROM campaign_follower f
         WHERE f.client_id = c.client_id AND f.campaign_id = c.campaign_id
           AND f.until > clock_timestamp())::text[] AS followers
     FROM campaign c
     JOIN client k ON k.client_id = c.client_id
     LEFT JOIN campaign_lease l ON l.client_id = c.client_id AND l.campaign_id = c.campaign_id
     WHERE c.run_status <> ${runStatus.stopped}
     ORDER BY c.client_id, c.campaign_id`),
    [engineId],
  );
}

/** An engine as the operator sees it. */
export interface EngineFacts {
  name: string;
  host: string;
  version: string;
  /** ISO 8601. */
  since: string;
  seen: string;
  leases: number;
  /** Connected ones, by name. */
  carriers: string[];
  /** How far its clock is ahead of the database's; null when unknown. */
  clockOffsetMs: number | null;
  draining: boolean;
  /** `gone`: it did not report for the duration of a lease. */
  state: 'running' | 'draining' | 'idle' | 'gone';
  /** Why it starts nothing, as a sentence; null while it works. */
  idleBecause: string | null;
  /** The same for programs. */
  idleReason: StoredReason | null;
}

/** By name, including those that have been gone for less than an hour. */
export async function listEngines(tx: Tx): Promise<EngineFacts[]> {
  const iso = (column: string) =>
    `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
  const rows = await tx.rows<Omit<EngineFacts, 'idleBecause'>>(
    `SELECT e.name, e.host, e.version, ${iso('e.started_at')} AS since, ${iso('e.seen_at')} AS seen,
       (SELECT count(*) FROM campaign_lease l
        WHERE l.engine_id = e.engine_id AND ${stands('l')})::int AS leases,
       ARRAY(SELECT DISTINCT unnest(e.voice || e.texts) ORDER BY 1) AS carriers,
       e.clock_offset_ms AS "clockOffsetMs", e.draining, e.idle_because AS "idleReason",
       CASE WHEN e.until <= clock_timestamp() THEN 'gone' WHEN e.idle_because IS NOT NULL THEN 'idle'
         WHEN e.draining THEN 'draining' ELSE 'running' END AS state
     FROM engine e
     WHERE e.until > clock_timestamp() - make_interval(secs => $1)
     ORDER BY e.name`,
    [rememberedFor],
  );
  return rows.map((row) => ({ ...row, idleBecause: reasonOrNull(row.idleReason) }));
}

/** @returns false when no live engine has this name */
export async function setDraining(tx: Tx, name: string, draining: boolean): Promise<boolean> {
  const found = await tx.run(
    'UPDATE engine SET draining = $2 WHERE name = $1 AND until > clock_timestamp()',
    [name, draining],
  );
  return found === 1;
}
