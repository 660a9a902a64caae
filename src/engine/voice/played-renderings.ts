/** Notes which renderings calls play, so that they stay while an attempt points to them. */
import type { Tx } from '#db/database.ts';
import { noteClaimed, noteClaimedEvery } from '#db/queries/call-sound.ts';
import type { PlayableMessage, RunSettings } from '#db/queries/lease.ts';
import { type RealMs, realMs } from '#domain/milliseconds.ts';

const never = Number.NEGATIVE_INFINITY;

export interface PlayedRenderings {
  /** In the transaction of a claim that took calls; returns what to call after its commit. */
  note(tx: Tx, settings: RunSettings): Promise<() => void>;
}

export function createPlayedRenderings(): PlayedRenderings {
  const noted = new Map<string, RealMs>();
  const keyOf = ({ voiceMessageId, version }: PlayableMessage) => `${voiceMessageId}.${version}`;
  return {
    async note(tx, { clientId, customerMessage, machineMessage, agentMessage }) {
      const now = realMs(performance.now());
      const due = [customerMessage, machineMessage, agentMessage].filter(
        (message): message is PlayableMessage =>
          message !== null && !(now - (noted.get(keyOf(message)) ?? never) < noteClaimedEvery),
      );
      if (due.length > 0) await noteClaimed(tx, clientId, due);
      return () => {
        for (const message of due) noted.set(keyOf(message), now);
      };
    },
  };
}
