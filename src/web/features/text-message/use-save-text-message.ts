import { useMutation, useQueryClient } from '@tanstack/react-query';
import { editTextMessage, listTextMessages, type TextMessage } from '#contract/text-message.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { notify } from '#web/ui/notify.ts';

/** Saves a message with the body that the documents prescribe; the panel closes only on success. */
export function useSaveTextMessage(edited: TextMessage | undefined, onSaved: () => void) {
  const { clientId } = useManager();
  const client = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: ({ name, message }: Pick<TextMessage, 'name' | 'message'>) => {
      const now = new Date().toISOString();
      const { id, campaigns, created } = edited ?? { id: 0, campaigns: '', created: now };
      const body = { id, clientId, name: name.trim(), message, campaigns, created, updated: now };
      return api(editTextMessage, { params: { id }, body });
    },
    onSuccess: async (_done, { name }) => {
      notify({ text: `${name.trim()} was saved.` });
      onSaved();
      await client.invalidateQueries({ queryKey: queryKey(listTextMessages) });
    },
  });
}
