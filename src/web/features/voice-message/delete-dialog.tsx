import {
  deleteVoiceMessage,
  listVoiceMessages,
  type VoiceMessage,
  voiceMessageTexts,
} from '#contract/voice-message.ts';
import { api } from '#web/lib/api.ts';
import { DeleteMessageDialog } from '#web/ui/delete-message-dialog.tsx';

interface DeleteDialogProps {
  /** Open while there is one. */
  message: VoiceMessage | undefined;
  onClose: () => void;
}

export function DeleteDialog({ message, onClose }: DeleteDialogProps) {
  const remove = async (id: number, version: number | undefined) => {
    await api(deleteVoiceMessage, { params: { id }, body: { version } });
  };
  return (
    <DeleteMessageDialog
      message={message}
      inUse={voiceMessageTexts.inUse}
      remove={remove}
      list={listVoiceMessages}
      onClose={onClose}
    />
  );
}
