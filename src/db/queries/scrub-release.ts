/**
 * Stores answers about numbers, and makes due again what waits for the policy, in one transaction. It holds
 * the campaigns of the numbers first, as a change of a rule does: each claim that read no answer, or
 * the one before, has put its numbers off by then, and each later one reads these. So no release is
 * lost, whenever a claim comes or the process ends.
 */
import { gateReasons } from '#domain/gate.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { freeEntries } from './contact-cap.ts';
import { wakeEngines } from './policy-recheck.ts';
import { type NewAnswer, storeAnswers } from './scrub-answer.ts';

export async function answerAndRelease(
  tx: Tx,
  clientId: number,
  answers: readonly NewAnswer[],
  goodDays: number,
): Promise<void> {
  const phones = [...new Set(answers.map(({ phone }) => phone))];
  await holdClaims(tx, clientId, phones);
  // Entries come before the lock of answers, as in an erasure.
  await release(tx, clientId, phones);
  await storeAnswers(tx, clientId, answers, goodDays);
}

/** Whatever their state: one that starts claims as soon as it runs. */
async function holdClaims(tx: Tx, clientId: number, phones: readonly string[]): Promise<void> {
  await tx.run(
    `SELECT FROM campaign WHERE client_id = $1
       AND campaign_id IN (SELECT l.campaign_id FROM list_entry e
         JOIN call_list l ON l.client_id = $1 AND l.call_list_id = e.call_list_id
         WHERE e.client_id = $1 AND e.phone = ANY ($2::text[])
           AND e.state = ${entryState.waiting})
     ORDER BY campaign_id FOR NO KEY UPDATE`,
    [clientId, phones],
  );
}

/** They are few, or nothing waits for the policy: found by the index over numbers. */
async function release(tx: Tx, clientId: number, phones: readonly string[]): Promise<void> {
  const reason = gateReasons.contactPolicy;
  const waiting = await tx.rows<{ callListId: number; entryId: number }>(
    `SELECT call_list_id AS "callListId", entry_id AS "entryId" FROM list_entry
     WHERE client_id = $1 AND phone = ANY ($2::text[]) AND state = ${entryState.waiting}
       AND due_at > '-infinity' AND reason = $3
     ORDER BY call_list_id, entry_id`,
    [clientId, phones, reason],
  );
  if (waiting.length === 0) return;
  for (const [callListId, entries] of Map.groupBy(waiting, (one) => one.callListId)) {
    const ids = entries.map(({ entryId }) => entryId);
    await freeEntries(tx, { clientId, callListId, reason }, ids);
  }
  await wakeEngines(tx, clientId);
}
