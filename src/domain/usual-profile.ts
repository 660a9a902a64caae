/** How the simulated public behaves. Times are `SimMs`, shares from 0 to 1. */

type Range = readonly [low: number, high: number];

export interface CarrierProfile {
  /** Shares of all calls; the rest is not answered. */
  person: number;
  machine: number;
  busy: number;
  failed: number;
  /** From submission to ringing or the network's response. */
  setup: Range;
  /** How long it rings before a person, before a machine, and before giving up. */
  personRings: Range;
  machineRings: Range;
  noAnswerRings: Range;
  greeting: Range;
  /**
   * Shares of persons: who hang up during the message, press 9 during it, or press 1 during it or
   * within `keyDelay` after it.
   */
  hangsUpEarly: number;
  pressesNine: number;
  pressesOne: number;
  keyDelay: number;
  /** Share of machines that are misdetected persons who press 9. */
  machinePressesNine: number;
  /** A person who hears nothing hangs up after this. */
  patience: Range;
  /** How long a person who pressed 1 waits for the agent before hanging up. */
  agentPatience: Range;
  /** Shares of calls to an agent; the rest is not answered. */
  agentAnswers: number;
  agentBusy: number;
  /** From the first ring to the agent's answer. */
  agentRings: Range;
  /** Share of agents who hang up during their message. */
  agentLeavesEarly: number;
  /** How long customer and agent talk, and the share of talks that the agent ends. */
  talk: Range;
  agentEndsTalk: number;
}

/** Roughly what American contact lists give in the daytime. */
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
  machinePressesNine: 0,
  patience: [4_000, 9_000],
  pressesOne: 0.12,
  keyDelay: 4_500,
  agentPatience: [15_000, 60_000],
  agentAnswers: 0.96,
  agentBusy: 0.02,
  agentRings: [1_500, 8_000],
  agentLeavesEarly: 0.01,
  talk: [20_000, 300_000],
  agentEndsTalk: 0.4,
};
