/**
 * Sends a text campaign's texts at its pace.
 *
 *   campaign-runner -> text-runner -> send(settings)   at each step
 *     campaign-pace -> claim               one transaction: the gate judges, attempts are written
 *                                          with their texts, the sending number's pace is charged
 *                   -> submit              only after its commit:
 *                        refusalOf         what may not go any more waits in its list again
 *                        witness           the journal beside the database, synced
 *                        #submitTo         the carrier responds now, or seconds later
 *                        settle            commits the responses that have come
 *                   -> lists.poll          when nothing is due: what the campaign waits for
 */

import type { Submission, TextCarrier } from '#carriers/text-port.ts';
import { callerIdType } from '#contract/campaign.ts';
import type { Reason } from '#contract/reason.ts';
import { asClient } from '#db/database.ts';
import { claimCalls } from '#db/queries/claim.ts';
import type { Lease, RunSettings } from '#db/queries/lease.ts';
import type { OutboundText } from '#db/queries/outbound-text.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import { attemptIdOf } from '../attempt-id.ts';
import { type Batch, CampaignPace, type PacedWork } from '../campaign-pace.ts';
import type { RunnerSide } from '../campaign-work.ts';
import type { RunnerDeps } from '../deps.ts';
import { haltOf } from '../halt.ts';
import type { LeaseHold } from '../lease-holds.ts';
import { inTime, journalEntryOf, stillWanted, turn } from '../submission.ts';
import type { ActiveTexts } from './active-texts.ts';
import { createNumberWait, type NumberWait } from './number-wait.ts';
import { takePacedTexts } from './paced-texts.ts';
import { refusalOf } from './text-refusal.ts';

/** A campaign that has what it needs. */
export interface SendSettings extends RunSettings {
  textMessage: string;
  sendersNumber: string;
}

type SenderOptions = Pick<RunnerSide, 'takenOver' | 'onDoubt'>;

/** Texts without a response: at most this many are unknown if this engine dies. */
const mostInFlight = 1_000;

export class CampaignSender implements PacedWork<SendSettings, OutboundText> {
  readonly #deps: RunnerDeps;
  readonly #lease: Lease;
  readonly #carrier: TextCarrier | undefined;
  /** The texts in flight. */
  readonly #texts: ActiveTexts;
  readonly #onDoubt: () => void;
  readonly #pace: CampaignPace;
  readonly #numberWait: NumberWait;
  /** Submissions without a response. */
  readonly #underWay = new Set<Promise<void>>();
  /** Whether entries may still be due after the last claim. */
  #hasMore = false;

  constructor(
    deps: RunnerDeps,
    lease: Lease,
    carrier: TextCarrier | undefined,
    texts: ActiveTexts,
    { takenOver, onDoubt }: SenderOptions,
  ) {
    this.#deps = deps;
    this.#lease = lease;
    this.#carrier = carrier;
    this.#texts = texts;
    this.#onDoubt = onDoubt;
    this.#pace = new CampaignPace(deps, lease, carrier, {
      takenOver,
      inFlight: () => texts.size(),
    });
    this.#numberWait = createNumberWait(deps.clock.speed);
  }

  /** Sends what is due. Returns what the campaign waits for, or null while it sends. */
  async send(settings: SendSettings): Promise<Reason | null> {
    const { textPerMinute } = settings;
    const due = this.#numberWait.due(this.#pace.due(textPerMinute), textPerMinute);
    const mayClaim = (now: SimMs) => this.#numberWait.isOver(now, due);
    const waitsFor = await this.#pace.step(settings, due, this, mayClaim);
    // Whatever a claim did not wait for; nothing is left over for after the step.
    await this.settle();
    if (waitsFor !== undefined) return waitsFor;
    const idle = this.#pace.idle();
    if (idle) return idle.reason;
    const paced = this.#numberWait.reason(this.#deps.clock.now());
    if (paced !== null) return paced;
    return textPerMinute === 0 ? { code: 'no_texts_per_minute' } : null;
  }

  /** Commits the responses of the carrier. */
  async settle(): Promise<void> {
    this.#pace.lists.forget(await this.#texts.record());
  }

  /** Resolves when the carrier has responded to everything submitted. */
  responded(): Promise<unknown> {
    return Promise.all(this.#underWay);
  }

  most(): number {
    return mostInFlight - this.#texts.size();
  }

  owed(_: SendSettings, left: number): number {
    return left;
  }

  stillDue(_: SendSettings, left: number): number {
    return left;
  }

  async claim(settings: SendSettings, wanted: number, left: number): Promise<Batch<OutboundText>> {
    const { db, clock, claim = claimCalls, ensureMonth } = this.#deps;
    const { textMessage, sendersNumber } = settings;
    const now = clock.now();
    const request = {
      ...this.#pace.claimRequest(settings, wanted, now),
      callerId: { type: callerIdType.single, number: sendersNumber },
    };
    // A text's record belongs to the month of its attempt, which may end before the response.
    await ensureMonth(now);
    try {
      const { outcome, texts } = await asClient(db, this.#lease.clientId, (tx) =>
        takePacedTexts(tx, claim, request, { textMessage, sendersNumber, speed: clock.speed }),
      );
      if (outcome.kind === 'paced') {
        this.#numberWait.refused(clock.now(), left, outcome.granted);
        return { kind: 'paced' };
      }
      if (outcome.kind === 'limited') return outcome;
      if (outcome.kind !== 'claimed') return { kind: 'refused' };
      this.#pace.lists.note(outcome);
      this.#hasMore = outcome.more;
      return { kind: 'claimed', claimed: texts, more: outcome.more };
    } catch (error) {
      this.#onDoubt();
      throw error;
    }
  }

  async submit(_: SendSettings, texts: OutboundText[], hold: LeaseHold): Promise<void> {
    const { log, clock } = this.#deps;
    if (!this.#carrier || !hold.isSure()) {
      // Another engine may own the campaign by now; what was not submitted ends as unknown.
      const line = { ...this.#lease, texts: texts.length };
      log.warn(line, 'lease expired before texts were submitted');
      this.#onDoubt();
      return;
    }
    this.#texts.add(texts);
    const now = clock.now();
    const due: OutboundText[] = [];
    for (const text of texts) {
      const refusal = refusalOf(text, now);
      if (refusal) this.#texts.respond(text, refusal);
      else due.push(text);
    }
    const against = due.length > 0 ? this.#witness(due, now) : undefined;
    if (against) for (const text of due) this.#texts.respond(text, against);
    else if (due.length > 0) {
      const submission: Promise<void> = this.#submitTo(this.#carrier, due, hold).finally(() =>
        this.#underWay.delete(submission),
      );
      this.#underWay.add(submission);
      // A carrier may take seconds: a later step commits a late response.
      await Promise.race([submission, turn()]);
    }
    const settling = this.settle();
    // Beside the next claim, if there is one: the step's end waits for it, and reports its failure.
    if (this.#hasMore) settling.catch(() => {});
    else await settling;
  }

  /** Records the texts in the journal. Returns how they end if they must not go. */
  #witness(due: readonly OutboundText[], now: SimMs): Submission | undefined {
    const { log, witness } = this.#deps;
    const { clientId } = this.#lease;
    const witnessed = witness?.recordSubmissions(
      due.map((text) => journalEntryOf({ ...text, clientId, attemptedAt: now }, this.#lease)),
    );
    if (witnessed === 'repeated') {
      const line = { ...this.#lease, texts: due.length };
      log.error(line, 'database returned texts that were already submitted');
      return { kind: 'unknown', note: { code: 'issued_twice' } };
    }
    if (witnessed !== 'refused') return undefined;
    return { kind: 'rejected', note: { code: 'on_hold' }, retryable: true };
  }

  async #submitTo(
    carrier: TextCarrier,
    texts: readonly OutboundText[],
    hold: LeaseHold,
  ): Promise<void> {
    const { log, clock, metrics } = this.#deps;
    metrics.attempted(this.#lease, texts.length);
    const mayWrite = stillWanted(hold, clock, texts, () => haltOf(this.#deps) !== undefined);
    const requests = texts.map((text) => requestOf(text, this.#lease));
    const responses = await inTime(carrier.submit(requests, mayWrite), []).catch((error) => {
      log.error({ err: error, ...this.#lease }, 'text carrier failed to submit texts');
      return [];
    });
    let refused = false;
    for (const [index, text] of texts.entries()) {
      const response = responses[index] ?? { kind: 'unknown', note: { code: 'no_response' } };
      this.#texts.respond(text, response);
      if (response.kind === 'accepted') this.#pace.taken();
      refused ||= response.kind === 'rejected' && response.retryable;
    }
    if (refused) this.#pace.refused();
  }
}

function requestOf(
  { callListId, entryId, phone, textingNumber, body, callableUntil }: OutboundText,
  { clientId, campaignId }: Lease,
) {
  return {
    textId: attemptIdOf(clientId, callListId, entryId),
    from: textingNumber,
    to: phone,
    body,
    until: callableUntil,
    sender: { clientId, campaignId },
  };
}
