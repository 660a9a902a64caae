/**
 * Changes of a client's contact policy, whoever makes them: managers over HTTP, the operator on the
 * command line. Each is made in four steps. Attempts carry what a new rule counts by; the change is
 * committed, with a note of what it lets go; what waits is checked again; and nothing that was claimed before it can be submitted
 * any more. Only then does the change hold, and only then is it confirmed.
 */
import { problem, ruleBroken } from '#contract/errors.ts';
import { type PolicyRule, policyDays, policyTexts } from '#contract/policy.ts';
import { stateProblem } from '#domain/client-hours.ts';
import { presetOf, rowsOfPreset } from '#domain/policy/presets.ts';
import { countryOfState } from '#domain/policy/rule-scope.ts';
import type { Database, Tx } from '../database.ts';
import type { Changing } from './change.ts';
import { findPolicyRule } from './policy-rule.ts';
import {
  countsBeyondNumber,
  keyAttempts,
  type NewRule,
  removePolicyRule,
  setPolicyPreset,
  storePolicyRule,
} from './policy-save.ts';
import { recheckPolicy } from './recheck.ts';

export interface PolicyChanger {
  db: Database;
  clientId: number;
  by: Changing;
  /** Does the work in a transaction of the client, and commits it. */
  commit<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** False: something that was taken before may still be submitted. */
  settle(): Promise<boolean>;
}

export type OwnRule = Omit<NewRule, 'preset'>;

/**
 * Saves a rule of the client's own; 0 makes one.
 *
 * @returns its id
 * @throws ProblemError rule_broken for a place or a campaign that there is not, not_found,
 *   changed_meanwhile, conflict for a rule that came with a preset, stop_unsettled
 */
export async function saveOwnRule(
  changer: PolicyChanger,
  ruleId: number,
  rule: OwnRule,
): Promise<number> {
  checkPlace(rule);
  const { clientId, by } = changer;
  return change(changer, [rule], async (tx) => {
    if (ruleId !== 0) refuseOfPreset(await findPolicyRule(tx, clientId, ruleId));
    await checkCampaign(tx, clientId, rule.campaignId);
    const stored = { ...inOrder(rule), preset: null };
    const id = await storePolicyRule(tx, clientId, ruleId, stored, by);
    if (id === undefined) throw noRule();
    return id;
  });
}

/** @throws ProblemError as `saveOwnRule` */
export async function removeOwnRule(changer: PolicyChanger, ruleId: number): Promise<void> {
  const { clientId, by } = changer;
  await change(changer, [], async (tx) => {
    refuseOfPreset(await findPolicyRule(tx, clientId, ruleId));
    if (!(await removePolicyRule(tx, clientId, ruleId, by))) throw noRule();
  });
}

/** @throws ProblemError not_found for an unknown preset, stop_unsettled */
export async function switchPreset(changer: PolicyChanger, code: string, on: boolean) {
  const preset = presetOf(code);
  if (!preset) throw problem('not_found', policyTexts.preset);
  const { clientId, by } = changer;
  const rows = on ? rowsOfPreset(preset) : [];
  await change(changer, rows, (tx) => setPolicyPreset(tx, clientId, code, rows, by));
}

async function change<T>(
  { db, clientId, commit, settle }: PolicyChanger,
  rules: readonly Pick<PolicyRule, 'terms'>[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (rules.some(countsBeyondNumber)) await keyAttempts(db, clientId);
  const done = await commit(work);
  await recheckPolicy(db, clientId);
  if (!(await settle())) throw problem('stop_unsettled', policyTexts.unsettled);
  return done;
}

/** Each day once and in order; a source without words is none. */
function inOrder(rule: OwnRule): OwnRule {
  const { terms } = rule;
  const said = { ...rule, source: rule.source || null };
  if (terms.kind !== 'hours') return said;
  return {
    ...said,
    terms: { ...terms, days: policyDays.filter((day) => terms.days.includes(day)) },
  };
}

const noRule = () => problem('not_found', policyTexts.rule);

function checkPlace({ country, state }: OwnRule): void {
  if (state === null) return;
  const fault = stateProblem(state);
  if (fault !== undefined) throw ruleBroken('state', fault);
  const of = countryOfState(state);
  // It would never apply, and nobody would notice.
  if (country !== null && country !== of) throw ruleBroken('state', policyTexts.elsewhere);
}

async function checkCampaign(tx: Tx, clientId: number, campaignId: number | null): Promise<void> {
  if (campaignId === null) return;
  const row = await tx.row(
    `SELECT campaign_id FROM campaign
     WHERE client_id = $1 AND campaign_id = $2 AND deleted_at IS NULL`,
    [clientId, campaignId],
  );
  if (!row) throw problem('not_found', policyTexts.campaign);
}

/** Its rules are the law's as they were looked up: they come and go together. */
function refuseOfPreset(rule: { preset: string | null } | undefined): void {
  if (rule && rule.preset !== null) throw problem('conflict', policyTexts.ofPreset);
}
