import type { ReactNode } from 'react';
import {
  type CallOutcome,
  callOutcomeNames,
  groupOfOutcome,
  type ResultGroup,
} from '#contract/call-outcome.ts';
import { type StatusColor, StatusDot } from '#web/ui/status-dot.tsx';

/** The colors of Live Monitoring's ring. */
export const groupColors: Record<ResultGroup, StatusColor> = {
  person: 'green',
  machine: 'purple',
  notAnswered: 'grey',
  failed: 'red',
};

/** What nobody knows has no color. */
const hollow: readonly CallOutcome[] = ['unknown', 'sent'];

/** Words behind the dot of an outcome's group. */
export function OutcomeDot({ outcome, children }: { outcome: CallOutcome; children: ReactNode }) {
  const unclear = hollow.includes(outcome);
  return (
    <StatusDot color={unclear ? 'grey' : groupColors[groupOfOutcome[outcome]]} hollow={unclear}>
      {children}
    </StatusDot>
  );
}

/** An outcome by its name. */
export function OutcomeWords({ outcome }: { outcome: CallOutcome }) {
  return <OutcomeDot outcome={outcome}>{callOutcomeNames[outcome]}</OutcomeDot>;
}
