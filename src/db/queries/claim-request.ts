/** The input of a claim, and the calls that it takes. */

import type { KindCap } from '#domain/contact-cap.ts';
import type { GateVerdict } from '#domain/gate.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import type { CampaignPolicy } from '#domain/policy/campaign-policy.ts';
import type { Candidate } from './claim-candidates.ts';
import type { Lease } from './lease.ts';
import type { PolicyKeeper } from './policy-book.ts';

export interface ClaimedCall {
  callListId: number;
  entryId: number;
  phone: string;
  /** Not submitted from then on, because the calling hours end (gate.ts). */
  callableUntil: SimMs;
  callerId: StoredCallerId;
  /**
   * An answer may bar other numbers of the account: those that wait in a campaign that calls each account once,
   * or any in lists of other campaigns, which may have this setting.
   */
  hasOthers?: boolean;
}

/**
 * The number that a call shows, as stored with its attempt; '' for the carrier's default or a
 * hidden one.
 */
export interface StoredCallerId {
  type: number;
  number: string;
}

/** Chooses the number for each call, and counts its use on this Eastern day. */
export interface CallerIdChooser {
  type: number;
  day: string;
  /** The number to show to this phone, '' for the carrier's default. */
  choose(phone: string): string;
  /** The call that was to show it is not placed. */
  giveBack(number: string): void;
}

type AllowedBy = (
  candidate: Candidate,
  cap: KindCap | null,
  policy: CampaignPolicy | null,
) => Uint8Array;

export interface ClaimRequest {
  lease: Lease;
  now: Date;
  /** How many calls are due; at most `claimBatch` are taken at once. */
  wanted: number;
  /** Nothing is taken, whatever is wanted: the claim ends where it finds a number that may be called. */
  probe?: true;
  /** Lists known to have nothing due now. */
  skip: readonly number[];
  /** Lists that had their turn, the longest waiting first; those without a turn come before. */
  turns?: readonly number[];
  /** The client's calling hours by which `judge` judges, as JSON: by others nothing is taken. Absent: not checked. */
  hours?: string;
  /** By the policy that the claim has read; null: there is none for the campaign. */
  judge: (candidate: Candidate, policy: CampaignPolicy | null) => GateVerdict;
  /** Of this campaign only: keeps the rules of the policy between its claims. */
  policies?: PolicyKeeper;
  /** The longest that one of its calls plays, in milliseconds. */
  longestMs?: number;
  /**
   * What is kept with the attempt of a candidate that may be called, beside the hash of its values;
   * the same object for many. Absent: nothing.
   */
  allowed?: AllowedBy | undefined;
  /** Mapping ids of the account's fields that the message speaks or writes. */
  fields?: readonly number[] | undefined;
  /**
   * The world that the engine knows (`current_world()`): in another one, or while the platform is
   * on hold, nothing is taken. Undefined: not checked.
   */
  world?: string | undefined;
  /** The numbers that the calls will show; stored with the attempts. */
  callerId: StoredCallerId | CallerIdChooser;
}
