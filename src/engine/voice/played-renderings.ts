/** Notes which renderings the calls of a list play, so that they stay while an attempt points to them. */
import type { Tx } from '#db/database.ts';
import { noteClaimed, noteClaimedEvery } from '#db/queries/call-sound.ts';
import type { ClaimedCall } from '#db/queries/claim-request.ts';
import type { PlayableMessage, RunSettings } from '#db/queries/lease.ts';
import { type RealMs, realMs } from '#domain/milliseconds.ts';

const never = Number.NEGATIVE_INFINITY;

export interface PlayedRenderings {
  /** In the transaction of a claim that took calls; returns what to call after its commit. */
  note(tx: Tx, settings: RunSettings, calls: readonly ClaimedCall[]): Promise<() => void>;
}

export function createPlayedRenderings(): PlayedRenderings {
  const noted = new Map<string, RealMs>();
  return {
    async note(tx, { clientId, customerMessage, machineMessage, agentMessage }, calls) {
      const now = realMs(performance.now());
      const messages = [customerMessage, machineMessage, agentMessage].filter(
        (message): message is PlayableMessage => message !== null,
      );
      const done: string[] = [];
      for (const callListId of new Set(calls.map((call) => call.callListId))) {
        const keyOf = ({ voiceMessageId, version, soundId }: PlayableMessage) =>
          `${callListId}.${voiceMessageId}.${version}.${soundId}`;
        const due = messages.filter(
          (message) => !(now - (noted.get(keyOf(message)) ?? never) < noteClaimedEvery),
        );
        if (due.length === 0) continue;
        await noteClaimed(tx, clientId, callListId, due);
        done.push(...due.map(keyOf));
      }
      return () => {
        for (const key of done) noted.set(key, now);
      };
    },
  };
}
