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

/**
 * What is spoken of an account's value; undefined when it is empty or signs only, which is heard as
 * nothing. Of a masked value only what the mask leaves is spoken.
 *
 * @throws SpeechError for letters that the voices cannot speak
 */
export function valueSpeech(value: string, modeId: number): string | undefined {
  const open = value.replaceAll(/\*+[-/]?/g, '');
  return /[\p{L}\p{N}]/u.test(open) ? speechOf(open, modeId) : undefined;
}

/** Why a step cannot be played, for good, with the step's number; anything else as it is. */
export function atStep(number: number, error: unknown): unknown {
  if (!(error instanceof SpeechError || error instanceof SoundFileError)) return error;
  return new SpeechError(`Step ${number}: ${error.message}`, { cause: error });
}
