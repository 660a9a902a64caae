import { useEffect, useRef } from 'react';
import type { FilterColumn } from '#contract/call-record-columns.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { zoneName } from '#web/lib/zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form-scope.tsx';
import { SaveButton } from '#web/ui/save-button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CampaignChoice } from './campaign-choice.tsx';
import { DateRange } from './date-range.tsx';
import styles from './filter-bar.module.css';
import { NumberRange } from './number-range.tsx';
import { OutcomeChoice } from './outcome-choice.tsx';
import { lackOf, type ReportFilter } from './report-filter.ts';

interface FilterEditorProps {
  column: FilterColumn;
  filter: ReportFilter;
  onChange: (filter: ReportFilter) => void;
  onApply: () => void;
  onCancel: () => void;
}

/** The editor of one filter inside its chip. Enter applies, Escape cancels. */
export function FilterEditor({ column, filter, onChange, onApply, onCancel }: FilterEditorProps) {
  const lack = lackOf(filter);
  const inputs = useRef<HTMLDivElement>(null);
  useEffect(() => inputs.current?.querySelector('input')?.focus(), []);
  return (
    <Form
      className={styles.editor}
      aria-label="Edit filter"
      onSubmit={() => {
        if (lack === undefined) onApply();
      }}
    >
      <div ref={inputs}>
        <Inputs column={column} filter={filter} onChange={onChange} lack={lack} />
      </div>
      <div className={styles.buttons}>
        <Button size="sm" variant="plain" onClick={onCancel}>
          Cancel
        </Button>
        <SaveButton own size="sm" problems={[lack]}>
          Apply
        </SaveButton>
      </div>
    </Form>
  );
}

type InputsProps = Pick<FilterEditorProps, 'column' | 'filter' | 'onChange'> & {
  lack: string | undefined;
};

function Inputs({ column, filter, onChange, lack }: InputsProps) {
  switch (filter.type) {
    case 'keyword':
      return (
        <TextField
          label="Filter By Keyword"
          size="sm"
          maxLength={255}
          autoComplete="off"
          value={filter.keyword}
          onChange={(keyword) => onChange({ ...filter, keyword })}
          error={lack}
          hint={hints[column] ?? 'Matches anywhere in the value, in uppercase or lowercase.'}
        />
      );
    case 'multiple-constrained-keyword':
      return (
        <CampaignChoice
          chosen={filter.choices}
          onChange={(choices) => onChange({ ...filter, choices })}
          error={lack}
        />
      );
    case 'multiple-choice':
      return (
        <OutcomeChoice
          chosen={filter.choices}
          onChange={(choices) => onChange({ ...filter, choices })}
          error={lack}
        />
      );
    case 'date-range':
      return (
        <DateRange
          value={filter}
          onChange={onChange}
          error={lack}
          hint={`Both ends are included. Times are ${zoneName(platformNow())}.`}
        />
      );
    case 'numeric-range':
    case 'currency-range':
      return (
        <NumberRange
          value={filter}
          onChange={onChange}
          error={lack}
          unit={column === 'messageVersion' ? '' : 's'}
        />
      );
    default:
      return null;
  }
}

const hints: Partial<Record<FilterColumn, string>> = {
  ssn: 'The full number or its last four digits. It is not kept in the address.',
  dateOfBirth: 'The full date or its year. It is not kept in the address.',
  keyPressed: '1, 9 or any other key.',
};
