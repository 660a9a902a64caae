/** What one run of a long proof came to, and what runs have found. */

/** Which proof a run was: the simulation, the chaos, its restored databases, or its rare kills. */
export type ProofName = 'simulate' | 'chaos' | 'rewinds' | 'yield';

/** What was counted, by name; a proof counts only some of them. */
export type Figures = Partial<
  Record<
    | 'seeds'
    | 'hours'
    | 'rounds'
    | 'kills'
    | 'crashes'
    | 'cuts'
    | 'optOuts'
    | 'calls'
    | 'inFlightAtKills'
    | 'unknown'
    | 'unsent',
    number
  >
>;

export interface ProofRun {
  proof: ProofName;
  /** `YYYY-MM-DD`, UTC. */
  on: string;
  /** The commit that was proved. */
  commit: string;
  machine: string;
  figures: Figures;
  violations: number;
}

/** A violation that a run showed, and what was done about it. */
export interface PastViolation {
  on: string;
  /** How to repeat it at the commit before the mend. */
  found: string;
  what: string;
  /** The engine broke a promise, or the proof judged wrongly. */
  fault: 'engine' | 'proof';
  /** The commit that mended it. */
  mended: string;
}
