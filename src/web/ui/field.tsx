import { type FocusEvent, type ReactNode, useId, useState } from 'react';
import { afterPress } from './after-press.ts';
import styles from './field.module.css';
import { useFormScope } from './form-scope.tsx';
import { AlertIcon } from './icons.tsx';

/** The props of every field, besides its value. */
export interface FieldProps {
  label: string;
  /** An asterisk after the label. */
  required?: boolean | undefined;
  /** A quiet line below. */
  hint?: ReactNode;
  /** A quiet line below at the right: a count. */
  hintEnd?: ReactNode;
  /** The error that applies now; shown once the field lost the focus or a save was tried. */
  error?: string | undefined;
  /** A sentence to show at once, such as a refusal by the server. */
  errorNow?: string | undefined;
  /** The label is for screen readers only. */
  hideLabel?: boolean | undefined;
  /** 36 px, or 32 in toolbars, tables and side panels. */
  size?: 'md' | 'sm' | undefined;
  /** The field is off; say why in `hint`. */
  disabled?: boolean | undefined;
  className?: string | undefined;
}

export interface FieldState {
  id: string;
  describedBy: string | undefined;
  shownError: string | undefined;
  /** For the control's `onBlur`. */
  leave: (event: FocusEvent) => void;
}

/** The id, the error to show and the description of a field that has these props. */
export function useField({ error, errorNow, hint, hintEnd }: FieldProps): FieldState {
  const id = useId();
  const [left, setLeft] = useState(false);
  const { submitted } = useFormScope();
  const shownError = errorNow ?? (left || submitted ? error : undefined);
  const described = [shownError && `${id}-error`, (hint || hintEnd) && `${id}-hint`];
  return {
    id,
    shownError,
    describedBy: described.filter(Boolean).join(' ') || undefined,
    leave: () => afterPress(() => setLeft(true)),
  };
}

interface FieldFrameProps {
  field: FieldState;
  given: FieldProps;
  /** The part is a group of controls: the label names the group and belongs to no control. */
  group?: boolean;
  children: ReactNode;
}

/** Label above, control, error and hint below. */
export function FieldFrame({ field, given, group = false, children }: FieldFrameProps) {
  const { label, required, hint, hintEnd, hideLabel, className = '' } = given;
  const words = (
    <>
      {label}
      {required && (
        <span className={styles.asterisk} aria-hidden="true">
          *
        </span>
      )}
    </>
  );
  const labelClass = hideLabel ? 'visually-hidden' : styles.label;
  const Outer = group ? 'fieldset' : 'div';
  return (
    <Outer
      className={`${styles.field} ${className}`}
      aria-describedby={group ? field.describedBy : undefined}
      onBlur={group ? (event) => leaveGroup(event, field) : undefined}
    >
      {group ? (
        <legend className={labelClass}>{words}</legend>
      ) : (
        <label className={labelClass} htmlFor={field.id}>
          {words}
        </label>
      )}
      {children}
      {field.shownError && (
        <p id={`${field.id}-error`} className={styles.error}>
          <AlertIcon />
          <span>{field.shownError}</span>
        </p>
      )}
      {(hint || hintEnd) && (
        <div id={`${field.id}-hint`} className={styles.hint}>
          <span>{hint}</span>
          {hintEnd && <span>{hintEnd}</span>}
        </div>
      )}
    </Outer>
  );
}

/** Moving between the parts of a group does not leave it. */
function leaveGroup(event: FocusEvent<HTMLElement>, field: FieldState): void {
  if (!event.currentTarget.contains(event.relatedTarget)) field.leave(event);
}

/** The class of an input, select or textarea. */
export function controlClass(size: FieldProps['size'] = 'md'): string {
  return `${styles.control} ${styles[size]}`;
}

/** The attributes that every control of a field carries. */
export function controlProps(field: FieldState, given: FieldProps) {
  return {
    id: field.id,
    disabled: given.disabled,
    'aria-required': given.required || undefined,
    'aria-invalid': field.shownError !== undefined || undefined,
    'aria-describedby': field.describedBy,
    className: controlClass(given.size),
  };
}

/** The props of the control itself, without those of the field. */
export function inputPropsOf<P extends FieldProps>(props: P): Omit<P, keyof FieldProps> {
  const {
    label,
    required,
    hint,
    hintEnd,
    error,
    errorNow,
    hideLabel,
    size,
    disabled,
    className,
    ...rest
  } = props;
  return rest;
}
