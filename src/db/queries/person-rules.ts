/**
 * The operator's settings for the persons behind a client's numbers: the scope of a stop, and the
 * least gap.
 */
import { gateReasons } from '#domain/gate.ts';
import type { StopScope } from '#domain/stop-scope.ts';
import { asClient, type Database, type Tx } from '../database.ts';
import { recheckWaiting, waitForClaims } from './contact-cap.ts';

export interface PersonRules {
  stopScope: StopScope;
  /** 0: none. */
  leastGapHours: number;
}

/**
 * Sets them: claims in progress are waited for, later ones read them. Entries that waited for a
 * longer gap are checked again. If a command dies before that, the operator repeats it.
 */
export async function setPersonRules(
  db: Database,
  clientId: number,
  rules: PersonRules,
): Promise<void> {
  await asClient(db, clientId, (tx) => writeRules(tx, clientId, rules));
  await recheckWaiting(db, clientId, gateReasons.leastGap);
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

/** The least hours between two attempts of one campaign at one number; 0: none. */
export async function readLeastGap(tx: Tx, clientId: number): Promise<number> {
  const row = await tx.row<{ hours: number }>(
    'SELECT least_gap_hours AS hours FROM client WHERE client_id = $1',
    [clientId],
  );
  return row?.hours ?? 0;
}
