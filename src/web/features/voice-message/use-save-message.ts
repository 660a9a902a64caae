import { useMutation, useQueryClient } from '@tanstack/react-query';
import { editVoiceMessage, listVoiceMessages } from '#contract/voice-message.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { upload } from '#web/lib/upload.ts';
import { type Draft, formOf } from './draft.ts';

/** Saves a message; the editor closes only on success. */
export function useSaveMessage(messageId: number, onSaved: () => void) {
  const { clientId } = useManager();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (draft: Draft) =>
      upload(editVoiceMessage, {
        params: { id: messageId },
        form: formOf(messageId, clientId, draft),
        intent: draft,
      }),
    meta: { ownErrors: true },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKey(listVoiceMessages) });
      onSaved();
    },
  });
}
