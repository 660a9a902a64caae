import type { OperatorStop } from '#db/queries/operator-stop.ts';
import { reachOption, reachWords, type StopReach } from '#domain/operator-stop-words.ts';

/** What a stored stop names. */
export function reachOf({ scope, client, carrier }: OperatorStop): StopReach {
  if (scope === 'client') return { scope, client: client ?? '' };
  return scope === 'carrier' ? { scope, carrier: carrier ?? '' } : { scope };
}

/** "(the client "demo") Lift it: "carillon stop --lift --client=demo"." */
export function liftWords(stop: OperatorStop): string {
  const reach = reachOf(stop);
  const whose = reach.scope === 'client' ? `(${reachWords(reach)}) ` : '';
  return `${whose}Lift it: "carillon stop --lift ${reachOption(reach)}".`;
}
