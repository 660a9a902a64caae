/** A client's calling hours, changed while its campaigns run. */
import type { ClientHours } from '#domain/calling-hours.ts';
import { asClient, type Database } from '../database.ts';
import { waitForClaims } from './contact-cap.ts';
import { recheckHours } from './recheck.ts';

/**
 * Sets them: claims in progress are waited for, and engines that still judge by the hours of before claim nothing
 * until they have read these (`ClaimRequest.hours`). Numbers that waited for those of before are checked again. If a
 * command dies before that, the operator repeats it. What was claimed before may still be about to be submitted: `settleStop`.
 */
export async function setCallingHours(
  db: Database,
  clientId: number,
  hours: ClientHours | null,
): Promise<void> {
  await asClient(db, clientId, async (tx) => {
    await waitForClaims(tx, clientId);
    await tx.run('UPDATE client SET calling_hours = $2 WHERE client_id = $1', [
      clientId,
      hours && JSON.stringify(hours),
    ]);
  });
  // Those that waited for the transaction above may have seen the hours of before it.
  await asClient(db, clientId, (tx) => waitForClaims(tx, clientId));
  await recheckHours(db, clientId);
  // Engines that know of a list that nothing in it is due look again (`readCampaignLists`).
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE client SET gap_revision = gap_revision + 1 WHERE client_id = $1', [clientId]),
  );
}
