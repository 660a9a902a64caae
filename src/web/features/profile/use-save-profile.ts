import { useMutation, useQueryClient } from '@tanstack/react-query';
import { currentManager, editManager, type Manager, type ManagerDraft } from '#contract/manager.ts';
import { listOwnSessions } from '#contract/session.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { renameSession } from '#web/lib/session.ts';

/** Saves the own profile and puts the new names into the stored login record. */
export function useSaveProfile({ id, clientId }: Manager, onSaved: (saved: Manager) => void) {
  const client = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: async (draft: ManagerDraft): Promise<Manager> => {
      const names = {
        name: draft.name.trim(),
        username: draft.username.trim(),
        email: draft.email.trim(),
      };
      const body = { ...draft, ...names, id, clientId };
      await api(editManager, { params: { id }, body, intent: draft });
      // With its new version; a failure of this read is none of the save.
      const { version: _, ...unversioned } = body;
      return api(currentManager, { params: { id } }).catch(() => ({
        ...unversioned,
        active: true,
      }));
    },
    onSuccess: async (saved) => {
      renameSession({ name: saved.name, userName: saved.username });
      onSaved(saved);
      await client.invalidateQueries({ queryKey: queryKey(currentManager) });
      // A new password ended the others.
      await client.invalidateQueries({ queryKey: queryKey(listOwnSessions) });
    },
  });
}
