/** The rules of a client's contact policy, as they are read. */
import type { PolicyRule } from '#contract/policy.ts';
import type { Tx } from '../database.ts';
import { type ChangeRow, changeColumns, changeOf } from './change.ts';

const ruleColumns = `rule_id AS "ruleId", purpose, campaign_id AS "campaignId", country, state,
  channel, terms, preset, source, source_date::text AS "sourceDate"`;

/**
 * SQL: the policy counts conversations of the calls of campaign `c`. Whatever they are for: the purpose of a campaign
 * may change while its calls are up.
 */
export const talksCount = `EXISTS (SELECT FROM policy_rule r
  WHERE r.client_id = c.client_id AND r.channel <> 'text'
    AND (r.campaign_id IS NULL OR r.campaign_id = c.campaign_id)
    AND (r.terms->>'kind' = 'rest' OR r.terms->>'counts' = 'conversations'))`;

/** In the order in which they were written. */
export function readPolicyRules(tx: Tx, clientId: number): Promise<PolicyRule[]> {
  return tx.rows<PolicyRule>(
    `SELECT ${ruleColumns} FROM policy_rule WHERE client_id = $1 ORDER BY rule_id`,
    [clientId],
  );
}

/** With who changed each last; one of them when `ruleId` is given. */
export async function listPolicyRules(tx: Tx, clientId: number, ruleId: number | null = null) {
  const rows = await tx.rows<PolicyRule & { campaignName: string | null } & ChangeRow>(
    `SELECT ${ruleColumns}, ${changeColumns('policy_rule')},
       (SELECT c.name FROM campaign c WHERE c.client_id = policy_rule.client_id
          AND c.campaign_id = policy_rule.campaign_id) AS "campaignName"
     FROM policy_rule
     WHERE client_id = $1 AND ($2::bigint IS NULL OR rule_id = $2) ORDER BY rule_id`,
    [clientId, ruleId],
  );
  return rows.map(({ version, changed_at, changed_by_name, ...rule }) => ({
    ...rule,
    ...changeOf({ version, changed_at, changed_by_name }),
  }));
}

export async function findPolicyRule(tx: Tx, clientId: number, ruleId: number) {
  return (await listPolicyRules(tx, clientId, ruleId))[0];
}
