import { useState } from 'react';
import type { PreviewAccount } from '#contract/message-preview.ts';
import { joinSteps } from '#domain/message-plan.ts';
import { isSpoken } from '#domain/message-rules.ts';
import { encodeWav } from '#domain/sound/wav.ts';
import { formatDuration } from '#web/lib/format.ts';
import { usePlayer } from '#web/lib/use-player.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Token } from '#web/ui/chip.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { PlayIcon, StopIcon } from '#web/ui/icons.tsx';
import { PreviewAccountField } from '#web/ui/message/preview-account.tsx';
import { startOf, Track } from '#web/ui/message/track.tsx';
import type { PreviewChoice } from '#web/ui/message/use-preview-account.ts';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { type DraftStep, problemsOf } from './draft.ts';
import styles from './message-preview.module.css';
import { accountValue, secondsOfStep, soundOf } from './step-sound.ts';
import { fieldName, isField, type StepNames } from './step-words.ts';

interface MessagePreviewProps {
  steps: readonly DraftStep[];
  names: StepNames;
  choice: PreviewChoice;
}

/** The whole message as edited, with field names or with one account's values. */
export function MessagePreview({ steps, names, choice }: MessagePreviewProps) {
  const account = steps.some(isField) ? choice.account : undefined;
  const [failure, setFailure] = useState<unknown>();
  const player = usePlayer(setFailure);
  const [from, setFrom] = useState(0);
  const fieldIds = [...names.fields.keys()];
  const whole = steps.filter((step) => problemsOf(step, fieldIds, names.voices).length === 0);
  const lengths = whole.map((step) => secondsOfStep(step, names, account));
  const total = lengths.reduce((sum, seconds) => sum + seconds, 0);
  const sounds = player.current !== undefined;
  const position = sounds ? player.position : from;
  const play = () => {
    setFailure(undefined);
    player.play('message', () => soundOfAll(whole, account), from);
    setFrom(0);
  };
  const seek = (seconds: number) => (sounds ? player.seek(seconds) : setFrom(seconds));
  const clock = `${formatDuration(position)} / ${formatDuration(total)}`;
  if (whole.length === 0) {
    return <p className={styles.nothing}>Steps that you add can be played and read here.</p>;
  }
  return (
    <>
      {steps.some(isField) && <PreviewAccountField choice={choice} />}
      <div className={styles.player}>
        <IconButton
          className={styles.play ?? ''}
          label={sounds ? 'Stop' : 'Play the message'}
          icon={sounds ? StopIcon : PlayIcon}
          busy={player.loading}
          onClick={sounds ? player.stop : play}
        />
        <Track lengths={lengths} position={position} clock={clock} onSeek={seek} />
        <span className={styles.clock}>{clock}</span>
      </div>
      {failure !== undefined && <ErrorBand>{playMessage(failure)}</ErrorBand>}
      <p className={styles.transcript}>
        {whole.map((step, index) => (
          <span
            key={step.key}
            data-heard={(sounds && !player.loading && isAt(lengths, index, position)) || undefined}
          >
            <Heard step={step} names={names} account={account} />{' '}
          </span>
        ))}
      </p>
      {whole.some(isField) && <p className={styles.note}>{noteOf(whole, names, account)}</p>}
    </>
  );
}

interface HeardProps {
  step: DraftStep;
  names: StepNames;
  account: PreviewAccount | undefined;
}

/** What is heard of a step, in words; nothing for a field that is empty for the account. */
function Heard({ step, names, account }: HeardProps) {
  if (!isSpoken(step)) return <span className={styles.sound}>{step.value}</span>;
  if (!isField(step)) return step.value;
  const value = accountValue(step, account) ?? fieldName(step, names);
  return value !== '' && <Token>{value}</Token>;
}

function noteOf(
  steps: readonly DraftStep[],
  { masked }: StepNames,
  account: PreviewAccount | undefined,
): string {
  if (!account) return "In a call, each account's own values replace the field names.";
  const partly = steps.some((step) => isField(step) && masked.has(step.ttsFieldId));
  return partly
    ? 'A call, like this preview, speaks only the last four digits of a Social Security number or a sensitive field, and the year of a date of birth.'
    : 'Fields that are empty for this account are skipped.';
}

async function soundOfAll(
  steps: readonly DraftStep[],
  account: PreviewAccount | undefined,
): Promise<Uint8Array> {
  const parts: Int16Array[] = [];
  // One after the other, because all managers share the speech server.
  for (const step of steps) parts.push(await soundOf(step, account));
  const sounds = parts.map((samples, stepId) => ({ kind: 'sound' as const, stepId, samples }));
  return encodeWav(joinSteps(sounds).preview);
}

function isAt(lengths: readonly number[], index: number, position: number): boolean {
  const start = startOf(lengths, index);
  return position >= start && position < start + (lengths[index] ?? 0);
}

function playMessage(error: unknown): string {
  if (error instanceof DOMException) return 'The browser could not play the sound.';
  return messageOf(error);
}
