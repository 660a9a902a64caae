/**
 * The texts of one campaign that are in hand: claimed, and their carrier's answer not committed yet.
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

export interface TextBook {
  has(attemptId: string): boolean;
  add(texts: readonly OutboundText[]): void;
  /** What the carrier said; committed by `record`. */
  answer(text: OutboundText, submission: Submission): void;
  /**
   * Commits the answers. On an error they wait for the next time.
   *
   * @returns the lists in which texts wait again
   */
  record(): Promise<number[]>;
  size(): number;
  /** Drops what is in hand, at a shutdown. */
  forget(): void;
}

interface Answer {
  text: OutboundText;
  submission: Submission;
  /** Epoch ms of the engine's clock. */
  at: number;
}

/** Answers in one transaction. */
const batch = 500;

export function createTextBook(deps: RunnerDeps, lease: Lease, carrierName: string): TextBook {
  const { db, vault, clock, metrics } = deps;
  const { clientId } = lease;
  const inHand = new Set<string>();
  const answers: Answer[] = [];
  const idOf = (text: OutboundText) => attemptIdOf(clientId, text.callListId, text.entryId);

  async function commit(some: readonly Answer[]): Promise<number[]> {
    const accepted = some.flatMap((one) => acceptedOf(one, carrierName));
    const refused = some.filter(isRefused).map(({ text }) => text);
    const ended = some.flatMap(endOf);
    // Before the text's end, which is what tells that it was refused.
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
        await giveBack(tx, lease, refused, new Date(clock.now()));
        await forgetCancels(tx, clientId, refused);
      }
      const until = new Date(clock.now() + receiptPatience);
      if (accepted.length > 0) await acceptTexts(tx, clientId, accepted, until);
      if (ended.length > 0) await recordResults(tx, vault, clientId, ended);
    });
    for (const { result } of ended) metrics.ended(lease, result);
    return refused.map((text) => text.callListId);
  }

  return {
    has: (attemptId) => inHand.has(attemptId),
    add(texts) {
      for (const text of texts) inHand.add(idOf(text));
    },
    answer(text, submission) {
      answers.push({ text, submission, at: clock.now() });
    },
    async record() {
      const again = new Set<number>();
      while (answers.length > 0) {
        const some = answers.slice(0, batch);
        for (const callListId of await commit(some)) again.add(callListId);
        answers.splice(0, some.length);
        for (const { text } of some) inHand.delete(idOf(text));
      }
      return [...again];
    },
    size: () => inHand.size,
    forget() {
      inHand.clear();
      answers.length = 0;
    },
  };
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
