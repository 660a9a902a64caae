/** Which lists have numbers to ask about, and how far each service was asked about them. */
import { runStatus } from '#contract/campaign.ts';
import type { PolicyRule } from '#contract/policy.ts';
import type { ScrubQuestion } from '#contract/scrub.ts';
import { isInScope, type PolicyScope } from '#domain/policy/rule-scope.ts';
import { isScrubRule, questionsOf, type ScrubRule } from '#domain/policy/scrub-hold.ts';
import type { Tx } from '../database.ts';
import { enqueueInTurn } from '../job-queue.ts';
import { isInUse } from '../list-states.ts';
import { attemptKindOf } from './contact-cap.ts';
import { readPolicyRules } from './policy-rule.ts';

/** Active clients with a rule that asks; for the platform. */
export async function clientsThatScrub(tx: Tx): Promise<number[]> {
  const rows = await tx.rows<{ clientId: number }>(
    `SELECT DISTINCT r.client_id AS "clientId" FROM policy_rule r
     JOIN client c ON c.client_id = r.client_id AND c.disabled_at IS NULL
     WHERE r.terms->>'kind' = 'scrub' ORDER BY 1`,
  );
  return rows.map(({ clientId }) => clientId);
}

/**
 * After the commit the job asks about what is new.
 *
 * @returns false for a client without such a rule, for which nothing is asked
 */
export async function askSoon(tx: Tx, clientId: number): Promise<boolean> {
  const row = await tx.row(
    `SELECT 1 FROM policy_rule WHERE client_id = $1 AND terms->>'kind' = 'scrub' LIMIT 1`,
    [clientId],
  );
  if (!row) return false;
  await enqueueInTurn(tx, 'scrub', { key: `scrub ${clientId}`, queue: 'scrub' }, { clientId });
  return true;
}

/** Rules that ask, or dates of consent, have changed: lists that were done are looked through again. */
export async function askAgain(tx: Tx, clientId: number): Promise<boolean> {
  await tx.run('DELETE FROM scrub_list WHERE client_id = $1', [clientId]);
  return askSoon(tx, clientId);
}

/** As `askAgain`, for the lists of a campaign that starts: what it is for may have changed. */
export async function askBeforeStart(tx: Tx, clientId: number, campaignId: number): Promise<void> {
  if (!(await askSoon(tx, clientId))) return;
  await tx.run(
    `DELETE FROM scrub_list s USING call_list l WHERE s.client_id = $1 AND l.client_id = $1
       AND l.call_list_id = s.call_list_id AND l.campaign_id = $2`,
    [clientId, campaignId],
  );
}

export interface ScrubList {
  callListId: number;
  rules: ScrubRule[];
  questions: ScrubQuestion[];
}

type ListRow = PolicyScope & { callListId: number };

/**
 * Lists in use of campaigns about which a rule asks, the ones of running campaigns first.
 *
 * @param only this one alone
 */
export async function listsToScrub(tx: Tx, clientId: number, only?: number): Promise<ScrubList[]> {
  const scrubs = (await readPolicyRules(tx, clientId)).filter(isScrubRule);
  if (scrubs.length === 0) return [];
  const lists = await tx.rows<ListRow>(
    `SELECT l.call_list_id AS "callListId", c.campaign_id AS "campaignId", c.purpose,
       ${attemptKindOf} AS kind
     FROM call_list l JOIN campaign c ON c.client_id = $1 AND c.campaign_id = l.campaign_id
     WHERE l.client_id = $1 AND ${isInUse('l')} AND c.deleted_at IS NULL
       AND ($2::bigint IS NULL OR l.call_list_id = $2)
     ORDER BY c.run_status <> ${runStatus.running}, l.call_list_id`,
    [clientId, only ?? null],
  );
  return lists.flatMap(({ callListId, ...scope }) => {
    const rules = rulesFor(scrubs, scope);
    return rules.length === 0 ? [] : [{ callListId, rules, questions: questionsOf(rules) }];
  });
}

export const rulesFor = (rules: readonly PolicyRule[], scope: PolicyScope) =>
  rules.filter(isScrubRule).filter((rule) => isInScope(rule, scope));

type Pass = readonly [clientId: number, callListId: number, scrubServiceId: number];

const ofPass = 'client_id = $1 AND call_list_id = $2 AND scrub_service_id = $3';

/**
 * Where the pass through a list goes on; null: the next one is not due. Its row is committed before the
 * rules are read: a change after that deletes it (`askAgain`), and then what was asked under the old
 * rules is no progress of the pass.
 */
export async function passOf(tx: Tx, pass: Pass): Promise<{ after: number } | null> {
  await tx.run(
    `INSERT INTO scrub_list (client_id, call_list_id, scrub_service_id) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING`,
    [...pass],
  );
  const row = await tx.row<{ after: number; due: boolean }>(
    `SELECT after_entry AS after, again OR next_at IS NULL OR next_at <= now() AS due
     FROM scrub_list WHERE ${ofPass}`,
    [...pass],
  );
  return row?.due ? { after: row.after } : null;
}

/** Entries up to `after` were asked about. */
export async function notePass(tx: Tx, pass: Pass, after: number, leftOut: number): Promise<void> {
  await tx.run(
    `UPDATE scrub_list SET after_entry = $4, left_out = left_out + $5, next_at = NULL
     WHERE ${ofPass}`,
    [...pass, after, leftOut],
  );
}

/**
 * Lists got numbers of other lists: a pass that is past their places is followed by another one at
 * once. Noted once for a pass, so that a busy list costs one write and one pass a minute.
 */
export async function askAboutNew(
  tx: Tx,
  clientId: number,
  lists: readonly number[],
): Promise<void> {
  if (lists.length === 0) return;
  const noted = await tx.run(
    `WITH own AS (
       SELECT call_list_id, scrub_service_id FROM scrub_list
       WHERE client_id = $1 AND call_list_id = ANY ($2::bigint[]) AND NOT again
       ORDER BY call_list_id, scrub_service_id FOR NO KEY UPDATE)
     UPDATE scrub_list s SET again = true FROM own
     WHERE s.client_id = $1 AND s.call_list_id = own.call_list_id
       AND s.scrub_service_id = own.scrub_service_id`,
    [clientId, lists],
  );
  if (noted > 0) await askSoon(tx, clientId);
}

/**
 * The pass is at the end of its list. The next one is a day later, for answers that get too old and numbers that
 * came back; where some were left out after 10 minutes, then after twice as long each time; and at once where the
 * list got numbers.
 */
export async function endPass(tx: Tx, pass: Pass): Promise<void> {
  await tx.run(
    `UPDATE scrub_list SET after_entry = 0, left_out = 0, again = false,
       passes = CASE WHEN left_out > 0 THEN passes + 1 ELSE 0 END,
       next_at = now() + CASE WHEN again THEN interval '0'
         WHEN left_out = 0 THEN interval '1 day'
         ELSE least(interval '1 day', interval '10 minutes' * 2 ^ least(passes, 8)) END
     WHERE ${ofPass}`,
    [...pass],
  );
}
