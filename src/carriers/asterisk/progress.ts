/** What a call showed before it was answered: its end is judged by that. */
import type { AriEvent } from './ari-shapes.ts';
import type { SeenBefore } from './causes.ts';

export interface Progress {
  event(event: AriEvent): void;
  /** Events were lost: from now on the call no longer counts as silent. */
  setMissed(): void;
  showsLife(): boolean;
  seen(answered: boolean): SeenBefore;
}

/** Dialstatus of SIP 180, 183 and of an answer. */
const alive = new Set(['RINGING', 'PROGRESS', 'ANSWER']);

/** @param now milliseconds that never decrease */
export function watchProgress(now: () => number = () => performance.now()): Progress {
  const begun = now();
  let rang = false;
  let byPeer = false;
  let forwarded = false;
  return {
    event({ type, channel, dialstatus = '', forward = '' }) {
      if (type === 'ChannelHangupRequest') byPeer = true;
      if (type === 'ChannelStateChange' && channel?.state === 'Ringing') rang = true;
      if (type !== 'Dial') return;
      if (alive.has(dialstatus)) rang = true;
      if (forward !== '') forwarded = true;
    },
    setMissed() {
      rang = true;
    },
    showsLife: () => rang || byPeer || forwarded,
    seen: (answered) => ({ answered, rang, byPeer, forwarded, lasted: now() - begun }),
  };
}
