/** The sound of steps as a call plays them; each is requested once and kept with the page. */
import type { PreviewAccount } from '#contract/message-preview.ts';
import { playSound, type SpeakInput, speakStep, ttsMode } from '#contract/voice-message.ts';
import { secondsOf } from '#domain/message-plan.ts';
import { isSpoken } from '#domain/message-rules.ts';
import { telephoneSoundOf } from '#domain/sound/telephone-sound.ts';
import { decodeWav } from '#domain/sound/wav.ts';
import { readWavFile } from '#domain/sound/wav-file.ts';
import { api } from '#web/lib/api.ts';
import type { DraftStep } from './draft.ts';
import { fieldName, isField, type StepNames } from './step-words.ts';

/** Sounds that are kept; a minute of sound is 1 MB. */
const mostKept = 60;
const requests = new Map<string, Promise<Int16Array>>();
const knownSeconds = new Map<string, number>();

/** A field is said otherwise from now on. */
export function forgetSounds(): void {
  requests.clear();
  knownSeconds.clear();
}

/** Samples of 8 kHz. Rejects with the server's sentence when the step cannot be played. */
export function soundOf(step: DraftStep, account?: PreviewAccount): Promise<Int16Array> {
  const key = keyOf(step, account);
  const known = requests.get(key);
  if (known) return known;
  const sound = (isSpoken(step) ? spoken(step, account) : stored(step)).then((samples) => {
    knownSeconds.set(key, secondsOf(samples.length));
    return samples;
  });
  requests.set(key, sound);
  sound.catch(() => requests.delete(key));
  const [oldest] = requests.keys();
  if (requests.size > mostKept && oldest !== undefined) requests.delete(oldest);
  return sound;
}

async function spoken(step: DraftStep, account?: PreviewAccount): Promise<Int16Array> {
  return decodeWav(await api(speakStep, { body: requestOf(step, account) })).samples;
}

/** A raw recording is as loud as the person spoke; this levels it as rendering does. */
async function stored({ fresh, fileName }: DraftStep): Promise<Int16Array> {
  if (fresh) return decodeWav(fresh.wav).samples;
  const { samples, sampleRate } = readWavFile(await api(playSound, { params: { fileName } }));
  return telephoneSoundOf(samples, sampleRate);
}

function keyOf(step: DraftStep, account?: PreviewAccount): string {
  return isSpoken(step)
    ? JSON.stringify(requestOf(step, account))
    : (step.fresh?.key ?? step.fileName);
}

function requestOf(step: DraftStep, account?: PreviewAccount): SpeakInput {
  const { ttsVoiceId, ttsFieldId, ttsModeId, value } = step;
  if (isField(step)) {
    const whose = account && { callListId: account.callListId, entryId: account.entryId };
    return { ttsFieldId, ttsVoiceId, ttsModeId, ...whose };
  }
  return { text: value, ttsVoiceId, ttsModeId: ttsMode.normal };
}

/** Characters that the voices speak in a second. */
const speed = { words: 15, spelled: 2.5 };

/** What is heard of the account's value of a field, '' if nothing; undefined without an account. */
export function accountValue(step: DraftStep, account?: PreviewAccount): string | undefined {
  if (!account) return undefined;
  const { value = '', words } = account.values.find(({ id }) => id === step.ttsFieldId) ?? {};
  // Spelled, it is heard as it is written; so is a value that only signs make up.
  return step.ttsModeId === ttsMode.spell ? value : (words ?? value);
}

/** Seconds as played or rendered; otherwise estimated from the text. */
export function secondsOfStep(step: DraftStep, names: StepNames, account?: PreviewAccount): number {
  const rendered = isField(step) && account ? null : step.duration;
  const exact = knownSeconds.get(keyOf(step, account)) ?? rendered;
  if (exact !== null) return exact;
  if (!isSpoken(step)) return 0;
  const text = isField(step) ? (accountValue(step, account) ?? fieldName(step, names)) : step.value;
  const spelled = isField(step) && step.ttsModeId === ttsMode.spell;
  return text.length === 0 ? 0 : 0.3 + text.length / (spelled ? speed.spelled : speed.words);
}
