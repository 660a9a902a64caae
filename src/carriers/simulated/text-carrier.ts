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
import { createTextQueue, type TextQueueSettings } from './text-queue.ts';
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

export function simulatedTextCarrier(settings: SimulatedTextSettings): SimulatedTextCarrier {
  const { clock, randomOf, dataFolder, profile = usualTextProfile } = settings;
  // Twice: engines may have died one after the other before they heard of anything.
  const earlier = readLatestTexts(dataFolder, 2 * longestStory(profile));
  const log = openCallLog(dataFolder);
  const timeline = createTimeline<TextEvent>();
  const taken = new Map<string, Submission>();
  /** Happened, and not acknowledged yet. */
  const told = new Set<TextEvent>();
  const queue = createTextQueue(settings.queue ?? noQueue);
  /** What comes of a text that has not left. */
  const ahead = new Map<string, Set<TextEvent>>();

  const plan = (textId: string, event: TextEvent, waits: boolean) => {
    timeline.add(event.at, event);
    if (waits) ahead.set(textId, (ahead.get(textId) ?? new Set()).add(event));
  };

  /** The text id is the idempotency key: handed over again it is logged, and sent once. */
  const take = (text: TextRequest, at: number): Submission => {
    const { textId, from, to } = text;
    const known = taken.get(textId);
    if (known) return known;
    const reader = drawReader(randomOf(`text/${textId}`), profile);
    const answer: Submission = reader.rejected
      ? { kind: 'rejected', note: { code: 'cannot_receive' }, retryable: false }
      : { kind: 'accepted', carrierRef: textId };
    if (reader.rejected) return answer;
    taken.set(textId, answer);
    const about = { phone: to, textingNumber: from };
    const leavesAt = queue.add(text, at);
    if (leavesAt === undefined) {
      const note = { code: 'not_left' } as const;
      const dropped = { at: text.until, outcome: 'failed', note } as const;
      plan(textId, { kind: 'receipt', carrierRef: textId, textId, ...about, ...dropped }, false);
      return answer;
    }
    const waits = leavesAt > at;
    if (reader.receipt) {
      const { outcome, after } = reader.receipt;
      const receipt: TextEvent = {
        ...{ kind: 'receipt', carrierRef: textId, textId, ...about, at: leavesAt + after, outcome },
        ...(outcome === 'failed' && { note: { code: 'out_of_reach' } as const }),
      };
      plan(textId, receipt, waits);
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
      plan(textId, inbound, waits);
    }
    return answer;
  };

  /** Texts of an earlier process have left. */
  for (const text of earlier) take({ ...text, body: '', until: Number.POSITIVE_INFINITY }, text.at);

  function cancel(
    { carrierRef, from, to }: { carrierRef: string; from: string; to: string },
    at: number,
  ): CancelAnswer {
    const answer = queue.cancel(carrierRef, at);
    const planned = ahead.get(carrierRef);
    if (answer !== 'canceled' || !planned) return answer;
    timeline.drop(planned);
    ahead.delete(carrierRef);
    const note = { code: 'canceled_at_carrier', what: 'text' } as const;
    const end = { at, outcome: 'failed', canceled: true, note } as const;
    const about = { carrierRef, textId: carrierRef, phone: to, textingNumber: from };
    timeline.add(at, { kind: 'receipt', ...about, ...end });
    return answer;
  }

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
      return texts.map((text) => (now < text.until ? take(text, now) : notWritten));
    },
    waits: (carrierRef) => queue.waits(carrierRef, clock.now()),
    async cancel(texts) {
      return texts.map((text) => cancel(text, clock.now()));
    },
    events() {
      const now = clock.now();
      queue.passTime(now);
      for (const { item } of timeline.takeUntil(now)) {
        told.add(item);
        if (item.kind === 'receipt') ahead.delete(item.carrierRef);
      }
      return [...told];
    },
    acknowledge(events) {
      for (const event of events) {
        told.delete(event);
        if (event.kind === 'receipt' && event.textId) taken.delete(event.textId);
      }
    },
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
