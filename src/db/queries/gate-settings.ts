/** The client's rules, as a claim would read them now. */

import type { PolicyRule } from '#contract/policy.ts';
import { type ClientHours, callingHours } from '#domain/calling-hours.ts';
import type { AttemptKind, KindCap } from '#domain/contact-cap.ts';
import { submissionTakes } from '#domain/gate.ts';
import type { GateMoment } from '#domain/gate-question.ts';
import { simMs, toSim } from '#domain/milliseconds.ts';
import { campaignPolicy } from '#domain/policy/campaign-policy.ts';
import type { PolicyScope } from '#domain/policy/rule-scope.ts';
import type { Tx } from '../database.ts';
import { readPolicyRules } from './policy-rule.ts';
import { readRegistryDate } from './registry.ts';

export interface GateSettings {
  callingHours: ClientHours | null;
  countries: string[];
  /** A stop of one number holds for its account. */
  wholeAccounts: boolean;
  leastGapHours: number;
  caps: (KindCap & { kind: AttemptKind })[];
  /** Every rule of the client's contact policy. */
  policyRules: PolicyRule[];
  /** The date of the newest file of the national do-not-call list, `YYYY-MM-DD`. */
  registryAsOf: string | null;
  /** Of the engines' clock. */
  speed: number;
}

export async function readGateSettings(tx: Tx, clientId: number): Promise<GateSettings> {
  const row = await tx.row<Omit<GateSettings, 'policyRules' | 'registryAsOf'>>(
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
  const policyRules = await readPolicyRules(tx, clientId);
  return { ...row, policyRules, registryAsOf: await readRegistryDate(tx, clientId) };
}

export const capFor = ({ caps }: GateSettings, kind: AttemptKind) =>
  caps.find((cap) => cap.kind === kind) ?? null;

/** @param scope of a campaign, whose policy applies, too */
export function momentOf(settings: GateSettings, now: Date, scope?: PolicyScope): GateMoment {
  const policy = scope ? campaignPolicy(settings.policyRules, scope, settings.registryAsOf) : null;
  return {
    now: simMs(now.getTime()),
    hours: callingHours(settings.callingHours, policy?.hours),
    countries: settings.countries,
    policy,
    submissionTakes: toSim(submissionTakes, settings.speed),
  };
}
