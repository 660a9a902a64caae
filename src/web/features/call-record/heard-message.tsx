import { useEffect, useRef, useState } from 'react';
import type { CallRecordStory } from '#contract/call-record-story.ts';
import { previewVoiceMessage } from '#contract/voice-message.ts';
import { apiFile } from '#web/lib/api.ts';
import { formatDuration } from '#web/lib/format.ts';
import { IconButton } from '#web/ui/button.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { PlayIcon, StopIcon } from '#web/ui/icons.tsx';
import styles from './drawer.module.css';

interface HeardMessageProps {
  story: CallRecordStory;
  name: string;
  /** How much of it was heard. */
  heardMs: number;
}

/** Plays what was played, with this account's values, up to where the person stopped hearing it. */
export function HeardMessage({ story, name, heardMs }: HeardMessageProps) {
  const { message } = story;
  const player = useHeard(story, heardMs);
  if (!message?.kept) {
    return <p className={styles.quiet}>This version of the message is no longer kept.</p>;
  }
  const to = formatDuration(heardMs / 1000);
  return (
    <>
      <p className={styles.heard}>
        <IconButton
          label={player.playing ? 'Stop' : 'Play the message'}
          icon={player.playing ? StopIcon : PlayIcon}
          onClick={player.toggle}
        />
        <span>
          As {name || 'this number'} heard it, to {to}
        </span>
      </p>
      {player.failure && <p role="alert">The message could not be played. {player.failure}</p>}
    </>
  );
}

function useHeard(story: CallRecordStory, heardMs: number) {
  const [playing, setPlaying] = useState(false);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const audio = useRef<HTMLAudioElement | undefined>(undefined);
  const stop = () => {
    audio.current?.pause();
    if (audio.current) URL.revokeObjectURL(audio.current.src);
    audio.current = undefined;
    setPlaying(false);
  };
  useEffect(() => () => audio.current?.pause(), []);

  const play = async () => {
    const { message, callListId, entryId } = story;
    if (!message) return;
    setPlaying(true);
    setFailure(undefined);
    const sound = new Audio();
    audio.current = sound;
    sound.onended = stop;
    sound.ontimeupdate = () => {
      if (sound.currentTime * 1000 >= heardMs) stop();
    };
    try {
      const account = { callListId, entryId };
      const wav = await apiFile(previewVoiceMessage, {
        params: { id: message.id },
        query: { ...account, version: message.version },
      });
      if (audio.current !== sound) return;
      sound.src = URL.createObjectURL(wav);
      await sound.play();
    } catch (error) {
      if (audio.current !== sound) return;
      stop();
      setFailure(messageOf(error));
    }
  };
  return { playing, failure, toggle: () => (playing ? stop() : void play()) };
}
