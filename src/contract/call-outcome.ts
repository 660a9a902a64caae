/**
 * How a call or text ended, as people ask for it. An outcome refines a result, and never
 * contradicts it: a person who heard that no agent was free is `abandoned`, and still one of those
 * that Live Monitoring counts as answered by a person. So each figure there is the sum of some
 * outcomes.
 */

/** In the order in which the report sorts and offers them. */
export const callOutcomes = [
  'person',
  'machine',
  'no_answer',
  'busy',
  'failed',
  'abandoned',
  'late_agent',
  'opted_out',
  'unknown',
  'sent',
  'delivered',
  'replied',
  'cut_off',
] as const;
export type CallOutcome = (typeof callOutcomes)[number];

export const callOutcomeNames: Record<CallOutcome, string> = {
  person: 'Person',
  machine: 'Machine',
  no_answer: 'No answer',
  busy: 'Busy',
  failed: 'Failed',
  abandoned: 'Abandoned',
  late_agent: 'Agent too late',
  opted_out: 'Opted out',
  unknown: 'Unknown',
  sent: 'Sent',
  delivered: 'Delivered',
  replied: 'Replied',
  cut_off: 'Cut off, no agent',
};

/**
 * The outcomes that a figure counts: `outcomesOf.person` are the calls that Live Monitoring counts
 * as answered by a person, `outcomesOf.failed` its failed calls or texts.
 */
export const outcomesOf = {
  person: ['person', 'abandoned', 'late_agent', 'opted_out'],
  machine: ['machine'],
  noAnswer: ['no_answer', 'busy'],
  failed: ['failed', 'unknown', 'sent', 'cut_off'],
  abandoned: ['abandoned'],
  /** What a Linkback's guard of abandonment counts: no agent, none in time, or lost while waiting (decision 085). */
  withoutAgent: ['abandoned', 'late_agent', 'cut_off'],
  delivered: ['delivered', 'replied', 'opted_out'],
  /** An opt-out by text is a reply too. */
  replied: ['replied', 'opted_out'],
  /** By a person or a machine. */
  answered: ['person', 'abandoned', 'late_agent', 'opted_out', 'machine'],
} as const satisfies Record<string, readonly CallOutcome[]>;

/** What the chart stacks; texts that were delivered stand with the persons. */
export const resultGroups = ['person', 'machine', 'notAnswered', 'failed'] as const;
export type ResultGroup = (typeof resultGroups)[number];

export const groupOfOutcome: Record<CallOutcome, ResultGroup> = {
  person: 'person',
  machine: 'machine',
  no_answer: 'notAnswered',
  busy: 'notAnswered',
  failed: 'failed',
  abandoned: 'person',
  late_agent: 'person',
  opted_out: 'person',
  unknown: 'failed',
  sent: 'failed',
  delivered: 'person',
  replied: 'person',
  cut_off: 'failed',
};
