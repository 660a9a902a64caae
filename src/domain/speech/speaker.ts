import type { SpeechReason } from '#contract/reason.ts';
import type { Voice } from './voices.ts';

/** Turns text into speech, away from the event loop. */
export interface Speaker {
  /**
   * Speech at 8 kHz mono, its loudness evened out, its silent ends cut short.
   *
   * @param text as `spokenText` or `spelledText` made it
   * @throws SpeechError when this text cannot be spoken, AwayError when an engine that the operator
   * added does not answer; other errors can be retried, BusyError in a moment. With an aborted signal
   * it rejects with the signal's reason.
   */
  speak(text: string, voice: Voice, turn?: SpeechTurn): Promise<Int16Array>;
  close(): Promise<void>;
}

/** The client that waits: clients take turns. Calls come first, what is spoken ahead comes last. */
export interface SpeechTurn {
  /** 0: the platform's own sentences. */
  clientId: number;
  /** A person on the telephone waits for it. */
  forCall?: boolean;
  /** For a call that is not placed yet: it goes after everything else. */
  ahead?: boolean;
  /** The contact list whose value it is: what is kept of it goes with the list. */
  list?: string;
  /** Aborted when no caller waits for it any more: what has not begun is then not spoken. */
  signal?: AbortSignal;
}

/** The same speaker with every text in this turn. */
export function speakerFor(speaker: Speaker, turn: SpeechTurn): Speaker {
  return { ...speaker, speak: (text, voice) => speaker.speak(text, voice, turn) };
}

/** The text cannot be spoken, however often it is tried. */
export class SpeechError extends Error {
  override name = 'SpeechError';
  readonly reason: SpeechReason;

  constructor(reason: SpeechReason, options?: ErrorOptions) {
    super(reason.code, options);
    this.reason = reason;
  }
}

/** Too many texts are waiting to be spoken. */
export class BusyError extends Error {
  override name = 'BusyError';

  constructor() {
    super('Too many texts are waiting to be spoken.');
  }
}

/** The engine of an added voice cannot be reached or used now. `cause` is for the log. */
export class AwayError extends Error {
  override name = 'AwayError';
  /** As the operator calls it. */
  readonly engine: string;

  constructor(engine: string, options?: ErrorOptions) {
    super(`The speech engine "${engine}" cannot be used right now.`, options);
    this.engine = engine;
  }
}
