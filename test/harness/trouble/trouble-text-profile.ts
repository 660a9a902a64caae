/** What a text carrier does to us on a bad day. Shares from 0 to 1; times in simulated milliseconds. */

type Range = readonly [low: number, high: number];

export interface TextTroubleProfile {
  /** Share of batches that are answered only after `slowFor`. */
  slow: number;
  slowFor: Range;
  /** Share of batches that it does not take for now: no text of them is sent. */
  throttle: number;
  /** Shares of texts that it refuses for good, and of whose answers get lost on the way. */
  refuse: number;
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
  /** Share of looks that find receipts and texts in any order. */
  shuffle: number;
  /** Time between two cuts of the link, and how long one lasts. */
  cutEvery: Range;
  cutFor: Range;
  /** Share of cuts in which every text on its way is lost: its receipt never comes. */
  dropAll: number;
}

const never: Range = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/** A carrier without fault: the place to start from for one trouble alone. */
export const noTextTrouble: TextTroubleProfile = {
  slow: 0,
  slowFor: [0, 0],
  throttle: 0,
  refuse: 0,
  loseAnswerOfSent: 0,
  loseAnswerOfUnsent: 0,
  early: 0,
  repeat: 0,
  repeatWithin: [0, 60_000],
  withoutOurId: 0,
  loseReceipt: 0,
  orphan: 0,
  deliverTwice: 0,
  shuffle: 0,
  cutEvery: never,
  cutFor: [0, 0],
  dropAll: 0,
};

/** Everything at once, each often enough to be met in a few minutes. */
export const muchTextTrouble: TextTroubleProfile = {
  slow: 0.05,
  slowFor: [50, 2_000],
  throttle: 0.04,
  refuse: 0.02,
  loseAnswerOfSent: 0.03,
  loseAnswerOfUnsent: 0.02,
  early: 0.1,
  repeat: 0.15,
  repeatWithin: [0, 60_000],
  withoutOurId: 0.3,
  loseReceipt: 0.02,
  orphan: 0.02,
  deliverTwice: 0.3,
  shuffle: 0.3,
  cutEvery: [60_000, 240_000],
  cutFor: [1_000, 30_000],
  dropAll: 0.3,
};
