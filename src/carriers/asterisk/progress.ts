/** What is seen of a call before it is answered: by that its end is judged. */
import type { AriEvent } from './ari-shapes.ts';
import type { SeenBefore } from './causes.ts';

export interface Progress {
  event(event: AriEvent): void;
  /** What was told meanwhile is lost: from now on nobody can say that nothing came back. */
  missed(): void;
  showsLife(): boolean;
  seen(answered: boolean): SeenBefore;
}

/** Dialstatus of SIP 180, 183 and of an answer. */
const alive = new Set(['RINGING', 'PROGRESS', 'ANSWER']);

/** @param now milliseconds that never go back */
export function watchProgress(now: () => number = () => performance.now()): Progress {
  const begun = now();
  let rang = false;
  let byPeer = false;
  let sentOn = false;
  return {
    event({ type, channel, dialstatus = '', forward = '' }) {
      if (type === 'ChannelHangupRequest') byPeer = true;
      if (type === 'ChannelStateChange' && channel?.state === 'Ringing') rang = true;
      if (type !== 'Dial') return;
      if (alive.has(dialstatus)) rang = true;
      if (forward !== '') sentOn = true;
    },
    missed() {
      rang = true;
    },
    showsLife: () => rang || byPeer || sentOn,
    seen: (answered) => ({ answered, rang, byPeer, sentOn, lasted: now() - begun }),
  };
}
