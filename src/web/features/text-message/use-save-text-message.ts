import { useMutation, useQueryClient } from '@tanstack/react-query';
import { editTextMessage, listTextMessages, type TextMessage } from '#contract/text-message.ts';
import { api } from '#web/lib/api.ts';
import { bodyFor } from '#web/lib/intent.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { notify } from '#web/ui/notify.ts';

/** What the form holds. */
export type Draft = Pick<TextMessage, 'name' | 'message' | 'version'>;

function bodyOf(
  { name, message, version }: Draft,
  edited: TextMessage | undefined,
  clientId: number,
) {
  const now = new Date().toISOString();
  const { id, campaigns, created } = edited ?? { id: 0, campaigns: '', created: now };
  const stored = { id, clientId, version, campaigns, created, updated: now };
  return { ...stored, name: name.trim(), message };
}

/** Saves a message with the body that the documents prescribe; the panel closes only on success. */
export function useSaveTextMessage(edited: TextMessage | undefined, onSaved: () => void) {
  const { clientId } = useManager();
  const client = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (draft: Draft) => {
      const id = edited?.id ?? 0;
      const body = bodyFor(draft, () => bodyOf(draft, edited, clientId));
      return api(editTextMessage, { params: { id }, body, intent: draft });
    },
    onSuccess: async (_done, { name }) => {
      notify({ text: `${name.trim()} was saved.` });
      onSaved();
      await client.invalidateQueries({ queryKey: queryKey(listTextMessages) });
    },
  });
}
