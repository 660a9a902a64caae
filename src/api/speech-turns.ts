import type { FastifyReply } from 'fastify';
import { problem, ruleBroken } from '#contract/errors.ts';
import { reasonSentence } from '#domain/reason-sentences.ts';
import {
  AwayError,
  BusyError,
  type Speaker,
  SpeechError,
  speakerFor,
} from '#domain/speech/speaker.ts';
import { goneSignal } from './gone.ts';
import { createHourly, ofServer } from './hourly.ts';

/** Requests of one client that can wait for the voice; more would take too long to be useful. */
const mostWaiting = 4;
/** Texts that one client has spoken for a preview in an hour. */
const mostAnHour = 600;
const hourly = ofServer(() =>
  createHourly(
    mostAnHour,
    `Your organization has listened to ${mostAnHour} previews within an hour. Try again later.`,
  ),
);
const waiting = new Map<number, number>();

/** The request that waits for it. */
interface Listener {
  clientId: number;
  reply: FastifyReply;
}

/**
 * Runs work that needs the voice, in the client's turn; it ends when the sender is gone.
 *
 * @throws ProblemError too_many_tries when many requests of the client wait, rule_broken for what
 * cannot be spoken
 */
export async function whileFewSpeak<T>(
  speaker: Speaker,
  { clientId, reply }: Listener,
  work: (speaker: Speaker) => Promise<T>,
): Promise<T> {
  const own = waiting.get(clientId) ?? 0;
  if (own >= mostWaiting) throw tooMany();
  hourly(speaker).count(clientId);
  waiting.set(clientId, own + 1);
  try {
    return await work(speakerFor(speaker, { clientId, signal: goneSignal(reply) }));
  } catch (error) {
    if (error instanceof SpeechError) throw ruleBroken('text', reasonSentence(error.reason));
    if (error instanceof BusyError) throw tooMany();
    if (error instanceof AwayError) throw away(error);
    if (goneSignal(reply).aborted) throw problem('canceled', 'The request was canceled.');
    throw error;
  } finally {
    const left = (waiting.get(clientId) ?? 1) - 1;
    if (left > 0) waiting.set(clientId, left);
    else waiting.delete(clientId);
  }
}

const away = (error: AwayError) =>
  problem('speech_away', 'This voice cannot be heard right now. Try again, or choose another.', {
    retryAfter: 10,
    cause: error,
  });

const tooMany = () =>
  problem('too_many_tries', 'Too many texts are being spoken. Try again in a moment.', {
    retryAfter: 5,
  });
