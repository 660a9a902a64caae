/** What one channel plays. One sound at a time; a replaced sound is not reported as played. */
import { AriLost } from './ari-link.ts';
import type { AriEvent } from './ari-shapes.ts';
import type { AsteriskNode } from './node.ts';

export type Playable =
  /**
   * As ARI names it: `sound:http://…`, `recording:…`, `tone:…`. A tone has no end of its own: it is ended
   * after `forMs` milliseconds.
   */
  { media: string; forMs?: number } | { silenceMs: number };

export interface LegSound {
  /** Ends the sound before it. Calls `done` or `failed` once, unless the sound is ended earlier. */
  play(sound: Playable, done: () => void, failed: () => void): void;
  /** Ends the sound that is playing, without a report. */
  quiet(): void;
  /** A playback's end. */
  event(event: AriEvent): void;
  /**
   * Checks on a sound whose end may have been missed.
   *
   * @param again after a reconnect; otherwise checks only a sound that Asterisk never confirmed
   */
  resume(again: boolean): void;
}

interface Playing {
  playbackId?: string;
  timer?: NodeJS.Timeout;
  /** Asterisk never confirmed that it began. */
  unconfirmed?: boolean;
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

  function end(of: Playing, how: 'done' | 'failed'): void {
    if (playing !== of) return;
    playing = undefined;
    of[how]();
  }

  function cut(of: Playing): void {
    if (playing !== of) return;
    quiet();
    of.done();
  }

  function begin(media: string, now: Playing): void {
    sounds += 1;
    const playbackId = `${channelId}-sound-${sounds}`;
    now.playbackId = playbackId;
    const path = `channels/${encodeURIComponent(channelId)}/play/${encodeURIComponent(playbackId)}`;
    // In the body: a comma in a query parameter would split the address into two sounds.
    node.ask('POST', path, {}, { media }).then(
      ({ status }) => {
        if (status >= 400) end(now, 'failed');
      },
      (error: unknown) => {
        if (!(error instanceof AriLost)) throw error;
        now.unconfirmed = true;
      },
    );
  }

  return {
    play(sound, done, failed) {
      quiet();
      const now: Playing = { done, failed };
      playing = now;
      if ('silenceMs' in sound) now.timer = setTimeout(() => end(now, 'done'), sound.silenceMs);
      else {
        begin(sound.media, now);
        if (sound.forMs !== undefined) now.timer = setTimeout(() => cut(now), sound.forMs);
      }
    },
    quiet,
    event({ type, playback }) {
      if (type !== 'PlaybackFinished' || !playing || playback?.id !== playing.playbackId) return;
      end(playing, playback?.state === 'failed' ? 'failed' : 'done');
    },
    resume(again) {
      const now = playing;
      if (!now?.playbackId || !(again || now.unconfirmed)) return;
      // While connected no end can have been missed: a missing playback never began.
      const absent = again ? 'done' : 'failed';
      node.ask('GET', `playbacks/${encodeURIComponent(now.playbackId)}`).then(
        ({ status }) => {
          if (status === 404) end(now, absent);
        },
        (error: unknown) => {
          if (!(error instanceof AriLost)) throw error;
        },
      );
    },
  };
}
