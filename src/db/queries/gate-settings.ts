/** The client's rules, as a claim would read them now. */
import { type ClientHours, callingHours } from '#domain/calling-hours.ts';
import type { AttemptKind, KindCap } from '#domain/contact-cap.ts';
import { submissionTakes } from '#domain/gate.ts';
import type { GateMoment } from '#domain/gate-question.ts';
import { simMs, toSim } from '#domain/milliseconds.ts';
import type { Tx } from '../database.ts';

export interface GateSettings {
  callingHours: ClientHours | null;
  countries: string[];
  /** A stop of one number holds for its account. */
  wholeAccounts: boolean;
  leastGapHours: number;
  caps: (KindCap & { kind: AttemptKind })[];
  /** Of the engines' clock. */
  speed: number;
}

export async function readGateSettings(tx: Tx, clientId: number): Promise<GateSettings> {
  const row = await tx.row<GateSettings>(
    `SELECT k.calling_hours AS "callingHours", k.countries,
       k.stop_scope = 'account' AS "wholeAccounts", k.least_gap_hours AS "leastGapHours",
       coalesce((SELECT jsonb_agg(jsonb_build_object('kind', p.kind, 'most', p.most,
           'days', p.days) ORDER BY p.kind)
         FROM contact_cap p WHERE p.client_id = $1 AND p.most IS NOT NULL), '[]') AS caps,
       coalesce((SELECT s.speed FROM simulation s), 1) AS speed
     FROM client k WHERE k.client_id = $1`,
    [clientId],
  );
  if (!row) throw new Error(`There is no client ${clientId}.`);
  return row;
}

export const capFor = ({ caps }: GateSettings, kind: AttemptKind) =>
  caps.find((cap) => cap.kind === kind) ?? null;

export function momentOf(settings: GateSettings, now: Date): GateMoment {
  return {
    now: simMs(now.getTime()),
    hours: callingHours(settings.callingHours),
    countries: settings.countries,
    submissionTakes: toSim(submissionTakes, settings.speed),
  };
}
