/** What carriers of calls and of texts do to us alike on a bad day. Shares from 0 to 1; times in simulated milliseconds. */

export type Range = readonly [low: number, high: number];

export interface SharedProfile {
  /** Share of batches whose response comes only after `slowFor`. */
  slow: number;
  slowFor: Range;
  /** Share of batches that it does not take for now: nothing of them is placed or sent. */
  throttle: number;
  /** Share of calls or texts that it refuses for good. */
  refuse: number;
  /** Share of polls that return the events in any order. */
  shuffle: number;
  /** Time between two cuts of the link, and how long one lasts. */
  cutEvery: Range;
  cutFor: Range;
  /** Share of cuts in which every call in the air is lost, or every text on its way. */
  dropAll: number;
}

const never: Range = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

export const noSharedTrouble: SharedProfile = {
  slow: 0,
  slowFor: [0, 0],
  throttle: 0,
  refuse: 0,
  shuffle: 0,
  cutEvery: never,
  cutFor: [0, 0],
  dropAll: 0,
};

/** Everything at once, each often enough to be met in a few minutes. */
export const muchSharedTrouble: SharedProfile = {
  slow: 0.05,
  slowFor: [50, 2_000],
  throttle: 0.04,
  refuse: 0.02,
  shuffle: 0.3,
  cutEvery: [60_000, 240_000],
  cutFor: [1_000, 30_000],
  dropAll: 0.3,
};
