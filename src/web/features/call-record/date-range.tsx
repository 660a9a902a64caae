import { platformNow } from '#web/lib/simulation.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldFrame, useField } from '#web/ui/field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './filter-bar.module.css';
import {
  type DateRange as Range,
  type RecentDays,
  recentNames,
  recentRange,
} from './recent-days.ts';

interface DateRangeProps {
  value: Range;
  onChange: (value: Range) => void;
  error: string | undefined;
  hint: string;
}

/** Two dates with their times, in the browser's zone and to the second. */
export function DateRange({ value, onChange, error, hint }: DateRangeProps) {
  const given = { label: 'Date Between', hint, error };
  const field = useField(given);
  const input = (label: string, key: 'startDay' | 'startTime' | 'endDay' | 'endTime') => (
    <TextField
      label={label}
      hideLabel
      size="sm"
      {...(key.endsWith('Day') ? { type: 'date', max: '9999-12-31' } : { type: 'time', step: 1 })}
      value={value[key]}
      onChange={(text) => {
        const { recent: _, ...fixed } = value;
        onChange({ ...fixed, [key]: withSeconds(key, text) });
      }}
    />
  );
  return (
    <FieldFrame field={field} given={given} group>
      <div className={styles.dates}>
        <div className={styles.recent}>
          {(Object.keys(recentNames) as RecentDays[]).map((recent) => (
            <Button
              key={recent}
              size="sm"
              variant="plain"
              aria-pressed={value.recent === recent}
              onClick={() => onChange(recentRange(recent, platformNow()))}
            >
              {recentNames[recent]}
            </Button>
          ))}
        </div>
        {input('Start date', 'startDay')}
        {input('Start time', 'startTime')}
        <span>and</span>
        {input('End date', 'endDay')}
        {input('End time', 'endTime')}
      </div>
    </FieldFrame>
  );
}

/** Browsers leave out seconds that are 00. */
function withSeconds(key: string, text: string): string {
  return key.endsWith('Time') && /^\d\d:\d\d$/.test(text) ? `${text}:00` : text;
}
