/**
 * Texts that a manager of the demo sends as one of the simulated people: stored by the API as the callbacks
 * of any carrier are, and collected here by one engine, which keeps them until they are committed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { personsTextPath } from '#contract/persons-text.ts';
import { realMs, type SimMs } from '#domain/milliseconds.ts';
import type { Callback, CallbackSource } from '../kind.ts';
import type { TextEvent } from '../text-port.ts';

const pollEvery = realMs(2_000);
const mostAtOnce = 100;

export interface InboundSource {
  /** After its effects are committed. */
  done(event: TextEvent): void;
  close(): Promise<void>;
}

/** @param arrived called for each text, again after a while for one that was not done */
export function collectInbound(
  callbacks: CallbackSource,
  now: () => SimMs,
  arrived: (event: TextEvent) => void,
): InboundSource {
  const held = new Map<number, TextEvent>();
  const finished: number[] = [];
  const closing = new AbortController();

  async function poll(): Promise<void> {
    const gone = finished.splice(0);
    if (gone.length > 0) await callbacks.done(gone);
    for (const callback of await callbacks.take(mostAtOnce, [personsTextPath])) {
      if (held.has(callback.id)) continue;
      const event = eventOf(callback, now());
      held.set(callback.id, event);
      arrived(event);
    }
  }

  const loop = (async () => {
    while (!closing.signal.aborted) {
      // The database may be away: the text waits there.
      await poll().catch(() => {});
      await sleep(pollEvery, undefined, { signal: closing.signal }).catch(() => {});
    }
  })();
  return {
    done(event) {
      for (const [id, one] of held) {
        if (one !== event) continue;
        held.delete(id);
        finished.push(id);
      }
    },
    async close() {
      closing.abort();
      await loop;
      if (finished.length > 0) await callbacks.done(finished).catch(() => {});
    },
  };
}

function eventOf({ fields }: Callback, at: SimMs): TextEvent {
  const { ref = '', phone = '', textingNumber = '', body = '' } = fields;
  return { kind: 'inbound', carrierRef: ref, phone, textingNumber, at, body };
}
