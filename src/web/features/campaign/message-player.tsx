import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PreviewAccount } from '#contract/message-preview.ts';
import {
  listVoiceMessageSteps,
  messageStatus,
  stepType,
  type VoiceMessage,
  type VoiceMessageStep,
} from '#contract/voice-message.ts';
import { api } from '#web/lib/api.ts';
import { formatDuration } from '#web/lib/format.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import type { Player } from '#web/lib/use-player.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Token } from '#web/ui/chip.tsx';
import { PlayIcon, StopIcon } from '#web/ui/icons.tsx';
import { Track } from '#web/ui/message/track.tsx';
import styles from './beside.module.css';

interface MessagePlayerProps {
  message: VoiceMessage;
  /** Account fields by mapping id. */
  names: ReadonlyMap<number, string>;
  player: Player;
  account: PreviewAccount | undefined;
  /** Seconds as last played with these values; undefined before. */
  total: number | undefined;
  onPlay: (from: number) => void;
}

/** One message: a button, its steps as segments, and what is heard in words. */
export function MessagePlayer(props: MessagePlayerProps) {
  const { message, names, player, account, onPlay } = props;
  const { id, name, duration } = message;
  const [from, setFrom] = useState(0);
  const steps = useSteps(message);
  const sounds = player.current === String(id);
  const total = props.total ?? duration ?? 0;
  const lengths = lengthsOf(steps, total, account !== undefined);
  const position = sounds ? player.position : from;
  const length = formatDuration(total);
  const clock = position > 0 || sounds ? `${formatDuration(position)} / ${length}` : length;
  const ready = message.messageStatusId === messageStatus.ready;
  return (
    <div className={styles.message}>
      <IconButton
        className={styles.play ?? ''}
        label={sounds ? `Stop ${name}` : `Play ${name}`}
        icon={sounds ? StopIcon : PlayIcon}
        busy={sounds && player.loading}
        reason={
          ready ? undefined : (message.statusReason ?? 'This message is still being rendered.')
        }
        onClick={() => {
          if (sounds) return player.stop();
          onPlay(from);
          setFrom(0);
        }}
      />
      <div className={styles.sound}>
        <div className={styles.title}>
          <span>{name}</span>
          <span>{ready ? clock : message.messageStatusName}</span>
        </div>
        <Track
          lengths={lengths}
          position={position}
          clock={clock}
          label={`Position in ${name}`}
          onSeek={(seconds) => (sounds ? player.seek(seconds) : setFrom(seconds))}
        />
        <p className={styles.transcript}>
          {steps.map((step) => (
            <span key={step.id}>
              <Heard step={step} names={names} account={account} />{' '}
            </span>
          ))}
        </p>
      </div>
    </div>
  );
}

/** What is stored; with a key of its own, because the editor of messages starts from fresh steps. */
function useSteps({ id, updated }: VoiceMessage): readonly VoiceMessageStep[] {
  const query = { clientId: useManager().clientId };
  const { data } = useQuery({
    queryKey: queryKey(listVoiceMessageSteps, { heard: id, updated }),
    queryFn: ({ signal }) => api(listVoiceMessageSteps, { params: { id }, query, signal }),
  });
  return data ?? [];
}

/** Steps that speak a field take what the others leave of the whole. */
function lengthsOf(
  steps: readonly VoiceMessageStep[],
  total: number,
  withAccount: boolean,
): readonly number[] {
  if (steps.length === 0) return [total || 1];
  const own = steps.map(({ duration }) => duration ?? 1);
  const sum = (of: readonly number[]) => of.reduce((all, seconds) => all + seconds, 0);
  if (!withAccount) return own;
  const spoken = sum(own.filter((_, at) => isField(steps[at])));
  const left = Math.max(0, total - (sum(own) - spoken));
  return own.map((seconds, at) =>
    isField(steps[at]) && spoken > 0 ? (seconds / spoken) * left : seconds,
  );
}

function isField(step: VoiceMessageStep | undefined): boolean {
  return step?.messageStepType === stepType.fieldTts;
}

interface HeardProps {
  step: VoiceMessageStep;
  names: ReadonlyMap<number, string>;
  account: PreviewAccount | undefined;
}

/** What is heard of a step; nothing for a field that is empty for the account. */
function Heard({ step, names, account }: HeardProps): ReactNode {
  if (step.messageStepType === stepType.fixedTts) return step.value;
  if (!isField(step)) return <span className={styles.quiet}>{step.value}</span>;
  if (!account) return <Token>{names.get(step.ttsFieldId) ?? 'Account field'}</Token>;
  const value = account.values.find(({ id }) => id === step.ttsFieldId)?.value ?? '';
  return value !== '' && <Token>{value}</Token>;
}
