/** Which clients send auto-replies, and through which carrier. */
import type { ClientHours } from '#domain/calling-hours.ts';
import type { Tx } from '../database.ts';
import { isStopped } from './operator-stop.ts';

/** Clients that text or are texted, for the platform. */
export async function textingClients(tx: Tx): Promise<number[]> {
  const rows = await tx.rows<{ client_id: number }>(
    'SELECT DISTINCT client_id FROM texting_number ORDER BY client_id',
  );
  return rows.map((row) => row.client_id);
}

export interface ReplySender {
  /** As in client.text_carrier. */
  carrier: string;
  callingHours: ClientHours | null;
  /** The operator or an administrator stopped its texts. */
  stopped: boolean;
}

/** The carrier of a client's auto-replies, and when they may be sent. */
export async function readReplySender(tx: Tx, clientId: number): Promise<ReplySender> {
  const row = await tx.row<ReplySender>(
    `SELECT text_carrier AS carrier, calling_hours AS "callingHours",
       ${isStopped('client.client_id', 'client.text_carrier')} AS stopped
     FROM client
     WHERE client_id = $1`,
    [clientId],
  );
  return row ?? { carrier: '', callingHours: null, stopped: false };
}
