/** A part of a campaign's numbers, as the address of the screen Numbers names it. */

export const parts = [
  'all',
  'remaining',
  'called',
  'in_progress',
  'callable',
  'waiting',
  'barred',
  'left_out',
] as const;
export type PartName = (typeof parts)[number];

export interface NumbersPart {
  part: PartName;
  /** Of what waits, is barred or was left out. */
  reason?: string;
  /** Of what waits for hours: the zones that have to open, and their wall time `HH:mm`. */
  zones?: readonly string[];
  opens?: string;
}

export function numbersPart(part: PartName, which: Omit<NumbersPart, 'part'> = {}): NumbersPart {
  return { part, ...which };
}
