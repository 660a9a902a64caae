/** What a carrier does to us on a bad day. Shares from 0 to 1; times in simulated milliseconds. */

import type { TrunkFailure } from '../../../src/carriers/port.ts';
import { muchSharedTrouble, noSharedTrouble, type SharedProfile } from './shared-profile.ts';

/** From one instant (epoch ms) up to another. */
export interface DeadTrunk {
  from: number;
  until: number;
  how: TrunkFailure;
}

export interface TroubleProfile extends SharedProfile {
  /** When no call comes through; with any of them it can be told of each call whether something came back. */
  deadTrunk?: readonly DeadTrunk[];
  /** Shares of calls whose answers get lost on the way. */
  loseAnswerOfPlaced: number;
  loseAnswerOfUnplaced: number;
  /** Share of acknowledged events that it tells once more, within so long. */
  repeat: number;
  repeatWithin: number;
  /** Share of lost calls that are never told of. */
  neverTold: number;
}

/** A carrier without fault: the place to start from for one trouble alone. */
export const noTrouble: TroubleProfile = {
  ...noSharedTrouble,
  loseAnswerOfPlaced: 0,
  loseAnswerOfUnplaced: 0,
  repeat: 0,
  repeatWithin: 0,
  neverTold: 0,
};

/** Everything at once, each often enough to be met in a few minutes. */
export const muchTrouble: TroubleProfile = {
  ...muchSharedTrouble,
  loseAnswerOfPlaced: 0.02,
  loseAnswerOfUnplaced: 0.02,
  repeat: 0.1,
  repeatWithin: 60_000,
  neverTold: 0.3,
};
