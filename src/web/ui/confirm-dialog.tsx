import { type ReactNode, useRef, useState } from 'react';
import { ApiProblem } from '../lib/problem.ts';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { reportError } from './error-modal.tsx';
import { ErrorBand } from './notice-band.tsx';

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
  /** Why it cannot be confirmed now. */
  reason?: string | undefined;
  /**
   * The dialog waits for it and then closes. A failure goes to the error modal; if the record was
   * changed meanwhile, the dialog says so and asks again: `anyway` is then true.
   */
  onConfirm: (anyway: boolean) => unknown;
  onClose: () => void;
}

/** One question with two choices; the focus is on the harmless one. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  reason,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false);
  const [changed, setChanged] = useState<string>();
  const working = useRef(false);
  const leave = () => {
    setChanged(undefined);
    onClose();
  };
  const confirm = async () => {
    // The next click may come before React has shown that this one is at work.
    if (working.current) return;
    working.current = true;
    setBusy(true);
    try {
      await onConfirm(changed !== undefined);
      leave();
    } catch (error) {
      if (error instanceof ApiProblem && error.change && changed === undefined) {
        setChanged(`${error.detail}.`);
        return;
      }
      leave();
      reportError(error);
    } finally {
      working.current = false;
      setBusy(false);
    }
  };
  return (
    <Dialog
      opened={opened}
      title={title}
      onClose={leave}
      footer={
        <>
          {cancelLabel !== null && (
            <Button onClick={leave} data-autofocus>
              {cancelLabel}
            </Button>
          )}
          <Button
            variant={danger ? 'danger' : 'filled'}
            reason={reason}
            busy={busy}
            onClick={confirm}
          >
            {changed === undefined ? confirmLabel : `${confirmLabel} anyway`}
          </Button>
        </>
      }
    >
      {children && <div className={styles.text}>{children}</div>}
      {changed !== undefined && <ErrorBand>{changed}</ErrorBand>}
    </Dialog>
  );
}
