import type { Tx } from '#db/database.ts';
import { readHold } from '#db/queries/hold.ts';
import { listStops } from '#db/queries/operator-stop.ts';
import { easternTime } from '#domain/eastern-time.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import { holdReason } from '#domain/reasons.ts';
import { liftWords, listedReason } from '../stop-reach.ts';
import { type Finding, hint, wrong } from './finding.ts';

/** Why nothing is called, if the platform is on hold or something is stopped. */
export async function hold(tx: Tx): Promise<Finding[]> {
  const stopped = (await listStops(tx)).map((stop) =>
    hint('Stop', `${reasonSentence(listedReason(stop))} ${liftWords(stop)}`),
  );
  const held = await readHold(tx);
  if (!held) return stopped;
  const since = easternTime(Date.parse(held.since));
  return [wrong('Hold', `${reasonSentence(holdReason(held))} Since ${since}.`), ...stopped];
}
