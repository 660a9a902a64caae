import { useState } from 'react';
import type { FormFields } from '#web/ui/use-draft-form.ts';
import { type Draft, type DraftStep, moved, newStep, sameSound, withStep } from './draft.ts';

export interface EditedSteps {
  steps: readonly DraftStep[];
  /** The step in the sub-editor, as typed so far. */
  open: DraftStep | undefined;
  /** Its number, from 1; undefined for a new one. */
  openNumber: number | undefined;
  /** What is typed in the sub-editor is not in the list yet. */
  openChanged: boolean;
  /** The steps with what is typed in the sub-editor: a change is heard at once. */
  heardSteps: readonly DraftStep[];
  openStep: (step: DraftStep) => void;
  addStep: (type: number) => void;
  changeOpen: (change: Partial<DraftStep>) => void;
  saveOpen: () => void;
  closeStep: () => void;
  moveStep: (from: number, to: number) => void;
  removeStep: (key: string) => void;
}

/** The steps of the message as they are being edited, and the one that is open beside them. */
export function useSteps(
  { draft: { steps }, change }: FormFields<Draft>,
  /** Of the client; undefined before its first message. */
  lastVoice: number | undefined,
): EditedSteps {
  const [open, setOpen] = useState<DraftStep>();
  const stored = steps.find(({ key }) => key === open?.key);
  const number = stored && steps.indexOf(stored) + 1;
  const setSteps = (next: readonly DraftStep[]) => change({ steps: next });
  return {
    steps,
    open,
    openNumber: number,
    openChanged:
      open !== undefined && (stored === undefined ? !isBlank(open) : !sameSound(open, stored)),
    heardSteps: open ? withStep(steps, open) : steps,
    openStep: setOpen,
    addStep: (type) => setOpen(newStep(type, steps, lastVoice)),
    changeOpen: (change) => setOpen((step) => step && { ...step, duration: null, ...change }),
    saveOpen: () => {
      if (open) setSteps(withStep(steps, open));
      setOpen(undefined);
    },
    closeStep: () => setOpen(undefined),
    moveStep: (from, to) => setSteps(moved(steps, from, to)),
    removeStep: (key) => {
      setSteps(steps.filter((step) => step.key !== key));
      if (open?.key === key) setOpen(undefined);
    },
  };
}

/** Nothing was typed or chosen in the new step. */
function isBlank({ value, fileName, fresh, ttsFieldId }: DraftStep): boolean {
  return value === '' && fileName === '' && fresh === undefined && ttsFieldId === 0;
}
