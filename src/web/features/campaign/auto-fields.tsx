import { FieldFrame, useField } from '#web/ui/field.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Checkbox } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './campaign.module.css';
import type { AutoDraft } from './draft.ts';
import type { FieldsProps } from './editor-parts.ts';
import { isTicked, tick, weekdayNames } from './weekdays.ts';

export function AutoFields({ draft, change, errorAt }: FieldsProps) {
  return (
    <section className={styles.group}>
      <div>
        <h2>Auto start and stop</h2>
        <p className={styles.note}>
          Takes effect on the selected weekdays at this time, through daylight saving changes.
        </p>
      </div>
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
  const field = useField({ label: '' });
  const ticked = weekdays.includes('1');
  return (
    <div className={styles.auto}>
      <FieldFrame field={field} given={{ label: `Auto ${word} weekdays` }} group>
        <div className={styles.days}>
          {weekdayNames.map((name, day) => (
            <Checkbox
              key={name}
              label={<abbr title={name}>{name.slice(0, 3)}</abbr>}
              checked={isTicked(weekdays, day)}
              onChange={(on) => onChange({ ...auto, weekdays: tick(weekdays, day, on) })}
            />
          ))}
        </div>
      </FieldFrame>
      <div className={styles.time}>
        <TextField
          label={`Auto ${word} time`}
          required={ticked}
          placeholder="h:mm"
          autoComplete="off"
          maxLength={8}
          value={time.text}
          error={error}
          hint="Eastern Time"
          onChange={(text) => onChange({ ...auto, time: { ...time, text } })}
        />
        <SelectField
          label={`Auto ${word} AM or PM`}
          hideLabel
          className={styles.half ?? ''}
          choices={halves}
          value={time.half}
          onChange={(half) =>
            onChange({ ...auto, time: { ...time, half: half === 'PM' ? 'PM' : 'AM' } })
          }
        />
      </div>
    </div>
  );
}

const halves = ['AM', 'PM'].map((half) => ({ value: half, label: half }));
