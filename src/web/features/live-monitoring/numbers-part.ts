/** A part of a campaign's numbers, as the address of the screen Numbers names it. */
import type { NumberPart } from '#contract/campaign-numbers.ts';

export interface NumbersPart {
  part: NumberPart;
  /** Of what waits, is barred or was left out. */
  reason?: string;
  /** Of what waits for hours: the zones that have to open ('' for none), at the wall time `HH:mm`. */
  zones?: readonly string[];
  opens?: string;
}

export function numbersPart(part: NumberPart, which: Omit<NumbersPart, 'part'> = {}): NumbersPart {
  return { part, ...which };
}
