import { type ReactNode, useState } from 'react';
import { encodeWav } from '#domain/sound/wav.ts';
import { usePlayer } from '#web/lib/use-player.ts';
import { Button } from '#web/ui/button.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { SpeakerIcon, StopIcon } from '#web/ui/icons.tsx';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import type { DraftStep } from './draft.ts';
import styles from './step-form.module.css';
import { soundOf } from './step-sound.ts';

interface StepActionsProps {
  step: DraftStep;
  /** What keeps the step from being heard and saved. */
  problem: string | undefined;
  /** What keeps it from being heard, if that differs. */
  unheard?: { reason: string | undefined };
  changed: boolean;
  onCancel: () => void;
  /** Beside Listen: how long the sound is. */
  children?: ReactNode;
}

/** Listen, Cancel and Save step, for every kind of step. */
export function StepActions(props: StepActionsProps) {
  const { step, problem, unheard, changed, onCancel, children } = props;
  const [failure, setFailure] = useState<{ step: DraftStep; error: unknown }>();
  const player = usePlayer((error) => setFailure({ step, error }));
  const listen = () => {
    setFailure(undefined);
    player.play(step.key, async () => encodeWav(await soundOf(step)));
  };
  const sounds = player.current !== undefined;
  return (
    <>
      {failure?.step === step && <ErrorBand>{messageOf(failure.error)}</ErrorBand>}
      <div className={styles.actions}>
        <Button
          size="sm"
          icon={sounds ? StopIcon : SpeakerIcon}
          reason={unheard ? unheard.reason : problem}
          busy={player.loading}
          onClick={sounds ? player.stop : listen}
        >
          {sounds && !player.loading ? 'Stop' : 'Listen'}
        </Button>
        {children}
        <span className={styles.gap} />
        <Button size="sm" variant="plain" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          size="sm"
          reason={problem ?? (changed ? undefined : 'There are no changes to save.')}
        >
          Save step
        </Button>
      </div>
    </>
  );
}
