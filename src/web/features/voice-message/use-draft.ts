import { useState } from 'react';
import {
  type Draft,
  type DraftStep,
  moved,
  newStep,
  sameDraft,
  sameSound,
  withStep,
} from './draft.ts';

export interface EditedDraft extends Draft {
  /** Something differs from what was stored. */
  changed: boolean;
  setName: (name: string) => void;
  /** The step in the sub-editor, as typed so far. */
  open: DraftStep | undefined;
  /** Its place from 1; undefined for a new one. */
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

/** The message as it is being edited, and the step that is open beside it. */
export function useDraft(first: Draft): EditedDraft {
  const [initial] = useState(first);
  const [{ name, steps }, setDraft] = useState(initial);
  const [open, setOpen] = useState<DraftStep>();
  const stored = steps.find(({ key }) => key === open?.key);
  const number = stored && steps.indexOf(stored) + 1;
  const setSteps = (next: readonly DraftStep[]) => setDraft((draft) => ({ ...draft, steps: next }));
  return {
    name,
    steps,
    changed: !sameDraft(initial, { name, steps }),
    setName: (next) => setDraft((draft) => ({ ...draft, name: next })),
    open,
    openNumber: number,
    openChanged:
      open !== undefined && (stored === undefined ? !isBlank(open) : !sameSound(open, stored)),
    heardSteps: open ? withStep(steps, open) : steps,
    openStep: setOpen,
    addStep: (type) => setOpen(newStep(type, steps)),
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

/** Nothing typed or chosen but what it began with. */
function isBlank({ value, fileName, fresh, ttsFieldId }: DraftStep): boolean {
  return value === '' && fileName === '' && fresh === undefined && ttsFieldId === 0;
}
