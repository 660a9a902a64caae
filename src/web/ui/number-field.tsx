import { useState } from 'react';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface NumberFieldProps extends Omit<TextFieldProps, 'value' | 'onChange'> {
  /** undefined while the field is empty or has no number. */
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  /** Digits after the point; 0 (whole numbers) by default. */
  decimals?: number;
}

/** A number as text: keeps what is typed, accepts only digits, a sign, and a point. */
export function NumberField({ value, onChange, decimals = 0, ...rest }: NumberFieldProps) {
  const [typed, setTyped] = useState(value === undefined ? '' : String(value));
  // Keeps the typed text ("1.", "-") as long as it means the current value.
  const shown = toNumber(typed) === value ? typed : String(value ?? '');
  return (
    <TextField
      {...rest}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={shown}
      onChange={(text) => {
        const kept = keepNumeric(text, decimals);
        setTyped(kept);
        onChange(toNumber(kept));
      }}
    />
  );
}

function toNumber(text: string): number | undefined {
  const value = Number(text);
  return text.trim() === '' || Number.isNaN(value) ? undefined : value;
}

function keepNumeric(text: string, decimals: number): string {
  const [whole = '', ...fraction] = text
    .replace(/[^\d.-]/g, '')
    .replace(/(?!^)-/g, '')
    .split('.');
  if (decimals === 0 || fraction.length === 0) return whole;
  return `${whole}.${fraction.join('').slice(0, decimals)}`;
}
