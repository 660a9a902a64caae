import type { ComponentPropsWithRef } from 'react';
import styles from './field.module.css';
import { controlProps, FieldFrame, type FieldProps, inputPropsOf, useField } from './field.tsx';
import { ChevronDownIcon } from './icons.tsx';

export interface Choice {
  value: string;
  label: string;
  disabled?: boolean;
  /** What kind of thing it is ("Broadcast"): groups the choices, and stands beside each in a search. */
  kind?: string;
}

export interface SelectFieldProps
  extends FieldProps,
    Omit<
      ComponentPropsWithRef<'select'>,
      'size' | 'value' | 'onChange' | 'children' | keyof FieldProps
    > {
  choices: readonly Choice[];
  /** '' while nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  /** The disabled hidden first option; `Please choose...` by default. */
  placeholder?: string;
  /** Lets the user clear the choice: the placeholder becomes a real option. */
  clearable?: boolean;
}

export function SelectField({
  choices,
  value,
  onChange,
  onBlur,
  placeholder = 'Please choose...',
  clearable = false,
  ...props
}: SelectFieldProps) {
  const field = useField(props);
  return (
    <FieldFrame field={field} given={props}>
      <div className={styles.wrap}>
        <select
          {...inputPropsOf(props)}
          {...controlProps(field, props)}
          value={value}
          data-empty={value === '' || undefined}
          onChange={(event) => onChange(event.target.value)}
          onBlur={(event) => {
            field.leave(event);
            onBlur?.(event);
          }}
        >
          <option value="" disabled={!clearable} hidden={!clearable}>
            {placeholder}
          </option>
          {groupsOf(choices).map(([kind, group]) =>
            kind === '' ? (
              <Options key={kind} choices={group} />
            ) : (
              <optgroup key={kind} label={kind}>
                <Options choices={group} />
              </optgroup>
            ),
          )}
        </select>
        <span className={styles.after}>
          <ChevronDownIcon />
        </span>
      </div>
    </FieldFrame>
  );
}

function Options({ choices }: { choices: readonly Choice[] }) {
  return choices.map((choice) => (
    <option key={choice.value} value={choice.value} disabled={choice.disabled}>
      {choice.label}
    </option>
  ));
}

/** By kind, in the order in which the kinds appear. */
function groupsOf(choices: readonly Choice[]): [kind: string, Choice[]][] {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) {
    const { kind = '' } = choice;
    groups.set(kind, [...(groups.get(kind) ?? []), choice]);
  }
  return [...groups];
}
