import { useMutation, useQueryClient } from '@tanstack/react-query';
import { currentManager, editManager, type Manager, type ManagerDraft } from '#contract/manager.ts';
import { listOwnSessions } from '#contract/session.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { updateSession } from '#web/lib/session.ts';

/** Saves the own profile and puts the new names into the stored login record. */
export function useSaveProfile(own: Manager, onSaved: (saved: Manager) => void) {
  const { id, clientId } = own;
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
        ...{ ...own, ...unversioned, version: undefined },
      }));
    },
    onSuccess: async (saved) => {
      updateSession({ name: saved.name, userName: saved.username });
      onSaved(saved);
      await client.invalidateQueries({ queryKey: queryKey(currentManager) });
      // A new password ended the others.
      await client.invalidateQueries({ queryKey: queryKey(listOwnSessions) });
    },
  });
}
