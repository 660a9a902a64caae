/**
 * Leases of campaigns: which engine runs one, for the next seconds of real time. Everything here
 * runs as the platform. The fence grows with every change of owner, and every claim names it, so
 * that an engine that lost a campaign without noticing can do nothing more to it.
 */
import type { AgentHours, Pacing } from '#contract/agents.ts';
import { campaignType, type RunStatusId, runStatus } from '#contract/campaign.ts';
import type { StoredReason } from '#contract/reason.ts';
import type { ClientHours } from '#domain/calling-hours.ts';
import type { CountedAbandonment } from '#domain/governor/abandonment-days.ts';
import type { BrakeReading } from '#domain/governor/brake.ts';
import type { StopWord } from '#domain/operator-stop-words.ts';
import type { Tx } from '../database.ts';
import { hot } from '../hot-statements.ts';
import { isLease, leaseKey, ranOut, stands } from '../lease-states.ts';
import { countedAbandonment } from './abandonment.ts';
import { brakeReading } from './brake-reading.ts';
import { connectedAnywhere } from './carrier-state.ts';
import { carrierOfCampaign, stopWord } from './operator-stop.ts';
import { talksCount } from './policy-rule.ts';

export interface CampaignKey {
  clientId: number;
  campaignId: number;
}

export interface Lease extends CampaignKey {
  engineId: string;
  fence: number;
}

/** A lease that was just taken. */
export interface TakenLease extends Lease {
  /** The previous owner; `died`: that engine did not release it. Absent: the lease is new. */
  from?: { engineId: string; died: boolean };
}

/** Names of the carriers that an engine is connected to. */
export interface ConnectedHere {
  voice: readonly string[];
  text: readonly string[];
}

/** A message as calls play it now. */
export interface PlayableMessage {
  voiceMessageId: number;
  version: number;
  /** As in `MessageVersion`. */
  soundId: number | null;
  durationMs: number;
  /** It speaks fields of the account. */
  perAccount: boolean;
  /** Their mapping ids. */
  fields?: number[];
}

/**
 * The settings of a leased campaign; read several times a second, so that edits apply immediately.
 */
export interface RunSettings extends CampaignKey {
  fence: number;
  name: string;
  /** As managers type it. */
  clientCode: string;
  campaignType: number;
  runStatus: RunStatusId;
  reason: StoredReason | null;
  /** Of a Broadcast, else 0. */
  callsPerMinute: number;
  /** Of a Linkback, else 0 and ''. */
  pacing?: Pacing;
  callRatio: number;
  agentCount: number;
  /** Agents by the hour, and what a person set while it runs; epoch ms of the engine's clock. */
  agentSchedule?: AgentHours[];
  agentsSet?: number | null;
  agentsSetAt?: number | null;
  linkbackNumber: string;
  /** Of a text campaign: 0 a minute sends nothing; null while none is chosen. */
  textPerMinute: number;
  textMessage: string | null;
  textMessageId?: number | null;
  /** Which edit of the campaign and of its text this is. */
  campaignVersion?: number;
  textMessageVersion?: number | null;
  /** 11 digits. */
  sendersNumber: string | null;
  callerIdType: number;
  callerIdNumber: string;
  callerIdName: string;
  callerIdBucketId: number | null;
  callingHours: ClientHours | null;
  /** Whose numbers the client may call. */
  countries: string[];
  /** The client's voice carrier, and its text carrier. */
  carrier: string;
  textCarrier: string;
  /** This engine is not connected to the campaign's carrier, but another one is. */
  carrierElsewhere: boolean;
  clientDisabled: boolean;
  /** The stop that applies to it, by the operator or an administrator. */
  stop: StopWord | null;
  /** Of a Linkback whose abandonment is guarded: by its client's rule, or because its pacing is adaptive. */
  abandonment?: CountedAbandonment | null;
  /** What the brake counted since a person started it, and its limits; null without limits. */
  brake?: BrakeReading | null;
  /** The contact policy counts conversations of its calls: a person's answer is stored while the call is up. */
  talksCount?: boolean;
  /** Calls in a row that failed at the trunk itself. */
  trunkFailures: number;
  customerMessage: PlayableMessage | null;
  machineMessage: PlayableMessage | null;
  agentMessage: PlayableMessage | null;
}

/**
 * Prolongs the leases of this engine that no other has taken over, and notes in each whether all its
 * submissions are over. A lease that a transaction has locked at this moment (a claim that waits
 * for another client's psql session, say) is left out: no lease waits for another one. Retry those
 * soon.
 *
 * @param submitting campaigns with submissions in progress, or about to begin. It is called while
 *   the leases are locked, when no claim is between its check of the lease and its commit: so a
 *   reader that saw an attempt before this commit learns from it whether the submission is over.
 * @returns the leases that were prolonged, and how many were left out
 */
export async function renewLeases(
  tx: Tx,
  engineId: string,
  seconds: number,
  submitting: () => readonly CampaignKey[] = () => [],
): Promise<{ renewed: Lease[]; leftOut: number }> {
  const locked = await tx.rows<LeaseRow>(
    `SELECT client_id, campaign_id, fence FROM campaign_lease
     WHERE engine_id = $1 AND until > '-infinity'
     ORDER BY client_id, campaign_id FOR NO KEY UPDATE SKIP LOCKED`,
    [engineId],
  );
  const busy = submitting();
  const renewed = await tx.rows<LeaseRow>(
    `UPDATE campaign_lease l
     SET until = clock_timestamp() + make_interval(secs => $2),
       submissions_settled = l.submissions_settled + CASE WHEN EXISTS (
         SELECT FROM unnest($3::int[], $4::bigint[]) AS busy (client_id, campaign_id)
         WHERE busy.client_id = l.client_id AND busy.campaign_id = l.campaign_id) THEN 0 ELSE 1 END
     FROM unnest($5::int[], $6::bigint[]) AS v (client_id, campaign_id)
     WHERE l.client_id = v.client_id AND l.campaign_id = v.campaign_id AND l.engine_id = $1
     RETURNING l.client_id, l.campaign_id, l.fence`,
    [
      engineId,
      seconds,
      busy.map(({ clientId }) => clientId),
      busy.map(({ campaignId }) => campaignId),
      locked.map((row) => row.client_id),
      locked.map((row) => row.campaign_id),
    ],
  );
  const all = await tx.row<{ count: number }>(
    `SELECT count(*) FROM campaign_lease WHERE engine_id = $1 AND until > '-infinity'`,
    [engineId],
  );
  const leftOut = (all?.count ?? 0) - renewed.length;
  return { renewed: renewed.map((row) => leaseOf(engineId, row)), leftOut };
}

interface LeaseRow {
  client_id: number;
  campaign_id: number;
  fence: number;
}

function leaseOf(engineId: string, row: LeaseRow): Lease {
  return {
    clientId: row.client_id,
    campaignId: row.campaign_id,
    engineId,
    fence: row.fence,
  };
}

const nowhere: ConnectedHere = { voice: [], text: [] };

/** SQL with `c` and `k`: `RunSettings.carrierElsewhere`. The parameters are a `ConnectedHere`. */
const carrierElsewhere = (voice: string, text: string) =>
  `CASE WHEN c.campaign_type = ${campaignType.texting}
    THEN k.text_carrier <> ALL (${text}::text[]) AND k.text_carrier = ANY (${connectedAnywhere})
    ELSE k.voice_carrier <> ALL (${voice}::text[]) AND k.voice_carrier = ANY (${connectedAnywhere})
  END`;

/**
 * Takes campaigns that are to run and have no engine: new ones, and those whose lease ran out. One
 * whose carrier only another engine is connected to is left to that one, unless it has to stop; so is
 * one of a demo whose history is still being loaded, opt-outs among it. Two
 * engines that try at once meet at the key; the second finds the lease fresh and gives up. What
 * another transaction has locked is left for the next time: one campaign holds up no other. What
 * this engine has itself it prolongs, however late: a takeover from itself would end its calls as
 * unknown.
 */
export async function acquireLeases(
  tx: Tx,
  engineId: string,
  seconds: number,
  here = nowhere,
  only?: readonly CampaignKey[],
): Promise<TakenLease[]> {
  const keys = [only?.map((one) => one.clientId), only?.map((one) => one.campaignId)];
  const values = [engineId, seconds, here.voice, here.text, ...keys.map((some) => some ?? null)];
  const mayRun = `c.run_status <> ${runStatus.stopped}
    AND ($5::int[] IS NULL OR (c.client_id, c.campaign_id) IN
      (SELECT * FROM unnest($5::int[], $6::bigint[])))
    AND (c.run_status = ${runStatus.stopping}
      OR k.demo_stage IS DISTINCT FROM 'loading' AND NOT ${carrierElsewhere('$3', '$4')})`;
  const until = 'clock_timestamp() + make_interval(secs => $2)';
  const takenOver = await tx.rows<LeaseRow & { from_engine: string; died: boolean }>(
    `UPDATE campaign_lease l SET engine_id = $1, fence = l.fence + 1, until = ${until}
     FROM (
       SELECT x.client_id, x.campaign_id, x.engine_id, x.until
       FROM campaign_lease x
       JOIN campaign c ON c.client_id = x.client_id AND c.campaign_id = x.campaign_id
       JOIN client k ON k.client_id = x.client_id
       WHERE ${ranOut('x')} AND (x.engine_id <> $1 OR x.until = '-infinity')
         AND ${mayRun}
       ORDER BY x.client_id, x.campaign_id
       FOR NO KEY UPDATE OF x SKIP LOCKED) AS free
     WHERE l.client_id = free.client_id AND l.campaign_id = free.campaign_id
     RETURNING l.client_id, l.campaign_id, l.fence, free.engine_id AS from_engine,
       free.until > '-infinity' AS died`,
    values,
  );
  const fresh = await tx.rows<LeaseRow>(
    `INSERT INTO campaign_lease (client_id, campaign_id, engine_id, fence, until)
     SELECT c.client_id, c.campaign_id, $1, 1, ${until}
     FROM campaign c JOIN client k ON k.client_id = c.client_id
     WHERE ${mayRun} AND NOT EXISTS (
       SELECT FROM campaign_lease l
       WHERE l.client_id = c.client_id AND l.campaign_id = c.campaign_id)
     ORDER BY c.client_id, c.campaign_id
     FOR KEY SHARE OF c SKIP LOCKED
     ON CONFLICT (client_id, campaign_id) DO NOTHING
     RETURNING client_id, campaign_id, fence`,
    values,
  );
  const over = takenOver.map((row) => {
    const { from_engine, died } = row;
    return { ...leaseOf(engineId, row), from: { engineId: from_engine, died } };
  });
  return [...over, ...fresh.map((row) => leaseOf(engineId, row))];
}

/** Releases a campaign immediately: another engine may take it. */
export async function releaseLease(tx: Tx, lease: Lease): Promise<void> {
  await tx.run(
    `UPDATE campaign_lease l SET until = '-infinity' WHERE ${isLease('l')}`,
    leaseKey(lease),
  );
}

/**
 * The campaigns that this engine owns, with their current settings. Each is found by its whole key
 * (OFFSET keeps the join in it): the planner may otherwise read all of a client's campaigns for each.
 */
export async function readLeasedCampaigns(
  tx: Tx,
  engineId: string,
  here = nowhere,
): Promise<RunSettings[]> {
  const rows = await tx.rows<RunSettings>(
    hot(`SELECT c.client_id AS "clientId", c.campaign_id AS "campaignId", l.fence, c.name,
       k.code AS "clientCode", c.campaign_type AS "campaignType", c.run_status AS "runStatus",
       c.reason, coalesce(c.calls_per_minute, 0) AS "callsPerMinute",
       c.pacing, coalesce(c.call_ratio, 0) AS "callRatio", coalesce(c.agent_count, 0) AS "agentCount",
       c.agent_schedule AS "agentSchedule", c.agents_set AS "agentsSet",
       (extract(epoch FROM c.agents_set_at) * 1000)::double precision AS "agentsSetAt",
       coalesce(c.linkback_number, '') AS "linkbackNumber",
       c.caller_id_type AS "callerIdType", c.caller_id_number AS "callerIdNumber",
       c.caller_id_name AS "callerIdName",
       c.caller_id_bucket_id AS "callerIdBucketId", k.calling_hours AS "callingHours",
       k.countries,
       k.voice_carrier AS carrier, k.text_carrier AS "textCarrier",
       coalesce(c.text_per_minute, 0) AS "textPerMinute",
       c.version AS "campaignVersion", c.text_message_id AS "textMessageId",
       (SELECT m.version FROM text_message m
        WHERE m.client_id = c.client_id AND m.text_message_id = c.text_message_id)
         AS "textMessageVersion",
       (SELECT m.message FROM text_message m
        WHERE m.client_id = c.client_id AND m.text_message_id = c.text_message_id
          AND m.deleted_at IS NULL) AS "textMessage",
       (SELECT n.phone FROM texting_number n
        WHERE n.client_id = c.client_id AND n.texting_number_id = c.texting_number_id
          AND n.deleted_at IS NULL) AS "sendersNumber",
       k.disabled_at IS NOT NULL AS "clientDisabled", c.trunk_failures AS "trunkFailures",
       CASE WHEN c.campaign_type = ${campaignType.linkback} THEN ${countedAbandonment} END
         AS abandonment,
       ${brakeReading} AS brake, ${talksCount} AS "talksCount",
       ${stopWord('k.client_id', carrierOfCampaign)} AS stop,
       ${carrierElsewhere('$2', '$3')} AS "carrierElsewhere",
       ${playable('customer')} AS "customerMessage", ${playable('machine')} AS "machineMessage",
       ${playable('agent')} AS "agentMessage"
     FROM campaign_lease l
     CROSS JOIN LATERAL (SELECT * FROM campaign own
       WHERE own.client_id = l.client_id AND own.campaign_id = l.campaign_id OFFSET 0) AS c
     JOIN client k ON k.client_id = l.client_id
     WHERE l.engine_id = $1 AND ${stands('l')}
     ORDER BY c.client_id, c.campaign_id`),
    [engineId, here.voice, here.text],
  );
  return rows;
}

/** The newest version that is rendered: an edit applies when its rendering is Ready. */
const playable = (which: 'customer' | 'machine' | 'agent') =>
  playableMessage('c.client_id', `c.${which}_message_id`);

/** SQL: a `PlayableMessage`; null when it is deleted, or was never Ready. */
export function playableMessage(client: string, id: string): string {
  return `(SELECT jsonb_build_object('voiceMessageId', m.voice_message_id, 'version', r.version,
       'soundId', r.sound_id, 'durationMs', r.duration_ms, 'perAccount', r.per_account, 'fields', CASE WHEN r.per_account
         THEN jsonb_path_query_array(r.plan, '$[*] ? (@.kind == "field").fieldId') ELSE '[]' END)
     FROM voice_message m
     JOIN voice_message_rendering r ON r.client_id = m.client_id
       AND r.voice_message_id = m.voice_message_id AND r.version = m.ready_version
     WHERE m.client_id = ${client} AND m.voice_message_id = ${id}
       AND m.deleted_at IS NULL)`;
}
