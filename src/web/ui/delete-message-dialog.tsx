import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperationShape } from '#contract/http.ts';
import { ApiProblem } from '#web/lib/problem.ts';
import { queryKey } from '#web/lib/query.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface DeleteMessageDialogProps {
  /** Open while there is one. `campaigns`: the names of those that use it. */
  message: { id: number; campaigns: string; version?: number | undefined } | undefined;
  /** What it says of a message that a campaign uses. */
  inUse: string;
  /** `version` is the one that was read; none: whatever it is now. */
  remove: (id: number, version: number | undefined) => Promise<void>;
  /** The operation that lists these messages. */
  list: OperationShape;
  onClose: () => void;
}

/** Asks before a message is deleted; says why one that a campaign uses cannot be. */
export function DeleteMessageDialog(props: DeleteMessageDialogProps) {
  const { message, inUse, remove, list, onClose } = props;
  const queryClient = useQueryClient();
  const [refused, setRefused] = useState(false);
  const confirm = async (anyway: boolean) => {
    if (!message) return;
    try {
      await remove(message.id, anyway ? undefined : message.version);
    } catch (error) {
      // A campaign started using it after the list was loaded.
      if (!(error instanceof ApiProblem) || error.code !== 'in_use') throw error;
      setRefused(true);
    } finally {
      await queryClient.invalidateQueries({ queryKey: queryKey(list) });
    }
  };
  if (refused || (message && message.campaigns !== '')) {
    return (
      <ConfirmDialog
        opened
        title="Error deleting"
        confirmLabel="Ok"
        cancelLabel={null}
        onConfirm={() => {}}
        onClose={() => {
          setRefused(false);
          onClose();
        }}
      >
        {inUse}
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      opened={message !== undefined}
      title="Are you sure?"
      confirmLabel="Yes, Delete"
      danger
      onConfirm={confirm}
      onClose={onClose}
    >
      You wish to permanently delete this message?
    </ConfirmDialog>
  );
}
