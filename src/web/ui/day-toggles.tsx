import styles from './day-toggles.module.css';
import { FieldFrame, useField } from './field.tsx';

interface DayToggle {
  id: string;
  /** "Wednesday" */
  name: string;
  /** "Wed" */
  short: string;
}

interface DayTogglesProps {
  /** Names the group: "Auto start weekdays". */
  label: string;
  days: readonly DayToggle[];
  isOn: (id: string) => boolean;
  onChange: (id: string, on: boolean) => void;
  hint?: string | undefined;
  error?: string | undefined;
}

/** Toggles of 36 px; a pressed one has tint, border and weight, not colour alone. */
export function DayToggles({ label, days, isOn, onChange, hint, error }: DayTogglesProps) {
  const field = useField({ label, hint, error });
  return (
    <FieldFrame field={field} given={{ label, hint }} group>
      <div className={styles.days}>
        {days.map(({ id, name, short }) => (
          <label key={id} className={styles.day} title={name}>
            <input
              type="checkbox"
              checked={isOn(id)}
              onChange={(event) => onChange(id, event.target.checked)}
            />
            <span>{short}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}
