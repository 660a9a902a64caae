import { CheckIcon } from './icons.tsx';
import styles from './stepper.module.css';
import { Tooltip } from './tooltip.tsx';

export interface Step {
  label: string;
  /** Why it cannot be opened now. */
  reason?: string | undefined;
}

interface StepperProps {
  steps: readonly Step[];
  /** Index of the step that is open. */
  active: number;
  onStep: (index: number) => void;
}

/** The steps of a wizard; those that can be opened are buttons. */
export function Stepper({ steps, active, onStep }: StepperProps) {
  return (
    <ol className={styles.stepper}>
      {steps.map((step, index) => (
        <li key={step.label} className={index === active ? styles.here : ''}>
          <Tooltip label={step.reason}>
            <button
              type="button"
              aria-current={index === active ? 'step' : undefined}
              aria-disabled={step.reason !== undefined || undefined}
              className={`${styles.step} ${stateOf(index, active)}`}
              onClick={() => {
                if (step.reason === undefined) onStep(index);
              }}
            >
              <span className={styles.number}>
                {index < active ? <CheckIcon size={14} /> : index + 1}
              </span>
              <span className={styles.label}>{step.label}</span>
              {index < active && <span className="visually-hidden">, done</span>}
            </button>
          </Tooltip>
        </li>
      ))}
    </ol>
  );
}

function stateOf(index: number, active: number): string | undefined {
  if (index === active) return styles.active;
  return index < active ? styles.done : '';
}
