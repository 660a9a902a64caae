/** The sound of steps that are not saved, asked for once each and kept while the page is open. */
import { type SpeakInput, speakStep, ttsMode } from '../../../contract/voice-message.ts';
import { secondsOf } from '../../../domain/message-plan.ts';
import { decodeWav } from '../../../domain/sound/wav.ts';
import { api } from '../../lib/api.ts';
import type { DraftStep } from './draft.ts';
import { fieldName, isField, type StepNames } from './step-words.ts';

/** Sounds that are kept; a minute of sound is 1 MB. */
const mostKept = 60;
const asked = new Map<string, Promise<Int16Array>>();
const heard = new Map<string, number>();

/** Samples of 8 kHz. Rejects with the server's sentence when the step cannot be spoken. */
export function soundOf(step: DraftStep): Promise<Int16Array> {
  const request = requestOf(step);
  const key = JSON.stringify(request);
  const known = asked.get(key);
  if (known) return known;
  const sound = api(speakStep, { body: request }).then((wav) => {
    const { samples } = decodeWav(wav);
    heard.set(key, secondsOf(samples.length));
    return samples;
  });
  asked.set(key, sound);
  sound.catch(() => asked.delete(key));
  const [oldest] = asked.keys();
  if (asked.size > mostKept && oldest !== undefined) asked.delete(oldest);
  return sound;
}

function requestOf(step: DraftStep): SpeakInput {
  const { ttsVoiceId, ttsFieldId, ttsModeId, value } = step;
  if (isField(step)) return { ttsFieldId, ttsVoiceId, ttsModeId };
  return { text: value, ttsVoiceId, ttsModeId: ttsMode.normal };
}

/** Characters that the voices speak in a second. */
const speed = { words: 15, spelled: 2.5 };

/** Seconds as heard or rendered; else worked out from the text. */
export function secondsOfStep(step: DraftStep, names: StepNames): number {
  const exact = heard.get(JSON.stringify(requestOf(step))) ?? step.duration;
  if (exact !== null) return exact;
  const text = isField(step) ? fieldName(step, names) : step.value;
  const spelled = isField(step) && step.ttsModeId === ttsMode.spell;
  return text.length === 0 ? 0 : 0.3 + text.length / (spelled ? speed.spelled : speed.words);
}
