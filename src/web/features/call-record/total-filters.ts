/** The records that each total of the report counts, as filters. */
import { type CallOutcome, outcomesOf } from '#contract/call-outcome.ts';
import { voiceCallTypes } from '#contract/call-record-columns.ts';
import type { ReportFilters } from './report-filter.ts';

interface Counted {
  callType: string;
  /** All of them by default. */
  outcomes?: readonly CallOutcome[];
}

const counted = {
  calls: { callType: voiceCallTypes },
  persons: { callType: voiceCallTypes, outcomes: outcomesOf.person },
  machines: { callType: voiceCallTypes, outcomes: outcomesOf.machine },
  answered: { callType: voiceCallTypes, outcomes: outcomesOf.answered },
  texts: { callType: 'Text' },
  delivered: { callType: 'Text', outcomes: outcomesOf.delivered },
  replied: { callType: 'Text', outcomes: outcomesOf.replied },
} as const satisfies Record<string, Counted>;
export type TotalId = keyof typeof counted;
export const totalIds = Object.keys(counted) as TotalId[];

/** What a total counts of the records that the report shows now. */
export function filtersOfTotal(filters: ReportFilters, id: TotalId): ReportFilters {
  const { callType, outcomes }: Counted = counted[id];
  const before = filters.outcome?.type === 'multiple-choice' ? filters.outcome.choices : undefined;
  const choices = outcomes?.filter((outcome) => !before || before.includes(outcome));
  return {
    ...filters,
    // A total that is not 0 has records of the type that was chosen already.
    callTypeName: filters.callTypeName ?? { type: 'constrained-keyword', choice: callType },
    ...(choices && { outcome: { type: 'multiple-choice', choices } }),
  };
}
