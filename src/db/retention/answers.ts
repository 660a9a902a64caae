/** Answers of scrub services that nobody needs any more: no kind of retention, because their own days end them. */
import { asClient, asPlatform, type Database } from '../database.ts';
import { sweepAnswers } from '../queries/scrub-answer.ts';

/** Of every client, also of one whose rules ask no more. Returns how many went. */
export async function sweepAllAnswers(db: Database, signal?: AbortSignal): Promise<number> {
  const clients = await asPlatform(db, (tx) =>
    tx.rows<{ clientId: number }>('SELECT client_id AS "clientId" FROM client ORDER BY 1'),
  );
  let gone = 0;
  for (const { clientId } of clients) {
    for (let last = 1; last > 0 && !signal?.aborted; gone += last) {
      last = await asClient(db, clientId, (tx) => sweepAnswers(tx, clientId));
    }
  }
  return gone;
}
