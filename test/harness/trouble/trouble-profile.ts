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
  /** When no call comes through; with any of them each call shows whether something came back. */
  deadTrunk?: readonly DeadTrunk[];
  /** Shares of calls whose responses get lost on the way. */
  loseResponseOfPlaced: number;
  loseResponseOfUnplaced: number;
  /** Share of acknowledged events that it emits once more, within this time. */
  repeat: number;
  repeatWithin: number;
  /** Share of lost calls that are never reported. */
  neverReported: number;
}

/** A carrier without fault, to which one adds a single trouble. */
export const noTrouble: TroubleProfile = {
  ...noSharedTrouble,
  loseResponseOfPlaced: 0,
  loseResponseOfUnplaced: 0,
  repeat: 0,
  repeatWithin: 0,
  neverReported: 0,
};

/** Everything at once, each often enough to be met in a few minutes. */
export const muchTrouble: TroubleProfile = {
  ...muchSharedTrouble,
  loseResponseOfPlaced: 0.02,
  loseResponseOfUnplaced: 0.02,
  repeat: 0.1,
  repeatWithin: 60_000,
  neverReported: 0.3,
};
