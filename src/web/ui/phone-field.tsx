import { useLayoutEffect, useRef } from 'react';
import { caretAfterDigits, digitsOf, formatPhoneInput, phoneLength } from '../lib/phone-input.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface PhoneFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'type'> {
  /** As shown: "(302) 555-0148"; 14 characters when complete. */
  value: string;
  onChange: (formatted: string) => void;
}

/** A telephone number that formats itself while it is typed; the caret stays at its digit. */
export function PhoneField({ value, onChange, ...rest }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  return (
    <TextField
      placeholder="(xxx) xxx-xxxx"
      autoComplete="off"
      {...rest}
      ref={input}
      type="tel"
      inputMode="tel"
      value={value}
      onChange={(typed) => {
        const at = input.current?.selectionStart ?? typed.length;
        const next = formatPhoneInput(dropDigitBehindMark(value, typed, at));
        caret.current =
          at === typed.length
            ? next.length
            : caretAfterDigits(next, digitsOf(typed.slice(0, at)).length);
        onChange(next.slice(0, phoneLength));
      }}
    />
  );
}

/** Backspace over ")", "-" or a space removes the digit before it; otherwise nothing would happen. */
function dropDigitBehindMark(before: string, typed: string, at: number): string {
  const oneMarkLess =
    typed.length === before.length - 1 &&
    digitsOf(typed) === digitsOf(before) &&
    before.slice(0, at) === typed.slice(0, at);
  if (!oneMarkLess) return typed;
  const head = typed.slice(0, at).replace(/\d(\D*)$/, '$1');
  return head + typed.slice(at);
}
