/** How the simulated public behaves. Times in milliseconds, shares from 0 to 1. */

type Range = readonly [low: number, high: number];

export interface CarrierProfile {
  /** Shares of all calls; what is left over is not answered. */
  person: number;
  machine: number;
  busy: number;
  failed: number;
  /** From handing over to the far end ringing or the network's answer. */
  setup: Range;
  /** How long it rings before a person, before a machine, and before giving up. */
  personRings: Range;
  machineRings: Range;
  noAnswerRings: Range;
  greeting: Range;
  /** Share of persons who hang up before the message is over, and of those who press 9 in it. */
  hangsUpEarly: number;
  pressesNine: number;
  /** Someone to whom nothing is played hangs up after this. */
  patience: Range;
}

/** About what American contact lists give by day. */
export const usualProfile: CarrierProfile = {
  person: 0.22,
  machine: 0.48,
  busy: 0.05,
  failed: 0.04,
  setup: [400, 2_500],
  personRings: [3_000, 20_000],
  machineRings: [18_000, 26_000],
  noAnswerRings: [30_000, 30_000],
  greeting: [3_000, 14_000],
  hangsUpEarly: 0.35,
  pressesNine: 0.005,
  patience: [4_000, 9_000],
};
