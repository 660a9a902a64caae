/** Keeps one session with the SMSC: rebinds when it ends, after a growing, randomized wait. */
import type { SessionDetail } from '#contract/carrier-detail.ts';
import { type RealMs, realMs } from '#domain/milliseconds.ts';
import type { CarrierRandom } from '../port.ts';
import { type Delivery, Session } from './session.ts';
import type { SmppSettings } from './settings.ts';
import type { Timing } from './timing.ts';

export interface Link {
  /** The current session, bound or not. */
  session(): Session;
  /** Why the last session ended; undefined while one is bound. */
  trouble(): SessionDetail | undefined;
  close(): Promise<void>;
}

export interface LinkEvents {
  bound(): void;
  delivery(session: Session, delivery: Delivery): void;
  /** @param isNew the session had been bound, or was the first one of this link */
  ended(reason: SessionDetail, isNew: boolean): void;
}

/** A session that lasts this long resets the wait. */
const goodLife = realMs(10_000);

export function openLink(
  settings: SmppSettings,
  timing: Timing,
  random: CarrierRandom,
  events: LinkEvents,
): Link {
  let failures = 0;
  let trouble: SessionDetail | undefined = { code: 'not_connected_yet' };
  let closed = false;
  let again: NodeJS.Timeout | undefined;
  let session = open();

  function open(): Session {
    let boundAt: number | undefined;
    const isFirst = again === undefined;
    const own: Session = new Session(settings, timing, {
      delivery: (delivery) => events.delivery(own, delivery),
      bound() {
        boundAt = performance.now();
        trouble = undefined;
        events.bound();
      },
      ended(reason) {
        trouble = reason;
        const lasted = boundAt === undefined ? 0 : performance.now() - boundAt;
        failures = lasted >= goodLife ? 0 : failures + 1;
        if (!closed) again = setTimeout(rebind, waitAfter(failures));
        events.ended(reason, boundAt !== undefined || isFirst);
      },
    });
    return own;
  }

  function rebind(): void {
    session = open();
  }

  /** Half of the wait to all of it, so that the clients of one SMSC do not all return at once. */
  function waitAfter(times: number): RealMs {
    const wait = Math.min(timing.longestRebindMs, timing.rebindMs * 2 ** Math.max(0, times - 1));
    return realMs(wait * (0.5 + random.next() / 2));
  }

  return {
    session: () => session,
    trouble: () => trouble,
    async close() {
      closed = true;
      clearTimeout(again);
      await session.close();
    },
  };
}
