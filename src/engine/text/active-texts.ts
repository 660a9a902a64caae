/**
 * The texts of one campaign that are in flight: claimed, and their carrier's answer not committed yet.
 * With the commit a text is over, waits for its receipt, or waits in its list again.
 */

import type { Submission } from '#carriers/text-port.ts';
import { asClient } from '#db/database.ts';
import { giveBack } from '#db/queries/give-back.ts';
import type { Lease } from '#db/queries/lease.ts';
import { type AcceptedText, acceptTexts, type OutboundText } from '#db/queries/outbound-text.ts';
import { type EndedCall, recordResults } from '#db/queries/record.ts';
import { forgetCancels } from '#db/queries/text-cancel.ts';
import { returnSegments } from '#db/queries/texting-pace.ts';
import { receiptPatience } from '#domain/texting.ts';
import { attemptIdOf } from '../attempt-id.ts';
import type { RunnerDeps } from '../deps.ts';
import { refsOf } from './carrier-refs.ts';
import { obeyOptOuts, saysStop } from './told-to-stop.ts';

interface Answer {
  text: OutboundText;
  submission: Submission;
  /** Epoch ms of the engine's clock. */
  at: number;
}

/** Answers in one transaction. */
const batch = 500;

export class ActiveTexts {
  readonly #deps: RunnerDeps;
  readonly #lease: Lease;
  readonly #carrierName: string;
  /** Attempt ids. */
  readonly #inFlight = new Set<string>();
  /** What the carrier said; they wait for their commit. */
  readonly #answers: Answer[] = [];

  constructor(deps: RunnerDeps, lease: Lease, carrierName: string) {
    this.#deps = deps;
    this.#lease = lease;
    this.#carrierName = carrierName;
  }

  has(attemptId: string): boolean {
    return this.#inFlight.has(attemptId);
  }

  size(): number {
    return this.#inFlight.size;
  }

  add(texts: readonly OutboundText[]): void {
    for (const text of texts) this.#inFlight.add(this.#idOf(text));
  }

  /** What the carrier said; committed by `record`. */
  answer(text: OutboundText, submission: Submission): void {
    this.#answers.push({ text, submission, at: this.#deps.clock.now() });
  }

  /**
   * Commits the answers. On an error they wait for the next time.
   *
   * @returns the lists in which texts wait again
   */
  async record(): Promise<number[]> {
    const again = new Set<number>();
    while (this.#answers.length > 0) {
      const some = this.#answers.slice(0, batch);
      for (const callListId of await this.#commit(some)) again.add(callListId);
      this.#answers.splice(0, some.length);
      for (const { text } of some) this.#inFlight.delete(this.#idOf(text));
    }
    return [...again];
  }

  /** At a shutdown: drops what is in flight. */
  forget(): void {
    this.#inFlight.clear();
    this.#answers.length = 0;
  }

  #idOf({ callListId, entryId }: OutboundText): string {
    return attemptIdOf(this.#lease.clientId, callListId, entryId);
  }

  async #commit(some: readonly Answer[]): Promise<number[]> {
    const { db, vault, clock, metrics } = this.#deps;
    const { clientId } = this.#lease;
    const accepted = some.flatMap((one) => acceptedOf(one, this.#carrierName));
    const refused = some.filter(isRefused).map(({ text }) => text);
    const ended = some.flatMap(endOf);
    // Before the text's end, which is what says that it was refused.
    const stopped = some.filter(({ submission }) => saysStop(submission));
    await obeyOptOuts(
      db,
      clientId,
      stopped.map(({ text }) => text.phone),
    );
    await asClient(db, clientId, async (tx) => {
      // First, because it locks the number's pace, then the lease: see the order of locks in claim.ts.
      if (refused.length > 0) {
        await returnSegments(tx, clientId, refused);
        await giveBack(tx, this.#lease, refused, new Date(clock.now()));
        await forgetCancels(tx, clientId, refused);
      }
      const until = new Date(clock.now() + receiptPatience);
      if (accepted.length > 0) await acceptTexts(tx, clientId, accepted, until);
      if (ended.length > 0) await recordResults(tx, vault, clientId, ended);
    });
    for (const { result } of ended) metrics.ended(this.#lease, result);
    return refused.map((text) => text.callListId);
  }
}

function acceptedOf({ text, submission }: Answer, carrierName: string): AcceptedText[] {
  if (submission.kind !== 'accepted') return [];
  const { callListId, entryId } = text;
  return [{ callListId, entryId, ...refsOf(submission, carrierName) }];
}

/** The carrier surely sent nothing: throttled, or never written. */
function isRefused({ submission }: Answer): boolean {
  return submission.kind === 'rejected' && submission.retryable;
}

function endOf(answer: Answer): EndedCall[] {
  const { text, submission, at } = answer;
  if (submission.kind === 'accepted' || isRefused(answer)) return [];
  const { callListId, entryId } = text;
  const of = { callListId, entryId, answeredAt: null, finishedAt: at };
  return submission.kind === 'unknown'
    ? [{ ...of, result: 'unknown', note: submission.note }]
    : [{ ...of, result: 'failed', note: submission.note }];
}
