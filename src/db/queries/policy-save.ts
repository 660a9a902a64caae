/**
 * Changes of a client's contact policy. One takes effect with its commit: it locks the client's
 * campaigns for that moment, so that no claim is between reading the rules and committing. Whoever
 * confirms it waits until what was claimed before is submitted (operator-stop-settled.ts).
 */
import type { PolicyRule } from '#contract/policy.ts';
import { asClient, type Database, type Tx } from '../database.ts';
import { type Changing, lockVersion, stampOf } from './change.ts';
import { waitForClaims } from './contact-cap.ts';
import { externalKeyOf } from './policy-contacts.ts';
import { noteRecheck } from './policy-recheck.ts';
import { findPolicyRule, readPolicyRules } from './policy-rule.ts';
import { askAgain } from './scrub-list.ts';

export type NewRule = Omit<PolicyRule, 'ruleId'>;

/**
 * Saves a rule; 0 makes one. Returns its id, or undefined when the client has no such rule. Throws
 * `changed_meanwhile` for an old version.
 */
export async function storePolicyRule(
  tx: Tx,
  clientId: number,
  ruleId: number,
  rule: NewRule,
  changing: Changing,
): Promise<number | undefined> {
  const scrubs = await beginChange(tx, clientId, [rule], (one) => one.ruleId === ruleId);
  if (ruleId !== 0) {
    const read = () => findPolicyRule(tx, clientId, ruleId);
    if (!(await lockVersion(tx, 'policy_rule', [clientId, ruleId], changing, read)))
      return undefined;
  }
  const id =
    ruleId === 0
      ? await insertRule(tx, clientId, rule, changing)
      : await updateRule(tx, clientId, ruleId, rule, changing);
  // Only now: it asks what the rules ask as they are.
  if (scrubs) await askAgain(tx, clientId);
  return id;
}

/** Returns false when the client has no such rule. */
export async function removePolicyRule(
  tx: Tx,
  clientId: number,
  ruleId: number,
  changing: Changing,
): Promise<boolean> {
  const scrubs = await beginChange(tx, clientId, [], (one) => one.ruleId === ruleId);
  const read = () => findPolicyRule(tx, clientId, ruleId);
  await lockVersion(tx, 'policy_rule', [clientId, ruleId], changing, read);
  const removed = await tx.run('DELETE FROM policy_rule WHERE client_id = $1 AND rule_id = $2', [
    clientId,
    ruleId,
  ]);
  if (scrubs) await askAgain(tx, clientId);
  return removed > 0;
}

/** What a preset was is replaced by what it is now; no rules: it is off. */
export async function setPolicyPreset(
  tx: Tx,
  clientId: number,
  preset: string,
  rules: readonly NewRule[],
  changing: Changing,
): Promise<void> {
  const scrubs = await beginChange(tx, clientId, rules, (one) => one.preset === preset);
  await tx.run('DELETE FROM policy_rule WHERE client_id = $1 AND preset = $2', [clientId, preset]);
  for (const rule of rules) await insertRule(tx, clientId, { ...rule, preset }, changing);
  if (scrubs) await askAgain(tx, clientId);
}

/**
 * @param rules as they will be
 * @param touches which of those that stand are replaced or removed
 * @returns whether rules on a scrub are among them: when the change is stored, the lists are looked through again
 */
async function beginChange(
  tx: Tx,
  clientId: number,
  rules: readonly Pick<PolicyRule, 'terms'>[],
  touches: (rule: PolicyRule) => boolean,
): Promise<boolean> {
  await waitForClaims(tx, clientId);
  await tx.run(
    `INSERT INTO policy_book AS b (client_id) VALUES ($1)
     ON CONFLICT (client_id) DO UPDATE SET revision = b.revision + 1`,
    [clientId],
  );
  const before = (await readPolicyRules(tx, clientId)).filter(touches);
  const kinds = [...before, ...rules].map(({ terms }) => terms.kind);
  await noteRecheck(tx, clientId, kinds);
  return kinds.includes('scrub');
}

const valuesOf = (rule: NewRule) => [
  ...[rule.purpose, rule.campaignId, rule.country, rule.state, rule.channel],
  ...[JSON.stringify(rule.terms), rule.preset, rule.source, rule.sourceDate],
];

async function insertRule(tx: Tx, clientId: number, rule: NewRule, changing: Changing) {
  const { changed_by, changed_at } = stampOf(changing);
  const row = await tx.row<{ ruleId: number }>(
    `INSERT INTO policy_rule (client_id, changed_by, changed_at, purpose, campaign_id, country,
       state, channel, terms, preset, source, source_date)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING rule_id AS "ruleId"`,
    [clientId, changed_by, changed_at, ...valuesOf(rule)],
  );
  return row?.ruleId;
}

async function updateRule(
  tx: Tx,
  clientId: number,
  ruleId: number,
  rule: NewRule,
  changing: Changing,
) {
  const { changed_by, changed_at } = stampOf(changing);
  const row = await tx.row<{ ruleId: number }>(
    `UPDATE policy_rule SET version = version + 1, changed_by = $3, changed_at = $4, purpose = $5,
       campaign_id = $6, country = $7, state = $8, channel = $9, terms = $10, preset = $11,
       source = $12, source_date = $13
     WHERE client_id = $1 AND rule_id = $2 RETURNING rule_id AS "ruleId"`,
    [clientId, ruleId, changed_by, changed_at, ...valuesOf(rule)],
  );
  return row?.ruleId;
}

/** Whether a rule counts contacts by more than the number. */
export const countsBeyondNumber = ({ terms }: Pick<PolicyRule, 'terms'>) =>
  'of' in terms && terms.of !== 'number';

const batch = 5_000;

/**
 * Before the first rule that counts by account, External Id or person: from now on attempts carry
 * what they are found by, then those from before are marked. Again after a crash it does the rest.
 */
export async function keyAttempts(db: Database, clientId: number): Promise<void> {
  const keyed = await asClient(db, clientId, async (tx) => {
    await waitForClaims(tx, clientId);
    const row = await tx.row<{ keyed: string }>(
      `INSERT INTO policy_book AS b (client_id, keyed) VALUES ($1, 'begun')
       ON CONFLICT (client_id) DO UPDATE
         SET keyed = coalesce(b.keyed, 'begun'), revision = b.revision + 1
       RETURNING keyed`,
      [clientId],
    );
    return row?.keyed;
  });
  if (keyed === 'complete') return;
  const lists = await asClient(db, clientId, (tx) =>
    tx.rows<{ callListId: number }>(
      `SELECT call_list_id AS "callListId" FROM call_list WHERE client_id = $1 ORDER BY call_list_id`,
      [clientId],
    ),
  );
  for (const { callListId } of lists) await keyList(db, clientId, callListId);
  await asClient(db, clientId, (tx) =>
    tx.run(`UPDATE policy_book SET keyed = 'complete' WHERE client_id = $1`, [clientId]),
  );
}

async function keyList(db: Database, clientId: number, callListId: number): Promise<void> {
  for (let after = 0; ; ) {
    const marked = await asClient(db, clientId, (tx) => keySome(tx, clientId, callListId, after));
    if (marked === undefined) return;
    after = marked;
  }
}

/**
 * Skips rows that the engine has locked, so that neither waits for the other forever.
 *
 * @returns the last entry of the batch, or the same one again while some were locked; undefined when
 *   none is left
 */
async function keySome(
  tx: Tx,
  clientId: number,
  callListId: number,
  after: number,
): Promise<number | undefined> {
  const values = [clientId, callListId, after];
  const left = await tx.rows<{ entryId: number }>(
    `SELECT a.entry_id AS "entryId" FROM attempt a
     WHERE a.client_id = $1 AND a.call_list_id = $2 AND a.entry_id > $3 AND a.account_line IS NULL
       AND EXISTS (SELECT FROM list_entry e WHERE e.client_id = $1 AND e.call_list_id = $2
         AND e.entry_id = a.entry_id)
     ORDER BY a.entry_id LIMIT ${batch}`,
    values,
  );
  const last = left.at(-1);
  if (!last) return undefined;
  const marked = await tx.run(
    `WITH free AS (
       SELECT entry_id FROM attempt
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id > $3 AND entry_id <= $4
         AND account_line IS NULL
       FOR NO KEY UPDATE SKIP LOCKED)
     UPDATE attempt a SET account_line = e.account_line,
       external_key = ${externalKeyOf('e.external_id')}
     FROM free f JOIN list_entry e ON e.client_id = $1 AND e.call_list_id = $2
       AND e.entry_id = f.entry_id
     WHERE a.client_id = $1 AND a.call_list_id = $2 AND a.entry_id = f.entry_id`,
    [...values, last.entryId],
  );
  return marked === left.length ? last.entryId : after;
}
