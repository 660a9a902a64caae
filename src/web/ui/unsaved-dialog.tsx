import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useUnsavedMark } from '../lib/unsaved.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface UnsavedDialogProps {
  unsaved: boolean;
  /** "This … has unsaved changes." */
  what: string;
  /** The form is still open at the next address, as at another step of a wizard. */
  staysAt?: (path: string) => boolean;
  /** What else to do when the changes are discarded by a navigation. */
  onDiscarded?: () => void;
  /** For a form that closes without a navigation: Cancel or Escape was pressed. */
  leaving?: { asked: boolean; onDiscard: () => void; onKeep: () => void };
}

/** Asks before typed changes are lost by Cancel, a link, Back, or closing the tab. */
export function UnsavedDialog(props: UnsavedDialogProps) {
  const { unsaved, what, staysAt, onDiscarded, leaving } = props;
  useUnsavedMark(unsaved);
  const shouldBlockFn: ShouldBlockFn = ({ next }) => unsaved && !staysAt?.(next.pathname);
  const blocker = useBlocker({
    shouldBlockFn,
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  const asked = leaving?.asked === true;
  return (
    <DiscardDialog
      opened={asked || blocker.status === 'blocked'}
      what={what}
      onDiscard={() => {
        if (asked) return leaving.onDiscard();
        onDiscarded?.();
        blocker.proceed?.();
      }}
      onClose={() => (asked ? leaving.onKeep() : blocker.reset?.())}
    />
  );
}

/** For a form that closes without a navigation: how it is left, and the question before that. */
export function useLeaving(unsaved: boolean, what: string, onClose: () => void) {
  const [asked, setAsked] = useState(false);
  const leave = () => (unsaved ? setAsked(true) : onClose());
  const keep = () => setAsked(false);
  const discard = () => {
    keep();
    onClose();
  };
  const leaving = { asked, onDiscard: discard, onKeep: keep };
  return { leave, question: <UnsavedDialog {...{ unsaved, what, leaving }} /> };
}

interface DiscardDialogProps {
  opened: boolean;
  /** "This … has unsaved changes." */
  what: string;
  onDiscard: () => void;
  onClose: () => void;
}

/** The question itself, for a part of a page that closes without a navigation. */
export function DiscardDialog({ opened, what, onDiscard, onClose }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      title="Discard your changes?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      danger
      onConfirm={onDiscard}
      onClose={onClose}
    >
      This {what} has unsaved changes.
    </ConfirmDialog>
  );
}
