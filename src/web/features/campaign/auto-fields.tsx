import { afterPress } from '#web/ui/after-press.ts';
import { SelectField } from '#web/ui/select-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './campaign.module.css';
import { type TypedTime, tidyTime, understoodTime } from './clock-time.ts';
import { DayToggles } from './day-toggles.tsx';
import type { AutoDraft } from './draft.ts';
import type { FieldsProps } from './editor-parts.ts';

export function AutoFields({ draft, change, errorAt }: FieldsProps) {
  return (
    <section className={styles.group}>
      <h2>Auto start and stop</h2>
      <AutoField
        word="start"
        auto={draft.start}
        error={errorAt('startTime')}
        onChange={(start) => change({ start })}
      />
      <AutoField
        word="stop"
        auto={draft.stop}
        error={errorAt('stopTime')}
        onChange={(stop) => change({ stop })}
      />
    </section>
  );
}

interface AutoFieldProps {
  word: 'start' | 'stop';
  auto: AutoDraft;
  error: string | undefined;
  onChange: (auto: AutoDraft) => void;
}

function AutoField({ word, auto, error, onChange }: AutoFieldProps) {
  const { weekdays, time } = auto;
  const setTime = (next: TypedTime) => onChange({ ...auto, time: next });
  const understood = understoodTime(time);
  return (
    <div className={styles.auto}>
      <DayToggles
        label={`Auto ${word} weekdays`}
        value={weekdays}
        onChange={(next) => onChange({ ...auto, weekdays: next })}
      />
      <div className={styles.time}>
        <TextField
          label={`Auto ${word} time (ET)`}
          required={weekdays.includes('1')}
          placeholder="h:mm"
          autoComplete="off"
          maxLength={12}
          value={time.text}
          error={error}
          hint={understood && `Read as ${understood}`}
          onChange={(text) => setTime({ ...time, text })}
          onBlur={() => {
            if (understood) afterPress(() => setTime(tidyTime(time)));
          }}
        />
        <SelectField
          label={`Auto ${word} AM or PM`}
          hideLabel
          className={styles.half ?? ''}
          choices={halves}
          value={time.half}
          onChange={(half) => setTime({ ...time, half: half === 'PM' ? 'PM' : 'AM' })}
        />
      </div>
    </div>
  );
}

const halves = ['AM', 'PM'].map((half) => ({ value: half, label: half }));
