import type { ListedStop } from '#db/queries/operator-stop.ts';
import {
  reachOption,
  reachWords,
  type StopReach,
  type StopWord,
} from '#domain/operator-stop-words.ts';
import { stopReason } from '#domain/reasons.ts';

/** What a stored stop names. */
function reachOf({ scope, client, carrier }: ListedStop): StopReach {
  if (scope === 'client') return { scope, client: client ?? '' };
  return scope === 'carrier' ? { scope, carrier: carrier ?? '' } : { scope };
}

const isOwn = ({ setBy }: ListedStop) => setBy === 'administrator';

/** `all calls and texts`; `the client "demo", by its administrator`. */
export function stopName(stop: ListedStop): string {
  if (!isOwn(stop)) return reachWords(reachOf(stop));
  const carrier = stop.carrier === null ? '' : ` on the carrier "${stop.carrier}"`;
  return `the client "${stop.client}"${carrier}, by its administrator`;
}

/** The options with which it is lifted: `--client=demo`. */
export function liftOption(stop: ListedStop): string {
  if (!isOwn(stop)) return reachOption(reachOf(stop));
  return `--client=${stop.client} --administrators`;
}

/** "(the client "demo") Lift it: "carillon stop --lift --client=demo"." */
export function liftWords(stop: ListedStop): string {
  const whose = stop.client === null ? '' : `(the client "${stop.client}") `;
  return `${whose}Lift it: "carillon stop --lift ${liftOption(stop)}".`;
}

/** What managers read of it, by the real clock. */
export function listedReason(stop: ListedStop) {
  const word: StopWord = { ...stop, by: isOwn(stop) ? stop.stoppedBy : null };
  return stopReason(word);
}
