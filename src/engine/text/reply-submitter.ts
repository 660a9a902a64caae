/**
 * Submits auto-replies that are marked as submitted to their carrier; its response to each is noted
 * (reply-outcomes.ts). One submission at a time for each client.
 */

import type { Submission, TextCarrier } from '#carriers/text-port.ts';
import { asClient } from '#db/database.ts';
import { replyIdOf, stoppedOf, type TextReply } from '#db/queries/text-reply.ts';
import { later, type RealMs, realMs, type SimMs } from '#domain/milliseconds.ts';
import type { EngineDeps } from '../deps.ts';
import { haltOf } from '../halt.ts';
import { inTime, isSlow, longestSubmission } from '../submission.ts';
import type { ReplyOutcomes } from './reply-outcomes.ts';

/** Between two checks for opt-outs while auto-replies are being submitted. */
const checkStopsEvery = realMs(250);

/** Auto-replies of a client that are being submitted. */
interface Submitting {
  /** Numbers that get a HELP auto-reply. */
  helps: string[];
  /** Those that are blocked by now. */
  stopped: Set<string>;
  /** On `performance.now()`. */
  recheckAt: RealMs;
}

export class ReplySubmitter {
  readonly #deps: EngineDeps;
  readonly #outcomes: ReplyOutcomes;
  /** By client: resolves when the responses to the current submission are noted, or kept for later. */
  readonly #underWay = new Map<number, Promise<void>>();
  /** By client. */
  readonly #submitting = new Map<number, Submitting>();

  constructor(deps: EngineDeps, outcomes: ReplyOutcomes) {
    this.#deps = deps;
    this.#outcomes = outcomes;
  }

  isUnderWay(clientId: number): boolean {
    return this.#underWay.has(clientId);
  }

  /** Resolves when the carriers have responded to everything submitted. */
  responded(): Promise<unknown> {
    return Promise.all(this.#underWay.values());
  }

  /** A person of this client may have opted out: the next check is due at once. */
  expectStops(clientId: number): void {
    const current = this.#submitting.get(clientId);
    if (current) current.recheckAt = realMs(Number.NEGATIVE_INFINITY);
  }

  /** If a person opts out while the carrier makes their auto-reply wait, it is not written. */
  async checkForStops(clientId: number): Promise<void> {
    const current = this.#submitting.get(clientId);
    if (!current || current.helps.length === 0 || performance.now() < current.recheckAt) return;
    current.recheckAt = later(realMs(performance.now()), checkStopsEvery);
    const stopped = await asClient(this.#deps.db, clientId, (tx) =>
      stoppedOf(tx, clientId, current.helps),
    );
    for (const phone of stopped) current.stopped.add(phone);
  }

  /** Records them in the journal first. @returns the outcome if they must not be submitted */
  witnessed(clientId: number, replies: readonly TextReply[]): Submission | undefined {
    if (replies.length === 0) return undefined;
    const { clock, log, witness } = this.#deps;
    const at = clock.now();
    const said = witness?.recordReplies(
      replies.map(({ textReplyId, phone, tries }) => ({
        entry: { kind: 'reply', clientId, textReplyId, phone, at },
        tries,
      })),
    );
    if (said === 'refused') return notTaken('on_hold');
    if (said !== 'repeated') return undefined;
    log.error(
      { clientId, texts: replies.length },
      'database returned auto-replies that were already submitted',
    );
    return { kind: 'unknown', note: { code: 'issued_twice' } };
  }

  /** @param untilOf from then on it must not leave */
  async submit(
    carrier: TextCarrier,
    clientId: number,
    replies: TextReply[],
    untilOf: (reply: TextReply) => SimMs,
  ): Promise<void> {
    if (replies.length === 0) return;
    const helps = replies.filter(({ kind }) => kind === 'help').map(({ phone }) => phone);
    const stopped = new Set<string>();
    this.#submitting.set(clientId, { helps, stopped, recheckAt: realMs(performance.now()) });
    // Without a response in time it counts as unknown, and must not go out afterwards.
    const end = performance.now() + longestSubmission;
    const mayGo = (reply: TextReply) =>
      performance.now() < end &&
      this.#deps.clock.now() < untilOf(reply) &&
      haltOf(this.#deps) === undefined &&
      (reply.kind === 'opt_out' || !stopped.has(reply.phone));
    const submission = inTime(
      carrier.submit(
        replies.map((reply) => ({
          textId: replyIdOf(clientId, reply.textReplyId),
          from: reply.textingNumber,
          to: reply.phone,
          body: reply.body,
          until: untilOf(reply),
        })),
        () => replies.every(mayGo),
      ),
      [],
    );
    const noted = submission
      .catch((error): Submission[] => {
        this.#deps.log.error(
          { err: error, clientId },
          'text carrier failed to submit auto-replies',
        );
        return [];
      })
      .then((responses) => this.#outcomes.note(carrier.name, clientId, replies, responses))
      .catch((error) => this.#outcomes.failed(clientId, error))
      .finally(() => {
        this.#underWay.delete(clientId);
        this.#submitting.delete(clientId);
      });
    this.#underWay.set(clientId, noted);
    const responded = submission.then(
      () => noted,
      () => noted,
    );
    // A carrier may take seconds: a late response is noted when it comes.
    await Promise.race([responded, isSlow(submission)]);
  }
}

/** It was not submitted to the carrier. */
export const notTaken = (code: 'on_hold' | 'claim_too_slow'): Submission => ({
  kind: 'rejected',
  note: { code },
  retryable: true,
});
