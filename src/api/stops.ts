/** The stops that apply to a client, as the console shows them. */
import type { Stop } from '#contract/client-stop.ts';
import type { Tx } from '#db/database.ts';
import { readStopsOf } from '#db/queries/operator-stop.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { stopReason } from '#domain/reasons.ts';

export async function stopsOf(tx: Tx, clientId: number): Promise<Stop[]> {
  return (await readStopsOf(tx, clientId)).map((stop) => {
    const reason = stopReason(stop);
    return {
      by: stop.by === null ? 'operator' : 'administrator',
      scope: stop.scope,
      carrier: stop.carrier,
      stoppedBy: stop.by ?? '',
      stopNumber: stop.clientStopId,
      since: stop.since,
      reason: reasonSentence(reason),
      reasonCode: reason,
    };
  });
}
