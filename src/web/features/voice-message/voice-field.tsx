import { useState } from 'react';
import { speakStep, voiceMessageTexts } from '#contract/voice-message.ts';
import { api } from '#web/lib/api.ts';
import { usePlayer } from '#web/lib/use-player.ts';
import { IconButton } from '#web/ui/button.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { PlayIcon, StopIcon } from '#web/ui/icons.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import styles from './step-form.module.css';
import type { StepFormProps } from './step-props.ts';

interface VoiceFieldProps extends Pick<StepFormProps, 'voices'> {
  /** 0 while none is chosen. */
  voiceId: number;
  onChange: (voiceId: number) => void;
}

/** Long enough to judge a voice: a name, an amount and a date, as calls say them. */
const sample =
  'Hello. This is a call about your balance of two hundred forty dollars, due on May third.';

/** The choice of a voice by its name, with a sample to hear. */
export function VoiceField({ voices, voiceId, onChange }: VoiceFieldProps) {
  const [failure, setFailure] = useState<{ voiceId: number; error: unknown }>();
  const player = usePlayer((error) => setFailure({ voiceId, error }));
  const voice = voices.find(({ id }) => id === voiceId);
  const sounds = player.current !== undefined;
  const play = () => {
    setFailure(undefined);
    player.play(String(voiceId), () =>
      api(speakStep, { body: { text: sample, ttsVoiceId: voiceId } }),
    );
  };
  const removed = voiceId !== 0 && !voice;
  const first = voice?.name.split(',')[0] ?? '';
  return (
    <div className={styles.voice}>
      <SelectField
        label="Voice"
        required
        size="sm"
        value={voice ? String(voiceId) : '0'}
        choices={[
          // The documents' first entry.
          { value: '0', label: 'Select' },
          ...voices.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        hint={
          voice?.sendsTo &&
          `Texts and values spoken with this voice are sent to ${voice.sendsTo}, a server that your operator added.`
        }
        error={voiceId === 0 ? voiceMessageTexts.voiceRequired : undefined}
        errorNow={
          removed
            ? voiceMessageTexts.voiceRemoved
            : failure?.voiceId === voiceId
              ? messageOf(failure.error)
              : undefined
        }
        onChange={(value) => {
          player.stop();
          onChange(Number(value));
        }}
      />
      <IconButton
        label={sounds ? 'Stop the sample' : voice ? `Hear ${first}` : 'Hear a sample'}
        icon={sounds ? StopIcon : PlayIcon}
        busy={player.loading}
        reason={voice ? undefined : 'Choose a voice to hear it.'}
        onClick={sounds ? player.stop : play}
      />
    </div>
  );
}
