import { useState } from 'react';
import { numberTyped } from '../lib/typed-number.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface NumberFieldProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  /** undefined while the field is empty; NaN while it holds no number, which no rule accepts. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  /** Whether a phone's keyboard needs a point. */
  decimal?: boolean;
}

/** A number as text: keeps exactly what is typed, and never makes another number of it. */
export function NumberField({ value, onChange, decimal = false, ...rest }: NumberFieldProps) {
  const [typed, setTyped] = useState(textOf(value));
  // Keeps the typed text ("1.", "007") as long as it means the current value.
  const shown = Object.is(numberTyped(typed), value) ? typed : textOf(value);
  return (
    <TextField
      {...rest}
      inputMode={decimal ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={shown}
      onChange={(text) => {
        setTyped(text);
        onChange(numberTyped(text));
      }}
    />
  );
}

function textOf(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '' : String(value);
}
