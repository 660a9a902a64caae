import { useMutation, useQueryClient } from '@tanstack/react-query';
import { currentManager, editManager, type Manager, type ManagerDraft } from '#contract/manager.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { renameSession } from '#web/lib/session.ts';

type Names = Pick<Manager, 'name' | 'username' | 'email'>;

/** Saves the own profile and puts the new names into the stored login record. */
export function useSaveProfile({ id, clientId }: Manager, onSaved: (names: Names) => void) {
  const client = useQueryClient();
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: async (draft: ManagerDraft): Promise<Names> => {
      const names = {
        name: draft.name.trim(),
        username: draft.username.trim(),
        email: draft.email.trim(),
      };
      await api(editManager, { params: { id }, body: { ...draft, ...names, id, clientId } });
      return names;
    },
    onSuccess: async (names) => {
      renameSession({ name: names.name, userName: names.username });
      onSaved(names);
      await client.invalidateQueries({ queryKey: queryKey(currentManager) });
    },
  });
}
