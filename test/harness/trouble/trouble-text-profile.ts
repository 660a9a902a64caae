/** What a text carrier does to us on a bad day. Shares from 0 to 1; times in simulated milliseconds. */

import {
  muchSharedTrouble,
  noSharedTrouble,
  type Range,
  type SharedProfile,
} from './shared-profile.ts';

export interface TextTroubleProfile extends SharedProfile {
  /** Shares of texts whose answers get lost on the way. */
  loseAnswerOfSent: number;
  loseAnswerOfUnsent: number;
  /** Share of texts whose receipt is told before the answer, which comes after `slowFor`. */
  early: number;
  /** Shares of receipts that are told once more within so long, without our id, and never. */
  repeat: number;
  repeatWithin: Range;
  withoutOurId: number;
  loseReceipt: number;
  /** Receipts that belong to no text of ours, for each text taken. */
  orphan: number;
  /** Share of inbound texts that are delivered twice, the second time within `repeatWithin`. */
  deliverTwice: number;
}

/** A carrier without fault: the place to start from for one trouble alone. */
export const noTextTrouble: TextTroubleProfile = {
  ...noSharedTrouble,
  loseAnswerOfSent: 0,
  loseAnswerOfUnsent: 0,
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
  loseAnswerOfSent: 0.03,
  loseAnswerOfUnsent: 0.02,
  early: 0.1,
  repeat: 0.15,
  repeatWithin: [0, 60_000],
  withoutOurId: 0.3,
  loseReceipt: 0.02,
  orphan: 0.02,
  deliverTwice: 0.3,
};
