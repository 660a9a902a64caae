/** The non-geographic codes of the plan: a phone with such a number may be anywhere. */
import type { AreaRow } from './row.ts';

export const nonGeographic: readonly AreaRow[] = [
  // 822 is assigned since 2000 and waits for its turn.
  { kind: 'toll-free', codes: '800 833 844 855 866 877 888', announced: '822' },
  { kind: 'premium', codes: '900' },
  /** Follow-me numbers, machines and tablets. NANPA keeps the other 5XX for them as well. */
  {
    kind: 'personal',
    codes: '500 521 522 523 524 525 526 527 528 529 532 533 538 542 544 566 577 588',
  },
  // Services of the long-distance carriers.
  { kind: 'non-geographic', codes: '700' },
  // The federal government.
  { kind: 'non-geographic', country: 'US', codes: '710' },
  // Satellite and caller-pays telephones, and machines.
  { kind: 'non-geographic', country: 'CA', codes: '600 622 633' },
];
