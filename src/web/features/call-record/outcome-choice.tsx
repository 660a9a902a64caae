import { type CallOutcome, callOutcomeNames, callOutcomes } from '#contract/call-outcome.ts';
import { FieldFrame, useField } from '#web/ui/field.tsx';
import { Checkbox } from '#web/ui/switch.tsx';
import styles from './filter-bar.module.css';

interface OutcomeChoiceProps {
  chosen: readonly string[];
  onChange: (chosen: readonly CallOutcome[]) => void;
  error: string | undefined;
}

/** Several outcomes at once, in the order of the report. */
export function OutcomeChoice({ chosen, onChange, error }: OutcomeChoiceProps) {
  const given = { label: 'Filter By Outcome', error };
  const field = useField(given);
  return (
    <FieldFrame field={field} given={given} group>
      <div className={styles.outcomes}>
        {callOutcomes.map((outcome) => (
          <Checkbox
            key={outcome}
            label={callOutcomeNames[outcome]}
            checked={chosen.includes(outcome)}
            onChange={(on) =>
              onChange(
                callOutcomes.filter((other) => (other === outcome ? on : chosen.includes(other))),
              )
            }
          />
        ))}
      </div>
    </FieldFrame>
  );
}
