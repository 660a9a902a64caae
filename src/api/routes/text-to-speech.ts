import { problem, ruleBroken } from '#contract/errors.ts';
import {
  listTtsFields,
  listTtsVoices,
  type SpeakInput,
  speakStep,
  voiceMessageTexts,
} from '#contract/voice-message.ts';
import { asClient, type Database } from '#db/database.ts';
import { fieldNames, spokenFields } from '#db/queries/account-field.ts';
import { encodeWav } from '#domain/sound/wav.ts';
import { SpeechError } from '#domain/speech/speaker.ts';
import { type Voice, voiceById, voices } from '#domain/speech/voices.ts';
import { speechOf } from '#domain/step-speech.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';

/** Texts that may wait for the voice; more would be heard too late to be of use. */
const mostWaiting = 8;

export function registerTextToSpeechRoutes(app: Bindings, { db, speaker }: ApiDeps): void {
  let waiting = 0;

  route(app, listTtsFields, ({ session: { clientId } }) =>
    asClient(db, clientId, (tx) => spokenFields(tx, clientId)),
  );

  route(app, listTtsVoices, () => voices.map(({ id, name }) => ({ id, name })));

  route(app, speakStep, async ({ session: { clientId }, body }) => {
    const voice = voiceOf(body);
    const value = body.ttsFieldId ? await nameOf(db, clientId, body.ttsFieldId) : textOf(body);
    if (waiting >= mostWaiting) {
      throw problem('too_many_tries', 'Many texts are being spoken now. Try again in a moment.', {
        retryAfter: 5,
      });
    }
    waiting += 1;
    try {
      const modeId = body.ttsFieldId ? body.ttsModeId : 1;
      return encodeWav(await speaker.speak(speechOf(value, modeId), voice));
    } catch (error) {
      if (error instanceof SpeechError) throw ruleBroken('text', error.message);
      throw error;
    } finally {
      waiting -= 1;
    }
  });
}

function voiceOf({ ttsVoiceId }: SpeakInput): Voice {
  const voice = voiceById(ttsVoiceId);
  if (voice) return voice;
  const { noSuchVoice, voiceRequired } = voiceMessageTexts;
  throw ruleBroken('ttsVoiceId', ttsVoiceId === 0 ? voiceRequired : noSuchVoice);
}

function textOf({ text = '' }: SpeakInput): string {
  if (text.trim() === '') throw ruleBroken('text', voiceMessageTexts.textRequired);
  return text;
}

async function nameOf(db: Database, clientId: number, fieldId: number): Promise<string> {
  const names = await asClient(db, clientId, (tx) => fieldNames(tx, clientId));
  const name = names.get(fieldId);
  if (name === undefined) throw ruleBroken('ttsFieldId', voiceMessageTexts.noSuchField);
  return name;
}
