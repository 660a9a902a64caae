import {
  deleteTextMessage,
  listTextMessages,
  type TextMessage,
  textMessageTexts,
} from '#contract/text-message.ts';
import { api } from '#web/lib/api.ts';
import { DeleteMessageDialog } from '#web/ui/delete-message-dialog.tsx';

interface DeleteDialogProps {
  /** Open while there is one. */
  message: TextMessage | undefined;
  onDeleted: (id: number) => void;
  onClose: () => void;
}

export function DeleteDialog({ message, onDeleted, onClose }: DeleteDialogProps) {
  const remove = async (id: number, version: number | undefined) => {
    await api(deleteTextMessage, { params: { id }, body: { version } });
    onDeleted(id);
  };
  return (
    <DeleteMessageDialog
      message={message}
      inUse={textMessageTexts.inUse}
      remove={remove}
      list={listTextMessages}
      onClose={onClose}
    />
  );
}
