/** What a carrier does to us on a bad day. Shares from 0 to 1; times in simulated milliseconds. */

import type { TrunkFailure } from '../../../src/carriers/port.ts';

type Range = readonly [low: number, high: number];

/** From one instant (epoch ms) up to another. */
export interface DeadTrunk {
  from: number;
  until: number;
  how: TrunkFailure;
}

export interface TroubleProfile {
  /** When no call comes through; with any of them it can be told of each call whether something came back. */
  deadTrunk?: readonly DeadTrunk[];
  /** Share of batches that are answered only after `slowFor`. */
  slow: number;
  slowFor: Range;
  /** Share of batches that it does not take for now: no call of them is placed. */
  throttle: number;
  /** Shares of calls that it refuses for good, and of whose answers get lost on the way. */
  refuse: number;
  loseAnswerOfPlaced: number;
  loseAnswerOfUnplaced: number;
  /** Share of acknowledged events that it tells once more, within so long. */
  repeat: number;
  repeatWithin: number;
  /** Share of looks that find the events in any order. */
  shuffle: number;
  /** Time between two cuts of the link, and how long one lasts. */
  cutEvery: Range;
  cutFor: Range;
  /** Share of cuts in which every call in the air is lost, and of those that are never told of. */
  dropAll: number;
  neverTold: number;
}

const never: Range = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/** A carrier without fault: the place to start from for one trouble alone. */
export const noTrouble: TroubleProfile = {
  slow: 0,
  slowFor: [0, 0],
  throttle: 0,
  refuse: 0,
  loseAnswerOfPlaced: 0,
  loseAnswerOfUnplaced: 0,
  repeat: 0,
  repeatWithin: 0,
  shuffle: 0,
  cutEvery: never,
  cutFor: [0, 0],
  dropAll: 0,
  neverTold: 0,
};

/** Everything at once, each often enough to be met in a few minutes. */
export const muchTrouble: TroubleProfile = {
  slow: 0.05,
  slowFor: [50, 2_000],
  throttle: 0.04,
  refuse: 0.02,
  loseAnswerOfPlaced: 0.02,
  loseAnswerOfUnplaced: 0.02,
  repeat: 0.1,
  repeatWithin: 60_000,
  shuffle: 0.3,
  cutEvery: [60_000, 240_000],
  cutFor: [1_000, 30_000],
  dropAll: 0.3,
  neverTold: 0.3,
};
