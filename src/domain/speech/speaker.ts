import type { Voice } from './voices.ts';

/** Turns text into speech, away from the event loop. */
export interface Speaker {
  /**
   * Speech at 8 kHz mono, its loudness evened out, its silent ends cut short.
   *
   * @param text as `spokenText` or `spelledText` made it
   * @throws SpeechError when this text cannot be spoken; other errors are worth another try,
   * BusyError in a moment
   */
  speak(text: string, voice: Voice): Promise<Int16Array>;
  close(): Promise<void>;
}

/** The text cannot be spoken, however often it is tried; the message is a sentence that says why. */
export class SpeechError extends Error {
  override name = 'SpeechError';
}

/** Too many texts wait to be spoken. */
export class BusyError extends Error {
  override name = 'BusyError';

  constructor() {
    super('Too many texts wait to be spoken.');
  }
}
