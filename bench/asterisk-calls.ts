import { setTimeout as sleep } from 'node:timers/promises';
import type { CallEvent, Sound, VoiceCarrier } from '../src/carriers/port.ts';

export const message: Sound = {
  ...{ kind: 'message', clientId: 1, voiceMessageId: 1, version: 1, durationMs: 0 },
  ...{ soundId: 1, perAccount: false },
};

export function place(voice: VoiceCarrier, attemptId: string, to: string) {
  return voice.place([{ attemptId, to, callerId: { kind: 'default' } }]);
}

/** Looks as often as the engine does. */
export async function follow(
  voice: VoiceCarrier,
  until: () => boolean,
  onEvent: (event: CallEvent) => void,
) {
  while (!until()) {
    for (const event of voice.events()) {
      onEvent(event);
      voice.acknowledge([event]);
    }
    await sleep(25);
  }
}
