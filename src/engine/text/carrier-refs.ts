/** A carrier's ids as they are stored, with its name: two carriers may use the same id. */

import type { Submission } from '#carriers/text-port.ts';
import type { PartedText } from '#db/queries/text-part.ts';

export function refsOf(
  { carrierRef, partRefs = [], writtenRefs }: Submission & { kind: 'accepted' },
  carrierName: string,
): PartedText {
  const stored = (ref: string) => `${carrierName}:${ref}`;
  return {
    carrierRef: stored(carrierRef),
    partRefs: partRefs.map(stored),
    ...(writtenRefs && { writtenRefs }),
  };
}
