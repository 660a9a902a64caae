/** How two changes of one voice message are compared (decision 055). */
import { voiceMessage } from '#contract/voice-message.ts';
import type { DraftMerge } from '#web/ui/draft-conflict.ts';
import { type MergeField, mergeField } from '#web/ui/merge-drafts.ts';
import { type Draft, type DraftStep, draftOf, heardOf } from './draft.ts';
import { fieldName, isField, kindOf, type StepNames } from './step-words.ts';

export function messageMerge(names: StepNames): DraftMerge<Draft> {
  return {
    noun: 'message',
    fields: [mergeField<Draft, 'name'>('name', 'Name'), stepsField(names)],
    read: (stored) => {
      const { name, messageSteps, version } = voiceMessage.parse(stored);
      return draftOf(name, messageSteps, version);
    },
    // A step that the other one removed is a new one, if it is kept.
    adapt: (merged, theirs) => {
      const known = new Set(theirs.steps.map(({ id }) => id));
      const steps = merged.steps.map((step) => (known.has(step.id) ? step : { ...step, id: 0 }));
      return { ...merged, steps };
    },
  };
}

/** The steps as a whole: their order is the order of the call. */
function stepsField(names: StepNames): MergeField<Draft> {
  return {
    key: 'steps',
    label: 'Steps',
    value: ({ steps }) => JSON.stringify(steps.map(heardOf)),
    show: ({ steps }) =>
      steps.map((step, index) => `${index + 1}. ${lineOf(step, names)}`).join('\n'),
    take: (from, into) => ({ ...into, steps: from.steps }),
  };
}

/** "Field text-to-speech: First Name" */
function lineOf(step: DraftStep, names: StepNames): string {
  const what = isField(step) ? fieldName(step, names) : step.value;
  return `${kindOf(step.messageStepType)?.name ?? 'Step'}: ${what}`;
}
