import { ruleBroken } from '#contract/errors.ts';
import {
  listTtsFields,
  listTtsVoices,
  type SpeakInput,
  speakStep,
  voiceMessageTexts,
} from '#contract/voice-message.ts';
import { asClient, type Database } from '#db/database.ts';
import { fieldNames, spokenFields } from '#db/queries/account-field.ts';
import { addedVoices, lastVoice } from '#db/queries/voice.ts';
import { encodeWav } from '#domain/sound/wav.ts';
import { type Voice, voiceById, voices } from '#domain/speech/voices.ts';
import { type SpokenAccount, speechOf, valueSpeech } from '#domain/step-speech.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { chosenAccount } from '../preview-account.ts';
import { whileFewSpeak } from '../speech-turns.ts';

export function registerTextToSpeechRoutes(app: Bindings, deps: ApiDeps): void {
  const { db, speaker } = deps;

  route(app, listTtsFields, ({ session: { clientId } }) =>
    asClient(db, clientId, (tx) => spokenFields(tx, clientId)),
  );

  route(app, listTtsVoices, ({ session: { clientId } }) =>
    asClient(db, clientId, async (tx) => {
      const last = await lastVoice(tx, clientId);
      const added = await addedVoices(tx);
      return [...voices, ...added].map((voice) => ({
        ...{ id: voice.id, name: voice.name },
        ...(voice.id === last && { lastUsed: true as const }),
        ...('sendsTo' in voice && voice.sendsTo !== null && { sendsTo: voice.sendsTo }),
      }));
    }),
  );

  route(app, speakStep, async ({ session: { clientId }, body, reply }) => {
    const voice = voiceOf(body);
    const account = await chosenAccount(deps, clientId, body);
    return whileFewSpeak(speaker, { clientId, reply }, async (own) => {
      const speech = await speechFor(db, clientId, body, account);
      return encodeWav(speech === undefined ? new Int16Array() : await own.speak(speech, voice));
    });
  });
}

/** A text, an account's value of a field, or without an account the field's name. */
async function speechFor(
  db: Database,
  clientId: number,
  body: SpeakInput,
  account: SpokenAccount | undefined,
): Promise<string | undefined> {
  const { ttsFieldId, ttsModeId } = body;
  if (!ttsFieldId) return speechOf(textOf(body), 1);
  const name = await nameOf(db, clientId, ttsFieldId);
  if (!account) return speechOf(name, ttsModeId);
  const { values, kinds } = account;
  return valueSpeech(values.get(ttsFieldId) ?? '', ttsModeId, kinds.get(ttsFieldId));
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
