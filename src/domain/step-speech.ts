import { ttsMode } from '#contract/voice-message.ts';
import { SoundFileError } from './sound/sound-file.ts';
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

/** Why a step cannot be played, for good, with the step's number; anything else as it is. */
export function atStep(number: number, error: unknown): unknown {
  if (!(error instanceof SpeechError || error instanceof SoundFileError)) return error;
  return new SpeechError(`Step ${number}: ${error.message}`, { cause: error });
}
