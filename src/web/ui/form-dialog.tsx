import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Dialog, type DialogProps } from './dialog.tsx';
import { ErrorBand } from './notice-band.tsx';
import { SaveButton } from './save-button.tsx';
import { useLeaving } from './unsaved-dialog.tsx';

interface FormDialogProps extends Omit<DialogProps, 'footer' | 'locked' | 'onSubmit'> {
  /** Something was typed: leaving asks first. */
  dirty: boolean;
  /** Called by Save and Enter, only while there are no problems. */
  onSave: () => void;
  /** What is missing, in the order of the form. */
  problems?: readonly (string | undefined | false)[];
  saving?: boolean;
  own?: boolean;
  saveLabel?: string;
  /** Why the last save failed; everything typed stays. */
  failure?: string | undefined;
  children: ReactNode;
}

/** A form in a dialog: Enter saves; Cancel, Escape, Back and a reload ask if something was typed. */
export function FormDialog({
  dirty,
  onSave,
  problems = [],
  saving = false,
  own = false,
  saveLabel = 'Save',
  failure,
  children,
  ...dialog
}: FormDialogProps) {
  const complete = !problems.some(Boolean);
  const { leave, question } = useLeaving(dialog.opened && dirty, 'form', dialog.onClose);
  return (
    <>
      <Dialog
        {...dialog}
        onClose={leave}
        onSubmit={() => {
          if (complete && !saving) onSave();
        }}
        footer={
          <>
            <Button onClick={leave}>Cancel</Button>
            <SaveButton problems={problems} busy={saving} own={own}>
              {saveLabel}
            </SaveButton>
          </>
        }
      >
        <div className={styles.fields}>
          {failure && <ErrorBand>{failure}</ErrorBand>}
          {children}
        </div>
      </Dialog>
      {question}
    </>
  );
}
