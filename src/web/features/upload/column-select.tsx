import { useState } from 'react';
import { type Choice, SelectField } from '#web/ui/select-field.tsx';

interface ColumnSelectProps {
  label: string;
  choices: readonly Choice[];
  /** Only the chosen one is an option until the field is pressed or focused. */
  lazy: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** The file's columns to choose from, for one account field. */
export function ColumnSelect({ label, choices, lazy, value, onChange }: ColumnSelectProps) {
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
  const all = opened || !lazy;
  return (
    <SelectField
      label={label}
      hideLabel
      size="sm"
      clearable
      placeholder="Select..."
      choices={all ? choices : choices.filter((choice) => choice.value === value)}
      value={value}
      onChange={onChange}
      onPointerDown={open}
      onFocus={open}
    />
  );
}
