/**
 * The simulated text carrier: no text leaves the machine. What becomes of a text hangs only on the
 * seed and its id. A carrier outlives the process that texts through it, so this one reads in its
 * log which of its latest texts it still owes a receipt or an answer.
 */
import type { CarrierSettings } from '../port.ts';
import type {
  CancelAnswer,
  Submission,
  TextCarrier,
  TextEvent,
  TextRequest,
} from '../text-port.ts';
import { openCallLog } from './call-log.ts';
import { readLatestTexts } from './text-log.ts';
import { type TextProfile, usualTextProfile } from './text-profile.ts';
import { createTextQueue, type TextQueue, type TextQueueSettings } from './text-queue.ts';
import { drawReader, longestStory } from './text-reader.ts';
import { createTimeline } from './timeline.ts';

export interface SimulatedTextSettings extends CarrierSettings {
  profile?: TextProfile;
  /** Absent: every text leaves at once. */
  queue?: TextQueueSettings;
}

export interface SimulatedTextCarrier extends TextCarrier {
  /** Whether it stands in the queue: nothing can have come of it. */
  waits(carrierRef: string): boolean;
}

/** The texts, and what is to come of them. */
class Texts {
  readonly #randomOf: CarrierSettings['randomOf'];
  readonly #profile: TextProfile;
  readonly #queue: TextQueue;
  readonly #timeline = createTimeline<TextEvent>();
  /** What was answered for texts whose receipt is not acknowledged, by text id. */
  readonly #taken = new Map<string, Submission>();
  /** Happened, and not acknowledged yet. */
  readonly #told = new Set<TextEvent>();
  /** What comes of a text that has not left. */
  readonly #ahead = new Map<string, Set<TextEvent>>();

  constructor({ randomOf, profile = usualTextProfile, queue = noQueue }: SimulatedTextSettings) {
    this.#randomOf = randomOf;
    this.#profile = profile;
    this.#queue = createTextQueue(queue);
  }

  /** The text id is the idempotency key: handed over again it is logged, and sent once. */
  take(text: TextRequest, at: number): Submission {
    const { textId, from, to } = text;
    const known = this.#taken.get(textId);
    if (known) return known;
    const reader = drawReader(this.#randomOf(`text/${textId}`), this.#profile);
    const answer: Submission = reader.rejected
      ? { kind: 'rejected', note: { code: 'cannot_receive' }, retryable: false }
      : { kind: 'accepted', carrierRef: textId };
    if (reader.rejected) return answer;
    this.#taken.set(textId, answer);
    const about = { phone: to, textingNumber: from };
    const leavesAt = this.#queue.add(text, at);
    if (leavesAt === undefined) {
      const note = { code: 'not_left' } as const;
      const dropped = { at: text.until, outcome: 'failed', note } as const;
      this.#plan(
        textId,
        { kind: 'receipt', carrierRef: textId, textId, ...about, ...dropped },
        false,
      );
      return answer;
    }
    const waits = leavesAt > at;
    if (reader.receipt) {
      const { outcome, after } = reader.receipt;
      const receipt: TextEvent = {
        ...{ kind: 'receipt', carrierRef: textId, textId, ...about, at: leavesAt + after, outcome },
        ...(outcome === 'failed' && { note: { code: 'out_of_reach' } as const }),
      };
      this.#plan(textId, receipt, waits);
    }
    // An answer of ours is answered by nobody, or two machines would talk for ever.
    if (reader.answer && !textId.startsWith('reply-')) {
      const { body, after } = reader.answer;
      const carrierRef = `${textId}-answer`;
      const inbound = {
        kind: 'inbound',
        carrierRef,
        ...about,
        at: leavesAt + after,
        body,
      } as const;
      this.#plan(textId, inbound, waits);
    }
    return answer;
  }

  cancel(
    { carrierRef, from, to }: { carrierRef: string; from: string; to: string },
    at: number,
  ): CancelAnswer {
    const answer = this.#queue.cancel(carrierRef, at);
    const planned = this.#ahead.get(carrierRef);
    if (answer !== 'canceled' || !planned) return answer;
    this.#timeline.drop(planned);
    this.#ahead.delete(carrierRef);
    const note = { code: 'canceled_at_carrier', what: 'text' } as const;
    const end = { at, outcome: 'failed', canceled: true, note } as const;
    const about = { carrierRef, textId: carrierRef, phone: to, textingNumber: from };
    this.#timeline.add(at, { kind: 'receipt', ...about, ...end });
    return answer;
  }

  waits(carrierRef: string, now: number): boolean {
    return this.#queue.waits(carrierRef, now);
  }

  events(now: number): TextEvent[] {
    this.#queue.passTime(now);
    for (const { item } of this.#timeline.takeUntil(now)) {
      this.#told.add(item);
      if (item.kind === 'receipt') this.#ahead.delete(item.carrierRef);
    }
    return [...this.#told];
  }

  acknowledge(events: readonly TextEvent[]): void {
    for (const event of events) {
      this.#told.delete(event);
      if (event.kind === 'receipt' && event.textId) this.#taken.delete(event.textId);
    }
  }

  #plan(textId: string, event: TextEvent, waits: boolean): void {
    this.#timeline.add(event.at, event);
    if (waits) this.#ahead.set(textId, (this.#ahead.get(textId) ?? new Set()).add(event));
  }
}

export function simulatedTextCarrier(settings: SimulatedTextSettings): SimulatedTextCarrier {
  const { clock, dataFolder, profile = usualTextProfile } = settings;
  // Twice: engines may have died one after the other before they heard of anything.
  const earlier = readLatestTexts(dataFolder, 2 * longestStory(profile));
  const log = openCallLog(dataFolder);
  const all = new Texts(settings);
  /** Texts of an earlier process have left. */
  const left = { body: '', until: Number.POSITIVE_INFINITY };
  for (const text of earlier) all.take({ ...text, ...left }, text.at);
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
    events: () => all.events(clock.now()),
    acknowledge: (events) => all.acknowledge(events),
    async close() {
      log.close();
    },
  };
}

const noQueue: TextQueueSettings = { perSecond: Number.POSITIVE_INFINITY, segmentsOf: () => 1 };

const notWritten: Submission = {
  kind: 'rejected',
  note: { code: 'unwanted', what: 'text' },
  retryable: true,
};
