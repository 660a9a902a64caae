/**
 * Stops of a client by its own administrators (decision 075). They hold like the operator's: see
 * operator-stop.ts for who reads them.
 */
import type { Tx } from '../database.ts';

/** What an administrator stops: all calls and texts of the client, or those through one carrier. */
export interface NewClientStop {
  carrier: string | null;
  reason: string;
  stoppedBy: string;
}

/** The carriers of the client's calls and texts. */
export async function carriersOfClient(tx: Tx, clientId: number): Promise<string[]> {
  const row = await tx.row<{ voice: string; text: string }>(
    'SELECT voice_carrier AS voice, text_carrier AS text FROM client WHERE client_id = $1',
    [clientId],
  );
  return row ? [...new Set([row.voice, row.text])] : [];
}

/** One that is in force stays as it is: whoever stopped first is named, with the reason given then. */
export async function beginClientStop(
  tx: Tx,
  clientId: number,
  { carrier, reason, stoppedBy }: NewClientStop,
): Promise<void> {
  await tx.run(
    `INSERT INTO client_stop (client_id, carrier, reason, stopped_by) VALUES ($1, $2, $3, $4)
     ON CONFLICT (client_id, carrier) DO NOTHING`,
    [clientId, carrier, reason, stoppedBy],
  );
}

export interface OwnStop {
  clientStopId: number;
}

/** The client's own stop of this, locked: two that lift it wait for each other. */
export function lockClientStop(
  tx: Tx,
  clientId: number,
  carrier: string | null,
): Promise<OwnStop | undefined> {
  return tx.row<OwnStop>(
    `SELECT client_stop_id AS "clientStopId" FROM client_stop
     WHERE client_id = $1 AND carrier IS NOT DISTINCT FROM $2 FOR UPDATE`,
    [clientId, carrier],
  );
}

export async function liftClientStop(tx: Tx, clientId: number, id: number): Promise<void> {
  await tx.run('DELETE FROM client_stop WHERE client_id = $1 AND client_stop_id = $2', [
    clientId,
    id,
  ]);
}

/** For the operator: lifts all stops that the client's administrators set. Returns their number. */
export function liftClientStops(tx: Tx, clientId: number): Promise<number> {
  return tx.run('DELETE FROM client_stop WHERE client_id = $1', [clientId]);
}
