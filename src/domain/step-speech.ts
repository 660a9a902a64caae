import { ttsMode } from '#contract/voice-message.ts';
import { SpeechError } from './speech/speaker.ts';
import { spelledText, spokenText } from './speech/spoken-text.ts';

/**
 * What the speech engine is given for a value: as words, or letter by letter and digit by digit.
 *
 * @throws SpeechError when it cannot be spoken
 */
export function speechOf(value: string, modeId: number): string {
  return modeId === ttsMode.spell ? spelledText(value) : spokenText(value);
}

/** A step's SpeechError says which step it is. */
export function atStep(number: number, error: unknown): unknown {
  if (!(error instanceof SpeechError)) return error;
  return new SpeechError(`Step ${number}: ${error.message}`, { cause: error });
}
