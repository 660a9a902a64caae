import { createContext, type ReactNode, useContext } from 'react';
import { messageStatus, type VoiceMessage } from '#contract/voice-message.ts';
import { IconButton } from '#web/ui/button.tsx';
import { AlertIcon, LoadingIcon, PlayIcon, StopIcon } from '#web/ui/icons.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import styles from './message-list.module.css';

/** What the list plays. */
export interface PreviewState {
  /** The message that plays or is being fetched. */
  current: string | undefined;
  loading: boolean;
  play: (message: VoiceMessage) => void;
  stop: () => void;
}

export const Preview = createContext<PreviewState>({
  current: undefined,
  loading: false,
  play: () => {},
  stop: () => {},
});

/** Plays a Ready message; in every other state says why it cannot (document 2 section 4). */
export function PreviewButton({ message }: { message: VoiceMessage }) {
  const { current, loading, play, stop } = useContext(Preview);
  const { id, name, messageStatusId, statusReason } = message;
  if (messageStatusId === messageStatus.ready) {
    const playing = current === String(id);
    return (
      <IconButton
        className={styles.play ?? ''}
        label={playing ? `Stop ${name}` : `Play ${name}`}
        icon={playing ? StopIcon : PlayIcon}
        busy={playing && loading}
        onClick={playing ? stop : () => play(message)}
      />
    );
  }
  if (messageStatusId === messageStatus.pending) {
    return <State text="Waiting to be rendered" icon={<Spinner />} />;
  }
  if (messageStatusId === messageStatus.processing) {
    return <State text="Being rendered" icon={<LoadingIcon />} />;
  }
  return <State text={statusReason ?? 'Error'} icon={<AlertIcon />} />;
}

function State({ text, icon }: { text: string; icon: ReactNode }) {
  return (
    <Tooltip label={text} isName>
      <span role="img" aria-label={text} className={styles.state}>
        {icon}
      </span>
    </Tooltip>
  );
}
