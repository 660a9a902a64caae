import { isInCanada, type PolicyDay, policyDays } from '#contract/policy.ts';
import { dayNames, timeWords } from '#domain/policy/policy-words.ts';
import { two } from '#web/lib/format.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { DayToggles } from '#web/ui/day-toggles.tsx';
import { SelectField } from '#web/ui/select-field.tsx';
import { Checkbox } from '#web/ui/switch.tsx';
import type { FormFields } from '#web/ui/use-draft-form.ts';
import { newRule, type RuleDraft } from './draft.ts';
import styles from './page.module.css';

interface FieldsProps {
  form: FormFields<RuleDraft>;
}

const days = policyDays.map((id) => ({
  id,
  name: dayNames[id],
  short: id === 'holiday' ? 'Holiday' : dayNames[id].slice(0, 3),
}));

const weekdays = days.filter(({ id }) => id !== 'holiday');

/** Half hours of a day, to its end. */
const times = Array.from(
  { length: 49 },
  (_, at) => `${two(Math.floor(at / 2))}:${at % 2 ? '30' : '00'}`,
);

export function HoursFields({ form }: FieldsProps) {
  const { draft, change, errorAt } = form;
  const closed = draft.open === '' && draft.close === '';
  const abroad = isInCanada({ country: draft.country || null, state: draft.state || null });
  // One that is chosen already stays, to be taken out.
  const offered = abroad && !draft.days.includes('holiday') ? weekdays : days;
  const turn = (day: string, on: boolean) => {
    const chosen = (one: PolicyDay) => (one === day ? on : draft.days.includes(one));
    change({ days: policyDays.filter(chosen) });
  };
  return (
    <>
      <DayToggles
        label="Days"
        days={offered}
        isOn={(id) => draft.days.some((day) => day === id)}
        hint="The rule changes nothing on other days. A federal holiday of the United States is its day of the week, too."
        onChange={turn}
        error={errorAt('days')}
      />
      <Checkbox
        label="No contact on these days"
        checked={closed}
        onChange={(on) =>
          change(on ? { open: '', close: '' } : { open: newRule.open, close: newRule.close })
        }
      />
      {!closed && (
        <div className={styles.pair}>
          <TimeField label="Open From" name="open" form={form} />
          <TimeField label="Open Until" name="close" form={form} />
        </div>
      )}
      <div className={styles.pair}>
        <DateField label="First Day" hint="Empty: from now on." {...form.field('from')} />
        <DateField label="Last Day" hint="Empty: for good." {...form.field('until')} />
      </div>
    </>
  );
}

function TimeField({ form, label, name }: FieldsProps & { label: string; name: 'open' | 'close' }) {
  const { value, onChange, error, errorNow } = form.field(name);
  const all = times.includes(value) || value === '' ? times : [...times, value].sort();
  return (
    <SelectField
      label={label}
      required
      choices={all.map((time) => ({
        value: time,
        label: time === '00:00' ? 'Midnight, 12:00 AM' : timeWords(time),
      }))}
      {...{ value, onChange, error, errorNow }}
    />
  );
}

export function ClosureFields({ form }: FieldsProps) {
  return (
    <div className={styles.pair}>
      <DateField label="First Day" required {...form.field('from')} />
      <DateField label="Last Day" required {...form.field('until')} />
    </div>
  );
}
