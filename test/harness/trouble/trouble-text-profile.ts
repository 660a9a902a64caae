/** What a text carrier does to us on a bad day. Shares from 0 to 1; times in simulated milliseconds. */

import {
  muchSharedTrouble,
  noSharedTrouble,
  type Range,
  type SharedProfile,
} from './shared-profile.ts';

export interface TextTroubleProfile extends SharedProfile {
  /** Shares of texts whose responses get lost on the way. */
  loseResponseOfSent: number;
  loseResponseOfUnsent: number;
  /** Share of texts whose receipt comes before the response, which comes after `slowFor`. */
  early: number;
  /** Shares of receipts that come once more within this time, without our id, and never. */
  repeat: number;
  repeatWithin: Range;
  withoutOurId: number;
  loseReceipt: number;
  /** Receipts that belong to no text of ours, for each text taken. */
  orphan: number;
  /** Share of inbound texts that are delivered twice, the second time within `repeatWithin`. */
  deliverTwice: number;
}

/** A carrier without fault, to which one adds a single trouble. */
export const noTextTrouble: TextTroubleProfile = {
  ...noSharedTrouble,
  loseResponseOfSent: 0,
  loseResponseOfUnsent: 0,
  early: 0,
  repeat: 0,
  repeatWithin: [0, 60_000],
  withoutOurId: 0,
  loseReceipt: 0,
  orphan: 0,
  deliverTwice: 0,
};

/** Everything at once, each often enough to be met in a few minutes. */
export const muchTextTrouble: TextTroubleProfile = {
  ...muchSharedTrouble,
  loseResponseOfSent: 0.03,
  loseResponseOfUnsent: 0.02,
  early: 0.1,
  repeat: 0.15,
  repeatWithin: [0, 60_000],
  withoutOurId: 0.3,
  loseReceipt: 0.02,
  orphan: 0.02,
  deliverTwice: 0.3,
};
