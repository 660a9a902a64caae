import { type ReactNode, useId } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  /** The name; drawn beside the switch unless `hideLabel`. */
  label: ReactNode;
  checked: boolean;
  onChange?: (checked: boolean) => void;
  hideLabel?: boolean;
  /** A quiet line below the label. */
  hint?: ReactNode;
  disabled?: boolean;
  /** Shows a fact and cannot be changed. */
  readOnly?: boolean;
  /** Not in the tab order, for a table row that takes the focus itself. */
  untabbed?: boolean;
  /** 18 px box instead of a switch. */
  look?: 'switch' | 'checkbox';
}

/** On or off: a switch of 32 x 18, or a checkbox. */
export function Switch({
  label,
  checked,
  onChange,
  hideLabel = false,
  hint,
  disabled = false,
  readOnly = false,
  untabbed = false,
  look = 'switch',
}: SwitchProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <input
        id={id}
        type="checkbox"
        role={look === 'switch' ? 'switch' : undefined}
        className={styles[look]}
        checked={checked}
        disabled={disabled}
        tabIndex={untabbed ? -1 : undefined}
        aria-readonly={readOnly || undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => {
          if (!readOnly) onChange?.(event.target.checked);
        }}
      />
      <span className={hideLabel ? 'visually-hidden' : styles.words}>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
    </div>
  );
}

/** A switch drawn as a box, for choices in a list. */
export function Checkbox(props: Omit<SwitchProps, 'look'>) {
  return <Switch {...props} look="checkbox" />;
}
