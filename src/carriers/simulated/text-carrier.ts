/**
 * The simulated text carrier: no text leaves the machine. What becomes of a text depends only on
 * the seed and its id. A carrier outlives the process that texts through it, so this one finds in
 * its log the latest texts whose receipts and replies are still due.
 */
import { later, type SimMs, simMs, times } from '#domain/milliseconds.ts';
import type { CallbackSource } from '../kind.ts';
import { createNews } from '../news.ts';
import type { CarrierSettings } from '../port.ts';
import type {
  CancelOutcome,
  Submission,
  TextCarrier,
  TextEvent,
  TextRequest,
} from '../text-port.ts';
import { openCallLog } from './call-log.ts';
import { collectInbound } from './inbound.ts';
import { readLatestTexts } from './text-log.ts';
import { type TextProfile, usualTextProfile } from './text-profile.ts';
import { createTextQueue, type TextQueue, type TextQueueSettings } from './text-queue.ts';
import { drawReader, longestCourse } from './text-reader.ts';
import { createTimeline } from './timeline.ts';

export interface SimulatedTextSettings extends CarrierSettings {
  profile?: TextProfile;
  /** Absent: every text leaves at once. */
  queue?: TextQueueSettings;
  /** Texts that a manager sends as one of the people; absent: there are none. */
  callbacks?: CallbackSource;
}

export interface SimulatedTextCarrier extends TextCarrier {
  /** Whether it is still queued: it cannot have a receipt or a reply yet. */
  waits(carrierRef: string): boolean;
}

/** The texts, and their planned events. */
class Texts {
  readonly #randomOf: CarrierSettings['randomOf'];
  readonly #profile: TextProfile;
  readonly #queue: TextQueue;
  readonly #timeline = createTimeline<TextEvent>();
  /** Submissions of texts whose receipt is not acknowledged, by text id. */
  readonly #taken = new Map<string, Submission>();
  /** Happened, and not acknowledged yet. */
  readonly #reported = createNews<TextEvent>();
  /** Events of texts that have not left. */
  readonly #planned = new Map<string, Set<TextEvent>>();

  constructor({ randomOf, profile = usualTextProfile, queue = noQueue }: SimulatedTextSettings) {
    this.#randomOf = randomOf;
    this.#profile = profile;
    this.#queue = createTextQueue(queue);
  }

  /** The text id is the idempotency key: a repeated submission is logged, but not sent again. */
  take(text: TextRequest, at: SimMs): Submission {
    const { textId, from, to } = text;
    const known = this.#taken.get(textId);
    if (known) return known;
    const reader = drawReader(this.#randomOf(`text/${textId}`), this.#profile);
    const submission: Submission = reader.rejected
      ? { kind: 'rejected', note: { code: 'cannot_receive' }, retryable: false }
      : { kind: 'accepted', carrierRef: textId };
    if (reader.rejected) return submission;
    this.#taken.set(textId, submission);
    const about = { phone: to, textingNumber: from };
    const leavesAt = this.#queue.add(text, at);
    if (leavesAt === undefined) {
      const note = { code: 'expired_before_sending' } as const;
      const dropped = { at: text.until, outcome: 'failed', note } as const;
      this.#plan(
        textId,
        { kind: 'receipt', carrierRef: textId, textId, ...about, ...dropped },
        false,
      );
      return submission;
    }
    const waits = leavesAt > at;
    if (reader.receipt) {
      const { outcome, after } = reader.receipt;
      const receipt: TextEvent = {
        ...{
          kind: 'receipt',
          carrierRef: textId,
          textId,
          ...about,
          at: later(leavesAt, after),
          outcome,
        },
        ...(outcome === 'failed' && { note: { code: 'phone_unreachable' } as const }),
      };
      this.#plan(textId, receipt, waits);
    }
    // Nobody replies to an auto-reply, or two machines would text each other forever.
    // Auto-replies get none, and managers answer their own tests themselves.
    if (reader.reply && !/^(reply|manager)-/.test(textId)) {
      const { body, after } = reader.reply;
      const carrierRef = `${textId}-reply`;
      const inbound = {
        kind: 'inbound',
        carrierRef,
        ...about,
        at: later(leavesAt, after),
        body,
      } as const;
      this.#plan(textId, inbound, waits);
    }
    return submission;
  }

  cancel(
    { carrierRef, from, to }: { carrierRef: string; from: string; to: string },
    at: SimMs,
  ): CancelOutcome {
    const outcome = this.#queue.cancel(carrierRef, at);
    const planned = this.#planned.get(carrierRef);
    if (outcome !== 'canceled' || !planned) return outcome;
    this.#timeline.drop(planned);
    this.#planned.delete(carrierRef);
    const note = { code: 'canceled_at_carrier', what: 'text' } as const;
    const end = { at, outcome: 'failed', canceled: true, note } as const;
    const about = { carrierRef, textId: carrierRef, phone: to, textingNumber: from };
    this.#timeline.add(at, { kind: 'receipt', ...about, ...end });
    return outcome;
  }

  waits(carrierRef: string, now: SimMs): boolean {
    return this.#queue.waits(carrierRef, now);
  }

  events(now: SimMs, reader?: object): TextEvent[] {
    this.#queue.passTime(now);
    for (const { item } of this.#timeline.takeUntil(now)) {
      this.#reported.tell(item);
      if (item.kind === 'receipt') this.#planned.delete(item.carrierRef);
    }
    return this.#reported.events(reader);
  }

  tellAgain(events: readonly TextEvent[]): void {
    this.#reported.tellAgain(events);
  }

  acknowledge(events: readonly TextEvent[]): void {
    for (const event of events) {
      this.#reported.end(event);
      if (event.kind === 'receipt' && event.textId) this.#taken.delete(event.textId);
    }
  }

  /** A person's text that nothing here planned. */
  arrived(event: TextEvent): void {
    this.#reported.tell(event);
  }

  #plan(textId: string, event: TextEvent, waits: boolean): void {
    this.#timeline.add(event.at, event);
    if (waits) this.#planned.set(textId, (this.#planned.get(textId) ?? new Set()).add(event));
  }
}

export function simulatedTextCarrier(settings: SimulatedTextSettings): SimulatedTextCarrier {
  const { clock, dataFolder, callbacks, profile = usualTextProfile } = settings;
  // Twice: several engines may have died in turn before they received any event.
  const sent = readLatestTexts(dataFolder, times(longestCourse(profile), 2));
  const log = openCallLog(dataFolder);
  const all = new Texts(settings);
  /** Texts of an earlier process count as sent. */
  const left = { body: '', until: simMs(Number.POSITIVE_INFINITY) };
  for (const text of sent) all.take({ ...text, ...left }, text.at);
  const inbound =
    callbacks &&
    collectInbound(
      callbacks,
      () => clock.now(),
      (event) => all.arrived(event),
    );
  return {
    name: 'simulated',
    connected: () => true,
    async submit(texts, mayWrite = () => true) {
      if (!mayWrite()) return texts.map(() => notWritten);
      const now = clock.now();
      const at = new Date(now).toISOString();
      const inTime = texts.filter(({ until }) => now < until);
      log.append(
        inTime.map(({ textId, from, to }) => ({ at, attemptId: textId, kind: 'text', to, from })),
      );
      return texts.map((text) => (now < text.until ? all.take(text, now) : notWritten));
    },
    waits: (carrierRef) => all.waits(carrierRef, clock.now()),
    async cancel(texts) {
      return texts.map((text) => all.cancel(text, clock.now()));
    },
    events: (reader) => all.events(clock.now(), reader),
    acknowledge(events) {
      all.acknowledge(events);
      for (const event of events) if (event.kind === 'inbound') inbound?.done(event);
    },
    tellAgain: (events) => all.tellAgain(events),
    async close() {
      await inbound?.close();
      log.close();
    },
  };
}

const noQueue: TextQueueSettings = { perSecond: Number.POSITIVE_INFINITY, segmentsOf: () => 1 };

const notWritten: Submission = {
  kind: 'rejected',
  note: { code: 'withdrawn', what: 'text' },
  retryable: true,
};
