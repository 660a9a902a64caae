import { useEffect, useRef, useState } from 'react';

export interface Player {
  /** What is being fetched or played, by the id given to `play`. */
  current: string | undefined;
  /** True until it starts to play. */
  loading: boolean;
  /** Seconds from the start. */
  position: number;
  /** Fetches a WAV file and plays it, after stopping what plays. */
  play(id: string, load: () => Promise<Uint8Array>, from?: number): void;
  stop(): void;
  /** Jumps to another position in the sound. */
  seek(seconds: number): void;
}

const silent = { current: undefined, loading: false, position: 0 };

/** Plays one sound at a time; leaving the screen ends it. A failure goes to `onError`. */
export function usePlayer(onError: (error: unknown) => void): Player {
  const [state, setState] = useState<Pick<Player, 'current' | 'loading' | 'position'>>(silent);
  const playing = useRef<PlayingSound | undefined>(undefined);
  const halt = () => {
    playing.current?.end();
    playing.current = undefined;
  };
  useEffect(() => () => playing.current?.end(), []);

  const stop = () => {
    halt();
    setState(silent);
  };
  const play: Player['play'] = async (id, load, from = 0) => {
    halt();
    const sound = new PlayingSound(
      (position) => setState({ current: id, loading: false, position }),
      stop,
    );
    playing.current = sound;
    setState({ current: id, loading: true, position: from });
    try {
      const wav = await load();
      if (playing.current === sound) await sound.start(wav, from);
    } catch (error) {
      if (playing.current !== sound) return;
      stop();
      onError(error);
    }
  };
  const seek = (seconds: number) => playing.current?.seek(seconds);
  return { ...state, play, stop, seek };
}

/** An audio element and the sound that it plays. */
class PlayingSound {
  private readonly audio = new Audio();
  private address: string | undefined;

  constructor(onPosition: (seconds: number) => void, onEnd: () => void) {
    const report = () => onPosition(this.audio.currentTime);
    this.audio.ontimeupdate = report;
    this.audio.onplaying = report;
    this.audio.onended = onEnd;
  }

  async start(wav: Uint8Array, from: number): Promise<void> {
    this.address = URL.createObjectURL(new Blob([Uint8Array.from(wav)], { type: 'audio/wav' }));
    this.audio.src = this.address;
    this.audio.currentTime = from;
    await this.audio.play();
  }

  seek(seconds: number): void {
    this.audio.currentTime = seconds;
  }

  end(): void {
    this.audio.ontimeupdate = null;
    this.audio.onplaying = null;
    this.audio.onended = null;
    this.audio.pause();
    if (this.address !== undefined) URL.revokeObjectURL(this.address);
  }
}
