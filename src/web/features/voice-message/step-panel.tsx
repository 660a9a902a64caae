import type { ReactNode } from 'react';
import { SidePanel } from '#web/ui/side-panel.tsx';
import type { DraftStep } from './draft.ts';
import { StepForm } from './step-form.tsx';
import type { StepFormProps } from './step-props.ts';
import { kindOf, type StepNames } from './step-words.ts';
import type { EditedSteps } from './use-steps.ts';

interface StepPanelProps extends Pick<StepFormProps, 'voices' | 'fields'> {
  open: DraftStep;
  draft: EditedSteps;
  names: StepNames;
  onBusy: (busy: string | undefined) => void;
  onClose: () => void;
  /** Below the form. */
  children: ReactNode;
}

/** The open step beside the list. */
export function StepPanel({ open, draft, onBusy, onClose, children, ...rest }: StepPanelProps) {
  const kind = kindOf(open.messageStepType)?.name.toLowerCase();
  return (
    <SidePanel
      title={`${draft.openNumber ? `Step ${draft.openNumber}` : 'New step'}, ${kind}`}
      width={464}
      onClose={onClose}
      takeFocus
    >
      <StepForm
        {...rest}
        step={open}
        changed={draft.openChanged}
        onChange={draft.changeOpen}
        onBusy={onBusy}
        onSave={draft.saveOpen}
        onCancel={onClose}
      />
      {children}
    </SidePanel>
  );
}
