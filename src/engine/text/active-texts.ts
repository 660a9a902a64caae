/**
 * The texts of one campaign that are in flight: claimed, and their carrier's response not committed
 * yet. After the commit a text is over, waits for its receipt, or waits in its list again.
 */

import type { Submission } from '#carriers/text-port.ts';
import { asClient } from '#db/database.ts';
import type { EndedCall } from '#db/queries/ended-call.ts';
import { giveBack } from '#db/queries/give-back.ts';
import type { Lease } from '#db/queries/lease.ts';
import { type AcceptedText, acceptTexts, type OutboundText } from '#db/queries/outbound-text.ts';
import { recordResults } from '#db/queries/record.ts';
import { forgetCancels } from '#db/queries/text-cancel.ts';
import { returnSegments } from '#db/queries/texting-pace.ts';
import { later, type SimMs } from '#domain/milliseconds.ts';
import { receiptPatience } from '#domain/texting.ts';
import { attemptIdOf } from '../attempt-id.ts';
import type { RunnerDeps } from '../deps.ts';
import { obeyOptOuts, saysStop } from './carrier-opt-outs.ts';
import { refsOf } from './carrier-refs.ts';

interface Response {
  text: OutboundText;
  submission: Submission;
  at: SimMs;
}

/** Responses in one transaction. */
const batch = 500;

export class ActiveTexts {
  readonly #deps: RunnerDeps;
  readonly #lease: Lease;
  readonly #carrierName: string;
  /** By attempt id. */
  readonly #inFlight = new Map<string, OutboundText>();
  /** Responses of the carrier that wait for their commit. */
  readonly #responses: Response[] = [];
  /** The commits under way. */
  #recording: Promise<unknown> = Promise.resolve();

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
    for (const text of texts) this.#inFlight.set(this.#idOf(text), text);
    this.#deps.textsInFlight.add(texts.map(({ phone }) => phone));
  }

  /** Notes the carrier's response; `record` commits it. */
  respond(text: OutboundText, submission: Submission): void {
    this.#responses.push({ text, submission, at: this.#deps.clock.now() });
  }

  /**
   * Commits the responses, one transaction after the other however often it is called. After an
   * error they wait for the next time.
   *
   * @returns the lists in which texts wait again
   */
  record(): Promise<number[]> {
    const before = this.#recording;
    const own = before.then(() => this.#recordAll());
    this.#recording = own.catch(() => {});
    return own;
  }

  async #recordAll(): Promise<number[]> {
    const again = new Set<number>();
    while (this.#responses.length > 0) {
      const some = this.#responses.slice(0, batch);
      for (const callListId of await this.#commit(some)) again.add(callListId);
      this.#responses.splice(0, some.length);
      for (const { text } of some) this.#drop(text);
      this.#deps.textsInFlight.delete(some.map(({ text }) => text.phone));
    }
    return [...again];
  }

  /** At a shutdown: drops what is in flight. */
  forget(): void {
    this.#deps.textsInFlight.delete([...this.#inFlight.values()].map(({ phone }) => phone));
    this.#inFlight.clear();
    this.#responses.length = 0;
  }

  /** Unless it was given back, and a claim beside its commit has taken it again by now. */
  #drop(text: OutboundText): void {
    const id = this.#idOf(text);
    if (this.#inFlight.get(id) === text) this.#inFlight.delete(id);
  }

  #idOf({ callListId, entryId }: OutboundText): string {
    return attemptIdOf(this.#lease.clientId, callListId, entryId);
  }

  async #commit(some: readonly Response[]): Promise<number[]> {
    const { db, vault, clock, metrics } = this.#deps;
    const { clientId } = this.#lease;
    const accepted = some.flatMap((one) => acceptedOf(one, this.#carrierName));
    const refused = some.filter(isRefused).map(({ text }) => text);
    const ended = some.flatMap(endOf);
    // Before the text's end is committed, which marks it as refused.
    const stopped = some.filter(({ submission }) => saysStop(submission));
    await obeyOptOuts(
      db,
      clientId,
      stopped.map(({ text }) => text.phone),
    );
    await asClient(db, clientId, async (tx) => {
      // First, because it locks the number's pace, then the lease: see the lock order in claim.ts.
      if (refused.length > 0) {
        await returnSegments(tx, clientId, refused);
        await giveBack(tx, this.#lease, refused, new Date(clock.now()));
        await forgetCancels(tx, clientId, refused);
      }
      const until = new Date(later(clock.now(), receiptPatience));
      if (accepted.length > 0) await acceptTexts(tx, clientId, accepted, until);
      if (ended.length > 0) await recordResults(tx, vault, clientId, ended);
    });
    for (const { result } of ended) metrics.ended(this.#lease, result);
    return refused.map((text) => text.callListId);
  }
}

function acceptedOf({ text, submission }: Response, carrierName: string): AcceptedText[] {
  if (submission.kind !== 'accepted') return [];
  const { callListId, entryId } = text;
  return [{ callListId, entryId, ...refsOf(submission, carrierName) }];
}

/** The carrier surely sent nothing: throttled, or never written. */
function isRefused({ submission }: Response): boolean {
  return submission.kind === 'rejected' && submission.retryable;
}

function endOf(response: Response): EndedCall[] {
  const { text, submission, at } = response;
  if (submission.kind === 'accepted' || isRefused(response)) return [];
  const { callListId, entryId } = text;
  const of = { callListId, entryId, answeredAt: null, finishedAt: at };
  return submission.kind === 'unknown'
    ? [{ ...of, result: 'unknown', note: submission.note }]
    : [{ ...of, result: 'failed', note: submission.note }];
}
