/** What one channel hears. One sound at a time; a sound that is taken the place of is not told. */
import { AriLost } from './ari-link.ts';
import type { AriEvent } from './ari-shapes.ts';
import type { AsteriskNode } from './node.ts';

export type Heard =
  /** As ARI names it: `sound:http://…`, `recording:…`, `tone:…`. */
  { media: string } | { silenceMs: number };

export interface LegSound {
  /** Ends what was playing. Just one of both is called, unless the sound is ended before. */
  play(heard: Heard, done: () => void, failed: () => void): void;
  /** Ends what is playing, untold. */
  quiet(): void;
  /** A playback's end. */
  event(event: AriEvent): void;
  /**
   * Asks after a sound of which the end may have been missed.
   *
   * @param again after a reconnect. Otherwise only one is asked after of which Asterisk did not say
   * whether it began
   */
  resume(again: boolean): void;
}

interface Playing {
  playbackId?: string;
  timer?: NodeJS.Timeout;
  /** Asterisk did not answer whether it began. */
  doubtful?: boolean;
  done: () => void;
  failed: () => void;
}

export function legSound(node: AsteriskNode, channelId: string): LegSound {
  let playing: Playing | undefined;
  let sounds = 0;

  function quiet(): void {
    const { playbackId, timer } = playing ?? {};
    playing = undefined;
    clearTimeout(timer);
    if (playbackId) node.send('DELETE', `playbacks/${encodeURIComponent(playbackId)}`);
  }

  function over(of: Playing, how: 'done' | 'failed'): void {
    if (playing !== of) return;
    playing = undefined;
    of[how]();
  }

  function begin(media: string, now: Playing): void {
    sounds += 1;
    const playbackId = `${channelId}-sound-${sounds}`;
    now.playbackId = playbackId;
    const path = `channels/${encodeURIComponent(channelId)}/play/${encodeURIComponent(playbackId)}`;
    // In the body: an address with a comma in the query would be taken for two sounds.
    node.ask('POST', path, {}, { media }).then(
      ({ status }) => {
        if (status >= 400) over(now, 'failed');
      },
      (error: unknown) => {
        if (!(error instanceof AriLost)) throw error;
        now.doubtful = true;
      },
    );
  }

  return {
    play(heard, done, failed) {
      quiet();
      const now: Playing = { done, failed };
      playing = now;
      if ('media' in heard) begin(heard.media, now);
      else now.timer = setTimeout(() => over(now, 'done'), heard.silenceMs);
    },
    quiet,
    event({ type, playback }) {
      if (type !== 'PlaybackFinished' || !playing || playback?.id !== playing.playbackId) return;
      over(playing, playback?.state === 'failed' ? 'failed' : 'done');
    },
    resume(again) {
      const now = playing;
      if (!now?.playbackId || !(again || now.doubtful)) return;
      // While the connection stood, an end was told: what is not there has never begun.
      const absent = again ? 'done' : 'failed';
      node.ask('GET', `playbacks/${encodeURIComponent(now.playbackId)}`).then(
        ({ status }) => {
          if (status === 404) over(now, absent);
        },
        (error: unknown) => {
          if (!(error instanceof AriLost)) throw error;
        },
      );
    },
  };
}
