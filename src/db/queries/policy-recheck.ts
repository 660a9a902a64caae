/**
 * What a change lets go is noted in the change's own transaction, with a job that does it. Whoever made
 * the change does it at once after the commit; one that dies before, or whose response is replayed,
 * leaves it to the job (`recheckPolicy`). So nobody waits for a rule that no longer stands (decision 090).
 */
import type { PolicyTerms } from '#contract/policy.ts';
import { type GateReason, gateReasons } from '#domain/gate.ts';
import type { Tx } from '../database.ts';
import { enqueue } from '../job-queue.ts';

/** Of terms, what numbers wait for that they hold. */
const reasonOfTerms = {
  hours: gateReasons.callingHours,
  limit: gateReasons.contactPolicy,
  gap: gateReasons.contactPolicy,
  rest: gateReasons.contactPolicy,
  consent: gateReasons.noConsent,
  list_age: gateReasons.contactPolicy,
  scrub: gateReasons.contactPolicy,
} as const satisfies Record<PolicyTerms['kind'], GateReason>;

type TermsKind = PolicyTerms['kind'];
const everyKind = Object.keys(reasonOfTerms) as TermsKind[];

/**
 * Entries that wait for rules of these kinds are checked again after the commit. A client that never
 * had a rule has no book, and nobody who waits for one.
 */
export async function noteRecheck(
  tx: Tx,
  clientId: number,
  kinds: readonly TermsKind[] = everyKind,
): Promise<void> {
  const reasons = [...new Set(kinds.map((kind) => reasonOfTerms[kind]))];
  if (reasons.length === 0) return;
  const noted = await tx.run(
    `UPDATE policy_book SET rechecks_noted = rechecks_noted + 1,
       recheck = ARRAY(SELECT DISTINCT unnest(recheck || $2::text[]) ORDER BY 1)
     WHERE client_id = $1`,
    [clientId, reasons],
  );
  if (noted > 0) await enqueue(tx, 'recheck-policy', `recheck ${clientId}`, { clientId });
}

/** Engines that know of a list that nothing in it is due look again. */
export async function wakeEngines(tx: Tx, clientId: number): Promise<void> {
  await tx.run('UPDATE policy_book SET rechecks = rechecks + 1 WHERE client_id = $1', [clientId]);
}
