import { FieldFrame, useField } from '#web/ui/field.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import styles from './filter-bar.module.css';
import type { ReportFilter } from './report-filter.ts';

type Range = Extract<ReportFilter, { start: unknown }>;

interface NumberRangeProps {
  value: Range;
  onChange: (value: Range) => void;
  error: string | undefined;
  /** Of whole numbers. */
  unit: string;
}

/** Two numbers, in whole seconds or in dollars. */
export function NumberRange({ value, onChange, error, unit }: NumberRangeProps) {
  const money = value.type === 'currency-range';
  const hint = money
    ? 'Dollars. Both ends are included.'
    : `Whole ${unit ? 'seconds' : 'numbers'}. Both ends are included.`;
  const given = { label: 'Number Between', hint, error };
  const field = useField(given);
  // The documents: inputs of a numeric range are parsed as integers.
  const parsed = (typed: number | undefined) =>
    money || typed === undefined ? typed : Math.trunc(typed);
  const shared = {
    hideLabel: true,
    size: 'sm',
    unit: money ? '$' : unit,
    decimal: money,
  } as const;
  return (
    <FieldFrame field={field} given={given} group>
      <div className={styles.pair}>
        <NumberField
          {...shared}
          label="From"
          value={value.start}
          onChange={(start) => onChange({ ...value, start: parsed(start) })}
        />
        <span>and</span>
        <NumberField
          {...shared}
          label="To"
          value={value.end}
          onChange={(end) => onChange({ ...value, end: parsed(end) })}
        />
      </div>
    </FieldFrame>
  );
}
