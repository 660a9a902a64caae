/**
 * The engines' connections to the carriers: written by each engine, read by the API and the
 * operator.
 */
import type { CarrierState, ClientCarriers } from '#contract/carrier.ts';
import type { CarrierDetail, StoredCarrierDetail } from '#contract/carrier-detail.ts';
import { carrierDetailSentence } from '#domain/carrier-words/detail-sentences.ts';
import type { Tx } from '../database.ts';
import { simulatedKind } from './carrier.ts';

/** Real seconds without a write after which an engine is gone. */
const freshFor = 10;
/** Real time; an engine writes every two seconds. */
const fresh = `s.seen_at > clock_timestamp() - interval '${freshFor} seconds'`;

/**
 * SQL: the state `s` is that of the carrier's present settings. An engine that has yet to open it with
 * changed ones would close it under what starts now. In milliseconds, as the engine knows the instant.
 */
const isCurrent = (carrier: string) =>
  `(s.settings_at IS NULL OR s.settings_at >= date_trunc('milliseconds', ${carrier}.updated))`;

/** SQL: the names of the carriers that an engine which is alive is connected to. */
export const connectedAnywhere = `ARRAY(SELECT r.name
  FROM carrier r JOIN carrier_state s ON s.carrier_id = r.carrier_id
  WHERE r.removed_at IS NULL AND s.connected AND ${isCurrent('r')} AND ${fresh})`;

export interface EngineCarrierState {
  carrierId: number;
  connected: boolean;
  /** When the settings were changed that it was opened with. */
  settingsAt?: Date;
  /** Undefined when there is nothing to say. */
  detail: CarrierDetail | undefined;
}

/** Stores one engine's state of all its carriers and deletes its state of others. */
export async function writeCarrierStates(
  tx: Tx,
  engineId: string,
  states: readonly EngineCarrierState[],
): Promise<void> {
  await tx.run(
    `INSERT INTO carrier_state AS s (carrier_id, engine_id, connected, detail, since, seen_at,
       settings_at)
     SELECT v.carrier_id, $1, v.connected, v.detail, clock_timestamp(), clock_timestamp(),
       v.settings_at
     FROM unnest($2::bigint[], $3::boolean[], $4::jsonb[], $5::timestamptz[])
       AS v (carrier_id, connected, detail, settings_at)
     ON CONFLICT (carrier_id, engine_id) DO UPDATE SET connected = excluded.connected,
       detail = excluded.detail, settings_at = excluded.settings_at, seen_at = excluded.seen_at,
       since = CASE WHEN s.connected = excluded.connected AND ${fresh} THEN s.since
         ELSE excluded.since END`,
    [
      engineId,
      states.map((state) => state.carrierId),
      states.map((state) => state.connected),
      states.map(({ detail }) => detail && JSON.stringify(detail)),
      states.map(({ settingsAt }) => settingsAt),
    ],
  );
  await tx.run(
    `DELETE FROM carrier_state WHERE (engine_id = $1 AND carrier_id <> ALL ($2::bigint[]))
       OR seen_at < clock_timestamp() - interval '1 hour'`,
    [engineId, states.map((state) => state.carrierId)],
  );
}

/** An engine that stops in order is disconnected immediately. */
export async function dropCarrierStates(tx: Tx, engineId: string): Promise<void> {
  await tx.run('DELETE FROM carrier_state WHERE engine_id = $1', [engineId]);
}

interface Row {
  name: string;
  kind: string;
  engines: number;
  connected: number;
  since: Date | null;
  details: StoredCarrierDetail[];
}

/** One row per carrier: the state that the live engines report. */
const summary = `SELECT c.name, c.kind, count(s.engine_id)::int AS engines,
    (count(*) FILTER (WHERE s.connected))::int AS connected,
    coalesce(min(s.since) FILTER (WHERE s.connected), max(s.since)) AS since,
    coalesce(jsonb_agg(DISTINCT s.detail) FILTER (WHERE s.detail IS NOT NULL), '[]') AS details
  FROM carrier c LEFT JOIN LATERAL (
    SELECT s.engine_id, s.since, s.connected AND ${isCurrent('c')} AS connected,
      CASE WHEN ${isCurrent('c')} THEN s.detail ELSE '{"code": "settings_changed"}' END AS detail
    FROM carrier_state s WHERE s.carrier_id = c.carrier_id AND ${fresh}) s ON true
  WHERE c.removed_at IS NULL`;

/** Of every carrier, by name. */
export async function readCarrierStates(tx: Tx): Promise<CarrierState[]> {
  const rows = await tx.rows<Row>(`${summary} GROUP BY c.carrier_id ORDER BY c.name`);
  return rows.map(stateOf);
}

/**
 * Of a client's two, as managers see them: `since` is the platform's clock. A name without a carrier
 * is disconnected.
 */
export async function readClientCarriers(
  tx: Tx,
  clientId: number,
): Promise<ClientCarriers | undefined> {
  const names = await tx.row<{
    voice: string;
    text: string;
    madeUp: ClientCarriers['madeUp'] | null;
  }>(
    `SELECT voice_carrier AS voice, text_carrier AS text,
       CASE WHEN demo THEN CASE WHEN demo_stage IS NULL THEN 'loaded' ELSE 'loading' END END AS "madeUp"
     FROM client WHERE client_id = $1`,
    [clientId],
  );
  if (!names) return undefined;
  const rows = await tx.rows<Row>(
    `SELECT name, kind, engines, connected, platform_time(since) AS since, details
     FROM (${summary} AND c.name = ANY ($1) GROUP BY c.carrier_id) states`,
    [[names.voice, names.text]],
  );
  const of = (name: string): CarrierState => {
    const row = rows.find((one) => one.name === name);
    if (row) return stateOf(row);
    return {
      name,
      kind: '',
      connected: false,
      since: null,
      ...wordsOf([{ code: 'no_such_carrier' }]),
    };
  };
  const { madeUp } = names;
  return { voice: of(names.voice), text: of(names.text), ...(madeUp && { madeUp }) };
}

/**
 * Whether a start on it would fail: no engine is connected to it. A simulated one is always
 * connected.
 */
export async function isCarrierDisconnected(
  tx: Tx,
  clientId: number,
  channel: 'voice' | 'text',
): Promise<boolean> {
  // Delays a change of the carrier until the start is committed.
  await tx.run('SELECT FROM client WHERE client_id = $1 FOR SHARE', [clientId]);
  const state = (await readClientCarriers(tx, clientId))?.[channel];
  return !state?.connected && state?.kind !== simulatedKind;
}

function stateOf({ name, kind, engines, connected, since, details }: Row): CarrierState {
  const state = { name, kind, connected: connected > 0, since: since?.toISOString() ?? null };
  if (engines === 0) return { ...state, ...wordsOf([{ code: 'no_engine' }]) };
  const partly: CarrierDetail[] =
    connected > 0 && connected < engines ? [{ code: 'partly_connected', connected, engines }] : [];
  return { ...state, ...wordsOf([...partly, ...details]) };
}

function wordsOf(detailCodes: StoredCarrierDetail[]) {
  return { detail: detailCodes.map(carrierDetailSentence).join(' '), detailCodes };
}
