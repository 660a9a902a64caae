import type { SpokenKind } from '#contract/spoken-kind.ts';
import { ttsMode } from '#contract/voice-message.ts';
import { withoutMask } from './masking.ts';
import type { FieldSegment } from './message-plan.ts';
import { SoundFileError } from './sound/sound-file.ts';
import { valueWords } from './speech/kinds/value-words.ts';
import { type Speaker, SpeechError } from './speech/speaker.ts';
import { spelledText, spokenText } from './speech/spoken-text.ts';
import { fallbackVoiceId, isAddedVoice, voiceById } from './speech/voices.ts';

/**
 * What the speech engine is given for a value: as words, or letter by letter and digit by digit.
 *
 * @throws SpeechError when it cannot be spoken
 */
export function speechOf(value: string, modeId: number): string {
  return modeId === ttsMode.spell ? spelledText(value) : spokenText(value);
}

/**
 * What is spoken of an account's value; undefined when it is empty or signs only, which are
 * silent. Of a masked value only what the mask leaves is spoken.
 *
 * @param kind of its field; a step that spells goes letter by letter whatever it is
 * @throws SpeechError for letters that the voices cannot speak
 */
export function valueSpeech(
  value: string,
  modeId: number,
  kind: SpokenKind = 'words',
): string | undefined {
  const open = withoutMask(value);
  if (!/[\p{L}\p{N}]/u.test(open)) return undefined;
  return modeId === ttsMode.spell ? spelledText(open) : valueWords(open, kind);
}

/** An account's values, and how they are said, by mapping id. */
export interface SpokenAccount {
  values: ReadonlyMap<number, string>;
  kinds: ReadonlyMap<number, SpokenKind>;
}

/**
 * The sound of a field's value, as a call and a preview speak it: a missing value leaves
 * nothing. Where the engine of its voice was removed, the built-in voice speaks it.
 *
 * @throws SpeechError for letters that the voices cannot speak
 */
export async function spokenValue(
  { fieldId, voiceId, modeId }: FieldSegment,
  { values, kinds }: SpokenAccount,
  speaker: Speaker,
): Promise<Int16Array> {
  const voice = voiceById(voiceId);
  const speech = valueSpeech(values.get(fieldId) ?? '', modeId, kinds.get(fieldId));
  if (!voice || !speech) return new Int16Array();
  try {
    return await speaker.speak(speech, voice);
  } catch (error) {
    const fallback = isRemoved(error) && isAddedVoice(voiceId) && voiceById(fallbackVoiceId);
    if (!fallback) throw error;
    return speaker.speak(speech, fallback);
  }
}

const isRemoved = (error: unknown) =>
  error instanceof SpeechError && error.reason.code === 'no_such_voice';

/** Why a step cannot be played, for good, with the step's number; anything else as it is. */
export function atStep(number: number, error: unknown): unknown {
  if (!(error instanceof SpeechError || error instanceof SoundFileError)) return error;
  return new SpeechError({ ...error.reason, step: number }, { cause: error });
}
