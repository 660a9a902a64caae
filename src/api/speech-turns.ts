import { problem, ruleBroken } from '#contract/errors.ts';
import { SpeechError } from '#domain/speech/speaker.ts';

/** Requests that may wait for the voice; more would be heard too late to be of use. */
const mostWaiting = 8;
let waiting = 0;

/**
 * Runs work that needs the voice.
 *
 * @throws ProblemError too_many_tries when many others wait, rule_broken for what cannot be spoken
 */
export async function whileFewSpeak<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= mostWaiting) {
    throw problem('too_many_tries', 'Many texts are being spoken now. Try again in a moment.', {
      retryAfter: 5,
    });
  }
  waiting += 1;
  try {
    return await work();
  } catch (error) {
    if (error instanceof SpeechError) throw ruleBroken('text', error.message);
    throw error;
  } finally {
    waiting -= 1;
  }
}
