/**
 * Sends a text campaign's texts at its pace: claim and fill in one transaction, hand over only after
 * its commit, and say what there is to wait for when nothing is due.
 */

import type { TextCarrier } from '#carriers/text-port.ts';
import { callerIdType } from '#contract/campaign.ts';
import type { Reason } from '#contract/reason.ts';
import { asClient } from '#db/database.ts';
import { claimCalls } from '#db/queries/claim.ts';
import type { Lease, RunSettings } from '#db/queries/lease.ts';
import type { OutboundText } from '#db/queries/outbound-text.ts';
import { completeRun } from '#db/queries/run-transition.ts';
import { createPacer } from '#domain/pacing.ts';
import { waitingReason } from '#domain/reasons.ts';
import { createThrottle } from '#domain/throttle.ts';
import { attemptIdOf } from '../attempt-id.ts';
import type { RunnerSide } from '../campaign-runner.ts';
import { createCarrierRoom } from '../carrier-room.ts';
import type { RunnerDeps } from '../deps.ts';
import { createEntryGate } from '../entry-gate.ts';
import { haltOf } from '../halt.ts';
import { handOverOf, inTime, stillWanted, turn } from '../hand-over.ts';
import type { LeaseHold } from '../lease-holds.ts';
import { createListWatch } from '../list-watch.ts';
import { createNumberWait } from './number-wait.ts';
import { takePacedTexts } from './paced-texts.ts';
import type { TextBook } from './text-book.ts';
import { refusalOf } from './text-refusal.ts';

export interface Sender {
  /** Sends what is due. Answers what the campaign waits for, null when it sends. */
  send(settings: SendSettings): Promise<Reason | null>;
  /** Commits the answers that the carrier has given. */
  settle(): Promise<void>;
  /** Resolves when the carrier has answered all that was handed over. */
  answered(): Promise<unknown>;
}

/** A campaign that has what it needs. */
export interface SendSettings extends RunSettings {
  textMessage: string;
  sendersNumber: string;
}

type Sent = 'some' | 'all' | 'none' | 'full' | 'paced';
type SenderOptions = Pick<RunnerSide, 'takenOver' | 'onDoubt'>;

/** Real milliseconds of texts that a late step may make up for, and between two looks at what is left. */
const catchUp = 1_000;
const lookEvery = 500;
/** Real milliseconds: other campaigns and the lease's renewal wait for the end of a step. */
const longestSending = 250;
/** Texts that a slow carrier has not answered yet: so many at most are unknown if this engine dies. */
export const mostInHand = 1_000;

const carrierBusy: Reason = { code: 'carrier_busy' };
const loadingList: Reason = { code: 'waits_for_list' };

export function createSender(
  deps: RunnerDeps,
  lease: Lease,
  carrier: TextCarrier | undefined,
  book: TextBook,
  { takenOver, onDoubt }: SenderOptions,
): Sender {
  const { db, clock, log } = deps;
  const { clientId } = lease;
  const claim = deps.claim ?? claimCalls;
  const lists = createListWatch(deps, lease);
  const pacer = createPacer(catchUp * clock.speed, takenOver ? clock.now() : undefined);
  const throttle = createThrottle(clock.speed);
  const room = createCarrierRoom(carrier, lease);
  /** Handed over, and not answered yet. */
  const underWay = new Set<Promise<void>>();
  /** Nothing is due before `until`. */
  let idle: { until: number; reason: Reason | null } | undefined;
  let lookAt = Number.NEGATIVE_INFINITY;
  const numberWait = createNumberWait(clock.speed);
  const judgeAt = createEntryGate(deps);

  async function take(settings: SendSettings, wanted: number) {
    const now = clock.now();
    const { textMessage, sendersNumber } = settings;
    const request = {
      lease,
      now: new Date(now),
      wanted,
      skip: lists.atRest(now),
      turns: lists.turns(),
      judge: judgeAt(settings, now),
      world: deps.witness?.world(),
      callerId: { type: callerIdType.single, number: sendersNumber },
    };
    // A text's record stands in the month of its attempt, which may be over when its carrier answers.
    await deps.ensureMonth(now);
    try {
      const taken = await asClient(db, clientId, (tx) =>
        takePacedTexts(tx, claim, request, { textMessage, sendersNumber, speed: clock.speed }),
      );
      if (taken.outcome.kind === 'claimed') lists.note(taken.outcome);
      return taken;
    } catch (error) {
      onDoubt();
      throw error;
    }
  }

  async function handOver(texts: OutboundText[], hold: LeaseHold): Promise<void> {
    if (!carrier || !hold.isSure()) {
      // Another engine may have the campaign by now; what was not handed over ends as unknown.
      log.warn({ ...lease, texts: texts.length }, 'the lease ran out before texts were sent');
      onDoubt();
      return;
    }
    book.add(texts);
    const now = clock.now();
    const due: OutboundText[] = [];
    for (const text of texts) {
      const refusal = refusalOf(text, now);
      if (refusal) book.answer(text, refusal);
      else due.push(text);
    }
    const witnessed =
      due.length > 0
        ? deps.witness?.handingOver(
            due.map((text) => handOverOf({ ...text, clientId, attemptedAt: now }, lease)),
          )
        : undefined;
    if (witnessed === 'repeated') {
      log.error({ ...lease, texts: due.length }, 'the database gave out texts a second time');
      for (const text of due)
        book.answer(text, { kind: 'unknown', note: { code: 'given_out_twice' } });
    } else if (witnessed === 'refused') {
      for (const text of due)
        book.answer(text, { kind: 'rejected', note: { code: 'held' }, retryable: true });
    } else if (due.length > 0) {
      const submission = submit(carrier, due, hold).finally(() => underWay.delete(submission));
      underWay.add(submission);
      // A carrier may take seconds: what it answers later is committed by a later step.
      await Promise.race([submission, turn()]);
    }
    await settle();
  }

  async function submit(to: TextCarrier, texts: OutboundText[], hold: LeaseHold): Promise<void> {
    deps.metrics.attempted(lease, texts.length);
    const mayWrite = stillWanted(hold, clock, texts, () => haltOf(deps) !== undefined);
    const requests = texts.map(
      ({ callListId, entryId, phone, textingNumber, body, callableUntil }) => ({
        textId: attemptIdOf(clientId, callListId, entryId),
        from: textingNumber,
        to: phone,
        body,
        until: callableUntil,
        sender: { clientId, campaignId: lease.campaignId },
      }),
    );
    const answers = await inTime(to.submit(requests, mayWrite), []).catch((error) => {
      log.error({ err: error, ...lease }, 'a text carrier failed');
      return [];
    });
    let refused = false;
    for (const [index, text] of texts.entries()) {
      const answer = answers[index] ?? { kind: 'unknown', note: { code: 'no_answer' } };
      book.answer(text, answer);
      if (answer.kind === 'accepted') throttle.taken();
      refused ||= answer.kind === 'rejected' && answer.retryable;
    }
    if (refused) throttle.refused(clock.now(), room.hasTurns());
  }

  async function settle(): Promise<void> {
    lists.forget(await book.record());
  }

  /**
   * Sends so many texts, in batches; what does not fit into one step is not made up for.
   *
   * @returns `all` when no entry is due any more, `none` when this engine may send nothing, `full` when
   * the carrier has not answered enough of what it has, `paced` when the number can send no more now
   */
  async function sendSome(settings: SendSettings, due: number): Promise<Sent> {
    const end = performance.now() + longestSending;
    for (let left = due; left > 0 && performance.now() < end; ) {
      const mostNow = mostInHand - book.size();
      if (mostNow <= 0) return 'full';
      const hold = deps.holdOf(lease);
      if (!hold.isSure()) return 'none';
      const wanted = room.ask(Math.min(left, mostNow), left);
      if (wanted === 0) return 'some';
      const { outcome, texts } = await take(settings, wanted);
      if (outcome.kind === 'paced') {
        numberWait.refused(clock.now(), left, outcome.granted);
        return 'paced';
      }
      if (outcome.kind !== 'claimed') return 'none';
      if (texts.length > 0) {
        idle = undefined;
        await handOver(texts, hold);
        if (throttle.isWaiting(clock.now())) return 'some';
      }
      left -= texts.length;
      if (left > 0 && !outcome.more) return 'all';
      // Entries were passed over: the next step goes on behind them.
      if (texts.length === 0) return 'some';
    }
    return 'some';
  }

  /** What is left when nothing is due, or when it was not looked at for a while. */
  async function look(): Promise<Reason | null> {
    const now = clock.now();
    lookAt = now + lookEvery * clock.speed;
    const { nextDue, reason, loading } = await lists.look(now);
    idle = undefined;
    if (nextDue <= now) return null;
    const until = Math.min(lookAt, nextDue);
    if (nextDue !== Number.POSITIVE_INFINITY) {
      idle = { until, reason: waitingReason(reason, nextDue) };
    } else {
      if (!loading && book.size() === 0) await complete();
      idle = { until, reason: loading ? loadingList : null };
    }
    return idle.reason;
  }

  /** Receipts keep nothing waiting: whoever hears of one records it, days later too. */
  function complete(): Promise<boolean> {
    return asClient(db, clientId, (tx) => completeRun(tx, lease));
  }

  return {
    settle,
    answered: () => Promise.all(underWay),
    async send(settings) {
      const now = clock.now();
      const { textPerMinute } = settings;
      const fresh = room.due(pacer.take(now, textPerMinute), textPerMinute);
      const due = numberWait.due(fresh, textPerMinute);
      if (throttle.isWaiting(now)) return carrierBusy;
      if (now >= lookAt) await look();
      if (due > 0 && numberWait.isOver(now, due) && !(idle && now < idle.until)) {
        const used = await sendSome(settings, due);
        if (used === 'full' || throttle.isWaiting(clock.now()) || room.waitsLong()) {
          return carrierBusy;
        }
        if (used !== 'some') room.rest();
        if (used === 'all') return look();
        if (used === 'none') return null;
      }
      if (idle) return idle.reason;
      const waits = numberWait.reason(clock.now());
      if (waits !== null) return waits;
      return textPerMinute === 0 ? { code: 'no_texts_per_minute' } : null;
    },
  };
}
