/**
 * The simulated text carrier: no text leaves the machine. What becomes of a text hangs only on the
 * seed and its id. A carrier outlives the process that texts through it, so this one reads in its
 * log which of its latest texts it still owes a receipt or an answer.
 */
import type { CarrierSettings } from '../port.ts';
import type { Submission, TextCarrier, TextEvent, TextRequest } from '../text-port.ts';
import { openCallLog } from './call-log.ts';
import { readLatestTexts } from './text-log.ts';
import { type TextProfile, usualTextProfile } from './text-profile.ts';
import { drawReader, longestStory } from './text-reader.ts';
import { createTimeline } from './timeline.ts';

export interface SimulatedTextSettings extends CarrierSettings {
  profile?: TextProfile;
}

export function simulatedTextCarrier(settings: SimulatedTextSettings): TextCarrier {
  const { clock, randomOf, dataFolder, profile = usualTextProfile } = settings;
  // Twice: engines may have died one after the other before they heard of anything.
  const earlier = readLatestTexts(dataFolder, 2 * longestStory(profile));
  const log = openCallLog(dataFolder);
  const timeline = createTimeline<TextEvent>();
  const taken = new Map<string, Submission>();
  /** Happened, and not acknowledged yet. */
  const told = new Set<TextEvent>();

  /** The text id is the idempotency key: handed over again it is logged, and sent once. */
  const take = ({ textId, from, to }: Omit<TextRequest, 'body'>, at: number): Submission => {
    const known = taken.get(textId);
    if (known) return known;
    const reader = drawReader(randomOf(`text/${textId}`), profile);
    const answer: Submission = reader.rejected
      ? { kind: 'rejected', code: 'This number cannot receive texts.', retryable: false }
      : { kind: 'accepted', carrierRef: textId };
    if (reader.rejected) return answer;
    taken.set(textId, answer);
    const about = { phone: to, textingNumber: from };
    if (reader.receipt) {
      const { outcome, after } = reader.receipt;
      const receipt: TextEvent = {
        ...{ kind: 'receipt', carrierRef: textId, textId, ...about, at: at + after, outcome },
        ...(outcome === 'failed' && { note: 'The phone could not be reached.' }),
      };
      timeline.add(receipt.at, receipt);
    }
    // An answer of ours is answered by nobody, or two machines would talk for ever.
    if (reader.answer && !textId.startsWith('reply-')) {
      const { body, after } = reader.answer;
      const carrierRef = `${textId}-answer`;
      const inbound: TextEvent = { kind: 'inbound', carrierRef, ...about, at: at + after, body };
      timeline.add(inbound.at, inbound);
    }
    return answer;
  };

  for (const text of earlier) take(text, text.at);

  return {
    name: 'simulated',
    connected: () => true,
    async submit(texts, mayWrite = () => true) {
      if (!mayWrite()) return texts.map(() => notWritten);
      const now = clock.now();
      const at = new Date(now).toISOString();
      log.append(
        texts.map(({ textId, from, to }) => ({ at, attemptId: textId, kind: 'text', to, from })),
      );
      return texts.map((text) => take(text, now));
    },
    events() {
      for (const { item } of timeline.takeUntil(clock.now())) told.add(item);
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

const notWritten: Submission = { kind: 'rejected', code: 'not written', retryable: true };
