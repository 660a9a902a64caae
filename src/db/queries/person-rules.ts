/** What an operator sets for the persons behind a client's numbers: whose a stop is, and the least gap. */
import { gateReasons } from '#domain/gate.ts';
import type { StopScope } from '#domain/stop-scope.ts';
import { asClient, type Database, type Tx } from '../database.ts';
import { lookAgain, waitForClaims } from './contact-cap.ts';

export interface PersonRules {
  stopScope: StopScope;
  /** 0: none. */
  leastGapHours: number;
}

/**
 * Sets them: claims under way are waited for, later ones read them. What waited for a longer gap is
 * looked at again. A command that dies before that is repeated by the operator.
 */
export async function setPersonRules(
  db: Database,
  clientId: number,
  rules: PersonRules,
): Promise<void> {
  await asClient(db, clientId, (tx) => writeRules(tx, clientId, rules));
  await lookAgain(db, clientId, gateReasons.leastGap);
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE client SET gap_revision = gap_revision + 1 WHERE client_id = $1', [clientId]),
  );
}

async function writeRules(tx: Tx, clientId: number, { stopScope, leastGapHours }: PersonRules) {
  await waitForClaims(tx, clientId);
  await tx.run('UPDATE client SET stop_scope = $2, least_gap_hours = $3 WHERE client_id = $1', [
    clientId,
    stopScope,
    leastGapHours,
  ]);
}
