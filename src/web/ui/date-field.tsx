import { useRef, useState } from 'react';
import { fromUsDate, toUsDate } from '../lib/us-date.ts';
import { IconButton } from './button.tsx';
import styles from './field.module.css';
import { controlProps, FieldFrame, type FieldProps, useField } from './field.tsx';
import { CalendarIcon } from './screen-icons.tsx';

export interface DateFieldProps extends FieldProps {
  /** `YYYY-MM-DD`, '' while the field is empty or holds no date. */
  value: string;
  onChange: (value: string) => void;
  /** The first and the last day that the calendar offers, `YYYY-MM-DD`. */
  min?: string;
  max?: string;
}

/** A day as MM/DD/YYYY, typed or chosen in the browser's own calendar. */
export function DateField({ value, onChange, min, max, ...props }: DateFieldProps) {
  const [typed, setTyped] = useState(toUsDate(value));
  const calendar = useRef<HTMLInputElement>(null);
  // Keeps the typed text while it means the current value.
  const shown = (fromUsDate(typed) ?? '') === value ? typed : toUsDate(value);
  const misread = shown.trim() !== '' && value === '' ? 'Enter the date as MM/DD/YYYY' : undefined;
  const given = { ...props, error: misread ?? props.error };
  const field = useField(given);
  return (
    <FieldFrame field={field} given={given}>
      <div className={styles.wrap}>
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder="MM/DD/YYYY"
          {...controlProps(field, given)}
          value={shown}
          onBlur={field.leave}
          onChange={(event) => {
            setTyped(event.target.value);
            onChange(fromUsDate(event.target.value) ?? '');
          }}
        />
        <input
          ref={calendar}
          type="date"
          tabIndex={-1}
          aria-hidden="true"
          className={styles.calendar}
          value={value}
          min={min}
          max={max}
          onChange={(event) => onChange(event.target.value)}
        />
        <IconButton
          className={styles.action ?? ''}
          label={`Choose ${props.label}`}
          icon={CalendarIcon}
          {...(props.disabled ? { reason: 'This field is turned off.' } : {})}
          onClick={() => calendar.current?.showPicker()}
        />
      </div>
    </FieldFrame>
  );
}
