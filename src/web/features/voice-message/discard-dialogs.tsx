import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

/** Asks before what was typed is lost: by Cancel, a link, Back or closing the tab. */
export function UnsavedDialog({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => unsaved,
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  return (
    <Discard
      opened={blocker.status === 'blocked'}
      what="message"
      onDiscard={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  );
}

interface DiscardStepDialogProps {
  opened: boolean;
  onDiscard: () => void;
  onClose: () => void;
}

/** Asks before what was typed into the open step is lost. */
export function DiscardStepDialog(props: DiscardStepDialogProps) {
  return <Discard {...props} what="step" />;
}

function Discard({ opened, onDiscard, onClose, what }: DiscardStepDialogProps & { what: string }) {
  return (
    <ConfirmDialog
      opened={opened}
      title="Discard what you typed?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      danger
      onConfirm={onDiscard}
      onClose={onClose}
    >
      This {what} has changes that are not saved.
    </ConfirmDialog>
  );
}
