/** Where a carrier fetches what a call plays: the addresses that the API serves at `/sounds`. */

import type { SoundClaim, SoundTokens } from '#db/sound-token.ts';
import { type RealMs, realMs } from '#domain/milliseconds.ts';
import { isPromptName } from '#domain/prompts.ts';
import type { FetchedSound } from '../carriers/kind.ts';
import { attemptOf } from './attempt-id.ts';

/** @param base address under which carriers reach the API, without a trailing slash */
export function callSoundUrls(
  tokens: SoundTokens,
  base: string,
  now: () => RealMs = () => realMs(Date.now()),
): (attemptId: string, sound: FetchedSound) => string {
  return (attemptId, sound) =>
    `${base}/sounds/${tokens.sign(claimOf(attemptId, sound), now())}.wav`;
}

function claimOf(attemptId: string, sound: FetchedSound): SoundClaim {
  if (sound.kind === 'silence' || sound.kind === 'hold_tone') {
    return { kind: 'silence', durationMs: sound.durationMs };
  }
  if (sound.kind === 'ringing') return sound;
  if (sound.kind === 'apology') {
    return { kind: 'apology', clientId: sound.clientId, number: sound.number };
  }
  if (sound.kind === 'prompt') {
    if (!isPromptName(sound.name)) throw new Error(`Unknown prompt: "${sound.name}".`);
    return { kind: 'prompt', name: sound.name };
  }
  const { clientId, voiceMessageId, version, soundId } = sound;
  const message = { clientId, voiceMessageId, version, soundId };
  if (!sound.perAccount) return { kind: 'message', ...message };
  if (sound.heardAs === 'nobody') return { kind: 'placeholders', ...message };
  if (sound.heardAs) return { kind: 'account', ...message, ...sound.heardAs };
  const key = attemptOf(attemptId);
  if (key?.clientId !== clientId)
    throw new Error(`Call ${attemptId} does not belong to client ${clientId}.`);
  const { callListId, entryId } = key;
  return { kind: 'account', ...message, callListId, entryId };
}
