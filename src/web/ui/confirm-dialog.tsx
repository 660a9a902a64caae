import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { reportError } from './error-modal.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** The question. */
  children?: ReactNode;
  /** "Yes, Delete" */
  confirmLabel: string;
  /** "Cancel" by default; null leaves only one button. */
  cancelLabel?: string | null;
  danger?: boolean;
  /** The dialog waits for it and then closes. A failure goes to the error modal. */
  onConfirm: () => unknown;
  onClose: () => void;
}

/** One question with two answers; the focus is on the harmless one. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      onClose();
      reportError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      opened={opened}
      title={title}
      onClose={onClose}
      footer={
        <>
          {cancelLabel !== null && (
            <Button onClick={onClose} data-autofocus>
              {cancelLabel}
            </Button>
          )}
          <Button variant={danger ? 'danger' : 'filled'} busy={busy} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children && <div className={styles.text}>{children}</div>}
    </Dialog>
  );
}
