/** What a claim is asked for, and the calls that it takes. */
import type { GateVerdict } from '#domain/gate.ts';
import type { Candidate } from './claim-candidates.ts';
import type { Lease } from './lease.ts';

export interface ClaimedCall {
  callListId: number;
  entryId: number;
  phone: string;
  /** Epoch ms: not handed over from then on, because the calling hours end (gate.ts). */
  callableUntil: number;
  callerId: StoredCallerId;
  /** Of a campaign that calls each account once: other numbers of the account wait. */
  hasOthers?: boolean;
}

/** What a call shows, as it is kept with its attempt; '' for the carrier's default or a hidden one. */
export interface StoredCallerId {
  type: number;
  number: string;
}

/** Chooses for each call, and counts what was shown on this Eastern day. */
export interface CallerIdChooser {
  type: number;
  day: string;
  /** The number to show to this phone, '' for the carrier's default. */
  choose(phone: string): string;
  /** The call that was to show it is not placed. */
  giveBack(number: string): void;
}

export interface ClaimRequest {
  lease: Lease;
  now: Date;
  /** So many calls are due; at most `claimBatch` are taken at once. */
  wanted: number;
  /** Lists known to have nothing due now. */
  skip: readonly number[];
  /** Lists that had their turn, the one that waits longest first; those that had none come before. */
  turns?: readonly number[];
  judge: (candidate: Candidate) => GateVerdict;
  /**
   * The world that the engine knows (`current_world()`): in another one nothing is taken, nor while the
   * platform is on hold. Undefined: it is not asked.
   */
  world?: string | undefined;
  /** What the calls will show; kept with the attempt. */
  callerId: StoredCallerId | CallerIdChooser;
}
