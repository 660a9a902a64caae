import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  deleteVoiceMessage,
  listVoiceMessages,
  type VoiceMessage,
  voiceMessageTexts,
} from '#contract/voice-message.ts';
import { api } from '#web/lib/api.ts';
import { ApiProblem } from '#web/lib/problem.ts';
import { queryKey } from '#web/lib/query.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

interface DeleteDialogProps {
  /** Open while there is one. */
  message: VoiceMessage | undefined;
  onClose: () => void;
}

/** Asks before a message is deleted; says why one that a campaign uses cannot be. */
export function DeleteDialog({ message, onClose }: DeleteDialogProps) {
  const queryClient = useQueryClient();
  const [refused, setRefused] = useState(false);
  const remove = async () => {
    try {
      if (message) await api(deleteVoiceMessage, { params: { id: message.id } });
    } catch (error) {
      // A campaign started using it after the list was loaded.
      if (!(error instanceof ApiProblem) || error.code !== 'in_use') throw error;
      setRefused(true);
    } finally {
      await queryClient.invalidateQueries({ queryKey: queryKey(listVoiceMessages) });
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
        {voiceMessageTexts.inUse}
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      opened={message !== undefined}
      title="Are you sure?"
      confirmLabel="Yes, Delete"
      danger
      onConfirm={remove}
      onClose={onClose}
    >
      You wish to permanently delete this message?
    </ConfirmDialog>
  );
}
