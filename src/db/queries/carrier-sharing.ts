/** What a campaign has in common with others that run: its carrier's pace, and its client's daily limits. */
import { campaignType, runStatus } from '#contract/campaign.ts';
import { reservedCost } from '#domain/daily-limit.ts';
import type { CarrierSharing } from '#domain/forecast/carrier-part.ts';
import type { DayLimits, OtherCampaign } from '#domain/forecast/day-limit.ts';
import { segmentsOf } from '#domain/text-segments.ts';
import { endOfEasternDay } from '#domain/wall-time.ts';
import type { Tx } from '../database.ts';
import { readDailyUse } from './daily-limit.ts';

/** Calls a minute that a Linkback places for each agent and each call of its ratio: a call lasts about half a minute. */
const linkbackPace = 2;

/** SQL: what campaign `c` wants to attempt a minute, and whether it runs on a channel. */
const wanted = `coalesce(CASE c.campaign_type WHEN ${campaignType.linkback}
    THEN c.agent_count * c.call_ratio * ${linkbackPace} WHEN ${campaignType.texting}
    THEN c.text_per_minute ELSE c.calls_per_minute END, 0)::float8`;
const runsOn = (channel: string) => `c.deleted_at IS NULL
  AND c.run_status IN (${runStatus.starting}, ${runStatus.running})
  AND (c.campaign_type = ${campaignType.texting}) = (${channel} = 'text')`;

/** The settings with which each engine limits itself on a carrier of the kind, and their standards. */
const paceSettings: Record<string, { voice?: PaceSettings; text?: PaceSettings }> = {
  // For each of its nodes.
  asterisk: {
    voice: {
      pace: { key: 'setupsPerSecond', standard: 20 },
      atOnce: { key: 'callsAtOnce', standard: 200 },
    },
  },
  twilio: {
    voice: {
      pace: { key: 'callsPerSecond', standard: 1 },
      atOnce: { key: 'callsAtOnce', standard: 100 },
    },
    text: { pace: { key: 'perSecond', standard: 10 } },
  },
  // 0: as fast as the carrier accepts them.
  smpp: { text: { pace: { key: 'perSecond', standard: 0 } } },
};

/** Those whose port has `takeBack`. */
const keepingKinds: ReadonlySet<string> = new Set(['simulated', 'asterisk']);

interface PaceSettings {
  pace: Setting;
  /** Calls in progress. */
  atOnce?: Setting;
}

interface Setting {
  key: string;
  standard: number;
}

interface Campaign {
  clientId: number;
  campaignId: number;
}

/**
 * The pace of the campaign's carrier over all engines that are connected to it, and what else runs on it, of
 * all clients; as the platform. Null without such a campaign.
 */
export async function readCarrierSharing(
  tx: Tx,
  { clientId, campaignId }: Campaign,
): Promise<CarrierSharing | null> {
  const own = await tx.row<{
    channel: 'voice' | 'text';
    name: string;
    kind: string | null;
    settings: Record<string, string> | null;
    engines: number;
  }>(
    `SELECT v.channel, v.name, r.kind, r.settings,
       (SELECT count(*)::int FROM carrier_state s
        WHERE s.carrier_id = r.carrier_id AND s.connected) AS engines
     FROM campaign c JOIN client k ON k.client_id = c.client_id
     CROSS JOIN LATERAL (SELECT CASE WHEN c.campaign_type = ${campaignType.texting}
         THEN 'text' ELSE 'voice' END AS channel,
       CASE WHEN c.campaign_type = ${campaignType.texting}
         THEN k.text_carrier ELSE k.voice_carrier END AS name) v
     LEFT JOIN carrier r ON r.name = v.name AND r.removed_at IS NULL
     WHERE c.client_id = $1 AND c.campaign_id = $2`,
    [clientId, campaignId],
  );
  if (!own) return null;
  const { channel, name, kind, settings, engines } = own;
  const limits = paceSettings[kind ?? '']?.[channel];
  const nodes = settings?.nodes?.split(',').filter((one) => one.trim() !== '').length ?? 1;
  const limitOf = (setting: Setting | undefined) => {
    const each = setting ? Number(settings?.[setting.key] ?? setting.standard) : 0;
    return each > 0 ? each * Math.max(1, nodes) * Math.max(1, engines) : null;
  };
  const rows = await tx.rows<{ clientId: number; wanted: number }>(
    `SELECT c.client_id AS "clientId", ${wanted} AS wanted
     FROM campaign c JOIN client k ON k.client_id = c.client_id AND k.disabled_at IS NULL
     WHERE ${runsOn('$1')} AND (c.client_id, c.campaign_id) <> ($3, $4)
       AND $2 = CASE WHEN $1 = 'text' THEN k.text_carrier ELSE k.voice_carrier END`,
    [channel, name, clientId, campaignId],
  );
  const others = new Map<number, number>();
  for (const row of rows) {
    if (row.clientId === clientId) continue;
    others.set(row.clientId, (others.get(row.clientId) ?? 0) + row.wanted);
  }
  return {
    perSecond: limitOf(limits?.pace),
    atOnce: limitOf(limits?.atOnce),
    isDivided: nodes > 1,
    keepsLines: keepingKinds.has(kind ?? name),
    siblings: rows.filter((row) => row.clientId === clientId).map((row) => row.wanted),
    others: [...others.values()],
  };
}

/** Segments a minute that the client's other running campaigns with numbers left want of a texting number. */
export async function readNumberOthers(
  tx: Tx,
  { clientId, campaignId }: Campaign,
): Promise<number[]> {
  const rows = await tx.rows<{ perMinute: number; textMessage: string }>(
    `SELECT coalesce(c.text_per_minute, 0)::float8 AS "perMinute", m.message AS "textMessage"
     FROM campaign own JOIN campaign c ON c.client_id = own.client_id
       AND c.texting_number_id = own.texting_number_id AND c.campaign_id <> own.campaign_id
     JOIN text_message m ON m.client_id = c.client_id AND m.text_message_id = c.text_message_id
       AND m.deleted_at IS NULL
     WHERE own.client_id = $1 AND own.campaign_id = $2 AND ${runsOn(`'text'`)}
       AND ${leftIn('c')} > 0
     ORDER BY c.campaign_id`,
    [clientId, campaignId],
  );
  return rows
    .map(({ perMinute, textMessage }) => perMinute * segmentsOf(textMessage).segments)
    .filter((one) => one > 0);
}

/** SQL: numbers of a campaign of client $1 that were not attempted yet. */
const leftIn = (campaign: string) => `coalesce((SELECT sum(l.phone_count - coalesce(n.attempted, 0))
  FROM call_list l LEFT JOIN call_list_count n USING (client_id, call_list_id)
  WHERE l.client_id = $1 AND l.campaign_id = ${campaign}.campaign_id), 0)::float8`;

/** The client's daily limits for a campaign; null where none is about its attempts. */
export async function readDayLimits(
  tx: Tx,
  { clientId, campaignId }: Campaign,
  of: { channel: 'voice' | 'text'; longestMs: number; minuteCost: number; now: Date },
): Promise<DayLimits | null> {
  const daily = await readDailyUse(tx, clientId, of.now);
  if (!daily) return null;
  const { limits, used } = daily;
  const kind = of.channel === 'text' ? 'texts' : 'calls';
  const cost = of.channel === 'text' ? null : limits.cost;
  if (limits[kind] === null && cost === null) return null;
  return {
    ...{ attempts: limits[kind], cost, reserve: reservedCost(of.longestMs, of.minuteCost) },
    used: { attempts: used[kind], cost: used.cost, until: endOfEasternDay(used.day) },
    others: await readOthers(tx, { clientId, campaignId }, of.channel),
  };
}

function readOthers(
  tx: Tx,
  { clientId, campaignId }: Campaign,
  channel: 'voice' | 'text',
): Promise<OtherCampaign[]> {
  return tx.rows<OtherCampaign>(
    `SELECT * FROM (SELECT ${wanted} AS "perMinute",
         ${leftIn('c')} AS left
       FROM campaign c
       WHERE c.client_id = $1 AND c.campaign_id <> $2 AND ${runsOn('$3')}
       ORDER BY c.campaign_id) o
     WHERE o.left > 0 AND o."perMinute" > 0`,
    [clientId, campaignId, channel],
  );
}
