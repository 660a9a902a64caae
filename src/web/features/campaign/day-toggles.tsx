import { DayToggles as Toggles } from '#web/ui/day-toggles.tsx';
import { isTicked, tick, weekdayNames } from './weekdays.ts';

interface DayTogglesProps {
  /** Names the group: "Auto start weekdays". */
  label: string;
  /** Seven digits of 0 or 1, Monday first. */
  value: string;
  onChange: (weekdays: string) => void;
  error?: string | undefined;
}

const days = weekdayNames.map((name) => ({ id: name, name, short: name.slice(0, 3) }));

export function DayToggles({ label, value, onChange, error }: DayTogglesProps) {
  const at = (id: string) => days.findIndex((day) => day.id === id);
  return (
    <Toggles
      label={label}
      days={days}
      error={error}
      isOn={(id) => isTicked(value, at(id))}
      onChange={(id, on) => onChange(tick(value, at(id), on))}
    />
  );
}
