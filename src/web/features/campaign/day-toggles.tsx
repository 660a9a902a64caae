import { FieldFrame, useField } from '#web/ui/field.tsx';
import styles from './day-toggles.module.css';
import { isTicked, tick, weekdayNames } from './weekdays.ts';

interface DayTogglesProps {
  /** Names the group: "Auto start weekdays". */
  label: string;
  /** Seven digits of 0 or 1, Monday first. */
  value: string;
  onChange: (weekdays: string) => void;
}

/** Seven toggles of 36 px; a pressed one has tint, border and weight, not colour alone. */
export function DayToggles({ label, value, onChange }: DayTogglesProps) {
  const field = useField({ label });
  return (
    <FieldFrame field={field} given={{ label }} group>
      <div className={styles.days}>
        {weekdayNames.map((name, day) => (
          <label key={name} className={styles.day} title={name}>
            <input
              type="checkbox"
              checked={isTicked(value, day)}
              onChange={(event) => onChange(tick(value, day, event.target.checked))}
            />
            <span>{name.slice(0, 3)}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}
